package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.anonymize.plan.InputProfile;
import dev.facsimile.anonymize.plan.InputScan;
import dev.facsimile.anonymize.plan.PolicySuggestion;
import dev.facsimile.anonymize.policy.Operator;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attacks on whole releases, from the raw file to the written one. */
class RiskOfReleasesTest {
  private static final int PROMPTS = 200;

  @TempDir private Path folder;

  private TraceFile raw(List<TraceRow> rows) throws IOException {
    return RawTrace.write(folder.resolve("raw.trace.parquet"), rows);
  }

  /** Each of five tenants has prompts of its own; a sixth plants the same ones. */
  private List<TraceRow> planted() {
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < PROMPTS; i++) {
      long block = 1_000_003L * (i + 1);
      rows.add(
          RawTrace.row("r" + i, "team-" + i % 5)
              .at(i * 1_000L)
              .tokens(40 + i, 7)
              .blocks(block, block + 1)
              .make());
    }
    for (int i = 0; i < PROMPTS; i++) {
      long block = 1_000_003L * (i + 1);
      rows.add(
          RawTrace.row("p" + i, "mallory")
              .at((PROMPTS + i) * 1_000L)
              .tokens(40 + i, 7)
              .blocks(block, block + 1)
              .make());
    }
    return rows;
  }

  @Test
  void plantedPromptsMatchNoOtherTenantBelowK() throws IOException {
    Release release = Releasing.release(raw(planted()), Releasing.POLICY);
    List<TraceRow> rows = RawTrace.read(release.trace());
    Set<Long> victims = new HashSet<>();
    rows.stream().limit(PROMPTS).forEach(row -> victims.addAll(ids(row)));
    for (TraceRow row : rows.subList(PROMPTS, 2 * PROMPTS)) {
      assertTrue(ids(row).stream().noneMatch(victims::contains));
    }
    assertEquals(0, release.risk().planted().orElseThrow().belowK());
    assertEquals(0, release.risk().confirmation().ids().matches());
  }

  private static List<Long> ids(TraceRow row) {
    return row.request().prefixBlocks().map(BlockIds::stream).orElseThrow().boxed().toList();
  }

  /** As one card of a shuffled pack lies in its place: more than 8 has a chance of 1 in 10^6. */
  @Test
  void twoReleasesShareNoMoreIdsThanChanceMakes() throws IOException {
    TraceFile raw = raw(planted());
    DryRun run = dryRun(raw, Releasing.POLICY);
    assertEquals(2 * PROMPTS + 6, run.crossRelease().ids());
    assertTrue(run.crossRelease().equal() <= 8, run.crossRelease().toString());
    KeySource same = Releasing.key(5);
    DryRun sameKey =
        new Anonymizer(same, Releasing.CLOCK, "olga")
            .dryRun(raw, Releasing.policy(folder, Releasing.POLICY), Progress.SILENT);
    assertEquals(sameKey.crossRelease().ids(), sameKey.crossRelease().equal());
  }

  private DryRun dryRun(TraceFile raw, String policy) throws IOException {
    int[] fill = {1};
    KeySource keys = () -> Releasing.key(fill[0]++).newKey();
    return new Anonymizer(keys, Releasing.CLOCK, "olga")
        .dryRun(raw, Releasing.policy(folder, policy), Progress.SILENT);
  }

  @Test
  void aMissedBoundLeavesNoFile() throws IOException {
    TraceFile raw = raw(planted());
    String strict =
        Releasing.POLICY + "risk: {max_unique_lengths: 0.0, max_clock_correlation: 0.5}\n";
    GateMissedException missed =
        assertThrows(GateMissedException.class, () -> Releasing.release(raw, strict));
    assertEquals(1, missed.gate().misses().size());
    assertTrue(missed.getMessage().startsWith("max_clock_correlation: "), missed.getMessage());
    try (var files = Files.list(folder)) {
      assertEquals(
          List.of("policy.yaml", "raw.trace.parquet"),
          files.map(f -> f.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void aDryRunWritesNothingAndTellsNoValue() throws IOException {
    List<TraceRow> rows = planted();
    rows.add(
        RawTrace.row("secret-id-77", "acme-corp")
            .at(900_000)
            .model("ft:acme-model")
            .session("conversation-of-alice")
            .content(
                "{\"messages\":[{\"role\":\"user\",\"content\":\"I am alice@acme.example\","
                    + "\"acme_key\":\"Meier\"}]}")
            .make());
    DryRun run = dryRun(raw(rows), Releasing.POLICY);
    String json = Json.line(run);
    for (String value : List.of("acme", "alice", "Meier", "secret-id")) {
      assertFalse(json.contains(value), value);
    }
    assertEquals(1, run.content().requests());
    assertEquals(1, run.content().messages());
    assertTrue(
        run.content().findings().stream()
            .anyMatch(f -> f.type().contains("EMAIL") && f.path().equals("messages[*].content")),
        run.content().findings().toString());
    assertFalse(Files.exists(folder.resolve("released.trace.parquet")));
    assertTrue(run.diff().stream().anyMatch(s -> s.stratum().endsWith("with text")));
  }

  @Test
  void aPlanCountsColumnsAndSuggestsAPolicyThatIsOne() throws IOException {
    List<TraceRow> rows = planted();
    rows.add(RawTrace.row("x", "acme-corp").model("ft:acme-model").at(1).make());
    TraceFile raw = raw(rows);
    InputProfile profile =
        InputScan.of(
            raw,
            Optional.empty(),
            11,
            new TextScanner(Detectors.of(List.of("secrets"))),
            Progress.SILENT);
    assertEquals(Principal.TENANT, profile.unit());
    assertEquals(7, profile.units());
    InputProfile.Column model =
        profile.columns().stream().filter(c -> c.name().equals("model")).findFirst().orElseThrow();
    assertEquals(1, model.values());
    assertEquals(Optional.of(1L), model.rare());
    // 200 pairs of lengths twice each, and one alone.
    assertEquals(1.0 / 401, profile.aloneByBucket().get(1), 1e-12);
    assertFalse(Json.line(profile).contains("acme-corp"));
    assertFalse(Json.line(profile).contains("ft:acme"));

    PolicySuggestion suggestion = PolicySuggestion.of(profile, 16);
    assertEquals(Operator.EXACT, suggestion.lengths());
    Policy policy = Releasing.policy(folder, suggestion.yaml());
    assertEquals(Principal.TENANT, policy.unit().principal());
    assertFalse(policy.profile().releasesText());
  }

  @Test
  void lengthsThatAreMostlyAloneAreSuggestedInClasses() throws IOException {
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      rows.add(RawTrace.row("r" + i).at(i).tokens(1_000 + i, 7).make());
    }
    InputProfile profile =
        InputScan.of(raw(rows), Optional.empty(), 11, new TextScanner(List.of()), Progress.SILENT);
    assertEquals(1, profile.aloneByBucket().get(1));
    assertEquals(0, profile.aloneByBucket().get(16));
    assertEquals(Operator.BUCKET_16, PolicySuggestion.of(profile, 0).lengths());
    // Blocks of 24 tokens are no multiple of 16.
    assertEquals(Operator.EXACT, PolicySuggestion.of(profile, 24).lengths());
  }
}
