package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.policy.DetectRules;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.anonymize.text.DetectorFailure;
import dev.facsimile.anonymize.text.Redactor;
import dev.facsimile.anonymize.text.TextCounts;
import dev.facsimile.trace.LoadedTokenizers;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RedactedTextTest {
  private static final String TOKENIZER = "samples/tokenizer/tokenizer.json";
  private static final String MAIL = "jane.roe@acme.example";
  private static final String KEY = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a";

  @TempDir private Path folder;

  private static Path tokenizer() {
    return SharedData.root().resolve(TOKENIZER);
  }

  private static TraceRow chat(String id, String text) {
    return RawTrace.row(id, "t")
        .content("{\"messages\":[{\"role\":\"user\",\"content\":" + Json.line(text) + "}]}")
        .make();
  }

  private String released(Release release, int row) throws IOException {
    return RawTrace.read(release.trace()).get(row).content().orElseThrow();
  }

  @Test
  void whatIsFoundIsReplacedByItsTypeAndTheCountStays() throws IOException {
    List<TraceRow> rows =
        List.of(
            chat("a", "Please write to " + MAIL + " about the order, and do it today."),
            chat("b", "The token is " + KEY + ", and it is the one that we use for the build."),
            chat("c", "There is nothing to find in this, and it is the same as before."));
    Release release = TextReleases.release(folder, rows, TextReleases.REDACTED, tokenizer());
    assertFalse(released(release, 0).contains("jane") || released(release, 0).contains("acme"));
    assertTrue(
        released(release, 0)
            .startsWith("{\"messages\":[{\"role\":\"user\",\"content\":\"Please write to "));
    assertFalse(released(release, 1).contains(KEY.substring(4, 20)), released(release, 1));
    assertEquals(rows.get(2).content().get(), released(release, 2));
    assertEquals(
        TextReleases.count(rows, tokenizer(), 16),
        TextReleases.count(RawTrace.read(release.trace()), tokenizer(), 16));
    TextCounts counts = release.text().orElseThrow();
    assertEquals(2, counts.spans().values().stream().mapToLong(Long::longValue).sum());
    assertTrue(
        release.manifest().notes().stream().anyMatch(note -> note.contains("original text")));
  }

  @Test
  void aMessageInALanguageThatIsNotListedIsMadeUpAsAWhole() throws IOException {
    String german = "Ich habe die Rechnung von der Firma nicht bekommen und bitte um eine Kopie.";
    List<TraceRow> rows = List.of(chat("a", german), chat("b", "こんにちは、田中さんをお願いします。"));
    Release release = TextReleases.release(folder, rows, TextReleases.REDACTED, tokenizer());
    assertEquals(2, release.text().orElseThrow().otherLanguages());
    assertFalse(released(release, 0).contains("Rechnung"));
    assertFalse(released(release, 1).contains("田"));
    assertEquals(
        TextReleases.count(rows, tokenizer(), 16),
        TextReleases.count(RawTrace.read(release.trace()), tokenizer(), 16));
  }

  @Test
  void argumentsAndResultsOfToolsAreScannedToo() throws IOException {
    String content =
        """
        {"messages":[{"role":"user","content":"Look it up for me, please."},
         {"role":"assistant","content":"","tool_calls":[{"id":"c1","type":"function",
          "function":{"name":"find","arguments":"{\\"mail\\": \\"jane.roe@acme.example\\"}"}}]},
         {"role":"tool","tool_call_id":"c1",
          "content":"{\\"rows\\": [{\\"mail\\": \\"jane.roe@acme.example\\"}]}"}]}
        """;
    List<TraceRow> rows = List.of(RawTrace.row("a", "t").content(content).make());
    Release release = TextReleases.release(folder, rows, TextReleases.REDACTED, tokenizer());
    assertFalse(released(release, 0).contains("jane"), released(release, 0));
    assertTrue(released(release, 0).contains("rows"), "the result's structure stays");
  }

  @Test
  void aDetectorThatFailsFailsTheRunAndSaysNothingOfTheText() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.of(tokenizer());
    Redactor redactor =
        Redactor.of(
            text -> {
              throw new IllegalStateException("cannot read " + text);
            },
            DetectRules.USUAL,
            tokenizer,
            tokenizer());
    DetectorFailure failure =
        assertThrows(DetectorFailure.class, () -> redactor.redact("my key is " + KEY, keys()));
    assertFalse(failure.getMessage().contains(KEY), failure.getMessage());
    assertNull(failure.getCause());
  }

  private static KeySource keys() {
    return Releasing.key(3);
  }

  @Test
  void contentThatIsNoJsonIsRefusedWithoutAWordOfIt() throws IOException {
    List<TraceRow> rows =
        List.of(RawTrace.row("a", "t").content("{\"messages\": " + KEY + "}").make());
    InputException refused =
        assertThrows(
            InputException.class,
            () -> TextReleases.release(folder, rows, TextReleases.REDACTED, tokenizer()));
    for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
      assertFalse(cause.getMessage().contains("ghp_"), cause.getMessage());
    }
  }

  @Test
  void redactedTextOfALooseTextKeepsItsCount() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.of(tokenizer());
    String text = "Ask " + MAIL + " for the keys of the house, or write to the owner of it.";
    Redactor redactor = scanning(tokenizer);
    String redacted = redactor.redact(text, keys());
    assertFalse(redacted.contains("jane"), redacted);
    assertTrue(redacted.startsWith("Ask ") && redacted.endsWith(" or write to the owner of it."));
    assertEquals(tokenizer.count(text), tokenizer.count(redacted));
  }

  private static Redactor scanning(Tokenizer tokenizer) throws IOException {
    var scanner =
        new dev.facsimile.anonymize.detect.scan.TextScanner(
            dev.facsimile.anonymize.detect.Detectors.of(List.of("secrets", "pii-core")));
    return Redactor.of(scanner::scan, DetectRules.USUAL, tokenizer, tokenizer());
  }
}
