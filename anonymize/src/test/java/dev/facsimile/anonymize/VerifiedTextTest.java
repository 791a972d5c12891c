package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.anonymize.approve.Finishing;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.verify.Verifier;
import dev.facsimile.trace.LoadedTokenizers;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.ApprovalManifest.Verification;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Releases with text, verified as the command does: with the raw trace and canaries. */
final class VerifiedTextTest {
  private static final String GATES = "gates: {canaries: {per_type: 5, survivors: 0}}\n";
  private static final String NAMES = "detect: {packs: [secrets, pii-core, names]}\n";

  @TempDir private Path folder;

  private static List<TraceRow> rows() {
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String said =
          "When the server of our team failed, we called %s, see https://wiki.example.org/page/%d"
                  .formatted(i % 2 == 0 ? "Margaret Holloway" : "Tobias Lindqvist", i)
              + " of 2025-03-1%d 11:22:33. Mail ann%d@corp-%d.com about it, please."
                  .formatted(i % 9, i, i);
      ObjectNode content = (ObjectNode) Json.toTree(new java.util.TreeMap<String, String>());
      content.putArray("messages").addObject().put("role", "user").put("content", said);
      content.set("response", TextReleases.answer("It was the cache of the server, " + i + "."));
      rows.add(
          RawTrace.row("chatcmpl-78a0b3c4d5e6f7-" + i, "tenant-named-" + i % 4)
              .at(i)
              .session("session-logged-as-" + i)
              .content(content.toString())
              .make());
    }
    return rows;
  }

  private Path tokenizer() {
    return SharedData.root().resolve("samples/tokenizer/tokenizer.json");
  }

  /** Releases, and verifies what {@code change} made of the release. */
  private Verification verified(String yaml, UnaryOperator<String> change) throws IOException {
    TraceFile raw = RawTrace.write(folder.resolve("raw.trace.parquet"), rows());
    Policy policy = Releasing.policy(folder, yaml);
    Tokenizer loaded = LoadedTokenizers.of(tokenizer());
    Optional<DeclaredTokenizer> declared = Optional.of(new DeclaredTokenizer(loaded, tokenizer()));
    Anonymizer anonymizer = new Anonymizer(Releasing.key(1), Releasing.CLOCK, "olga");
    Release release =
        anonymizer.anonymize(
            raw, policy, declared, folder.resolve("released.trace.parquet"), Progress.SILENT);
    Verifier.Origin origin = new Verifier.Origin(raw, policy, declared, anonymizer);
    Verifier verifier = new Verifier(Releasing.CLOCK);
    Verification found =
        new Finishing(verifier, Releasing.CLOCK)
            .finish(release, origin, "olga", Progress.SILENT)
            .manifest()
            .verification()
            .orElseThrow();
    assertTrue(found.passed(), found::toString);
    assertEquals(0, found.canaries().orElseThrow().survivors());
    assertEquals(found.passed(), verifier.verify(release.trace()).passed(), "by itself");
    return verifier.verify(changed(release.trace(), change), origin, Progress.SILENT);
  }

  private Path changed(Path released, UnaryOperator<String> change) throws IOException {
    Path changed = folder.resolve("changed.trace.parquet");
    try (TraceWriter writer = TraceWriter.create(changed)) {
      for (TraceRow row : RawTrace.read(released)) {
        JsonNode content = Json.tree(row.content().orElseThrow());
        ObjectNode message = (ObjectNode) content.path("messages").path(0);
        message.put("content", change.apply(message.path("content").asText()));
        writer.write(new TraceRow(row.request(), row.observed(), Optional.of(content.toString())));
      }
      writer.finish(TraceFile.open(released).header());
    }
    return changed;
  }

  @Test
  void aTraceWithoutTextNeedsNoTokenizerUnderAProfileWithText() throws IOException {
    List<TraceRow> silent =
        rows().stream()
            .map(row -> new TraceRow(row.request(), row.observed(), Optional.empty()))
            .toList();
    TraceFile raw = RawTrace.write(folder.resolve("raw.trace.parquet"), silent);
    Policy policy = Releasing.policy(folder, TextReleases.POLICY + GATES);
    Anonymizer anonymizer = new Anonymizer(Releasing.key(1), Releasing.CLOCK, "olga");
    Path output = folder.resolve("released.trace.parquet");
    Release release = anonymizer.anonymize(raw, policy, Optional.empty(), output, Progress.SILENT);
    Verification found =
        new Verifier(Releasing.CLOCK)
            .verify(
                release.trace(),
                new Verifier.Origin(raw, policy, Optional.empty(), anonymizer),
                Progress.SILENT);
    assertTrue(found.passed(), found::toString);
    assertTrue(found.canaries().orElseThrow().planted() > 0);
  }

  @Test
  void madeUpTextPassesAndASentenceLeftInItDoesNot() throws IOException {
    String left = "When the server of our team failed, we called Margaret Holloway, see";
    Verification found = verified(TextReleases.POLICY + GATES, text -> text + " " + left);
    assertFalse(found.passed());
    assertTrue(found.overlap().orElseThrow().survivors() > 0);
  }

  @Test
  void redactedTextPassesWithWhatItsPolicyLetsStayAndNotWithAnAddressLeftInIt() throws IOException {
    Verification found = verified(TextReleases.REDACTED + GATES, text -> text + " ann1@corp-1.com");
    assertFalse(found.passed());
    assertTrue(found.findings().containsKey("EMAIL_ADDRESS"), found::toString);
  }

  @Test
  void aNameLeftInATextWhosePolicyRedactsNamesIsFound() throws IOException {
    Verification found =
        verified(TextReleases.REDACTED + NAMES + GATES, text -> text + " said Holloway");
    assertFalse(found.passed());
    assertEquals(1L, found.findings().get("PERSON"), found::toString);
  }
}
