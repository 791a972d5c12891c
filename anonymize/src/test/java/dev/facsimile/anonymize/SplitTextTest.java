package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.text.TextCounts;
import dev.facsimile.trace.LoadedTokenizers;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that many tasks release are those of one machine, whatever the pieces. */
final class SplitTextTest {
  private static final String TOKENIZER = "samples/tokenizer/tokenizer.json";
  private static final int ROWS = 80;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @TempDir private Path folder;

  private static Path tokenizer() {
    return SharedData.root().resolve(TOKENIZER);
  }

  private static ObjectNode message(String role, String text) {
    return JSON.objectNode().put("role", role).put("content", text);
  }

  /**
   * Sessions that grow, of tenants of which all, some or one have a system prompt and a tool; with
   * addresses to find, another language, an answer, calls of tools, and rows without content.
   */
  private static List<TraceRow> rows(boolean tenants) {
    UniformRandomProvider random = new SeededStreams(5).stream("rows");
    List<TraceRow> rows = new ArrayList<>();
    List<ArrayNode> histories = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int session = random.nextInt(1 + i / 4);
      int tenant = session % 7;
      if (session >= histories.size()) {
        session = histories.size();
        tenant = session % 7;
        histories.add(
            JSON.arrayNode()
                .add(message("system", "You help everybody with their orders and their bills."))
                .add(
                    message(
                        "system",
                        "Number "
                            + tenant / 2
                            + " of our helpers looks up what is asked for in the table of all"
                            + " orders, and tells who has sent them and when they were sent.")));
      }
      ArrayNode history = histories.get(session);
      history.add(message("user", question(i, random)));
      ObjectNode content = JSON.objectNode();
      content.set("messages", history.deepCopy());
      String tool = i % 2 == 0 ? "find" : "find_" + tenant / 2;
      content.putArray("tools").addObject().putObject("function").put("name", tool);
      content.set("response", TextReleases.answer("It was sent on the " + i + "th of the month."));
      ObjectNode called = history.addObject().put("role", "assistant").put("content", "");
      called
          .putArray("tool_calls")
          .addObject()
          .put("id", "call-" + i)
          .putObject("function")
          .put("name", tool)
          .put("arguments", "{\"order\": " + i + "}");
      RawTrace.Row row =
          tenants ? RawTrace.row("r" + i, "tenant " + tenant) : RawTrace.row("r" + i);
      row.session("s" + session).at(i / 2 * 5L);
      rows.add(i % 13 == 7 ? row.make() : row.content(content.toString()).make());
    }
    return rows;
  }

  private static String question(int i, UniformRandomProvider random) {
    return switch (random.nextInt(4)) {
      case 0 -> "Write to user" + i + "@acme.example that order " + i + " was sent to them today.";
      case 1 -> "Ich habe die Rechnung von der Firma nicht bekommen und bitte um eine Kopie.";
      default -> "When was the order of the day before sent, and who has sent it to us?";
    };
  }

  private Release assertSame(List<TraceRow> rows, String yaml, int pieceRows, int buckets)
      throws IOException {
    return assertSame(rows, yaml, pieceRows, buckets, tokenizer());
  }

  private Release assertSame(
      List<TraceRow> rows, String yaml, int pieceRows, int buckets, Path tokenizer)
      throws IOException {
    TraceFile raw = RawTrace.write(folder.resolve("x.trace.parquet"), rows);
    Policy policy = Releasing.policy(folder, yaml);
    Optional<DeclaredTokenizer> declared =
        Optional.of(new DeclaredTokenizer(LoadedTokenizers.of(tokenizer), tokenizer));
    Path one = folder.resolve("one.trace.parquet");
    Path many = folder.resolve("many.trace.parquet");
    Release expected =
        new Anonymizer(Releasing.key(1), Releasing.CLOCK, "olga")
            .anonymize(raw, policy, declared, one, Progress.SILENT);
    Release got =
        new InPieces(raw, policy, declared, Releasing.key(1), many, pieceRows, buckets)
            .release(1_000);
    assertEquals(RawTrace.read(one), RawTrace.read(many));
    assertEquals(TraceFile.open(one).header(), TraceFile.open(many).header());
    assertEquals(expected.text(), got.text());
    assertEquals(signed(expected), signed(got));
    return got;
  }

  /** What a manifest signs, but for the digest of the file: row groups are other ones. */
  private static ObjectNode signed(Release release) {
    ObjectNode signed = (ObjectNode) Json.toTree(release.manifest().release());
    assertTrue(signed.has("trace_sha256") && signed.has("tokenizer_sha256"), signed.toString());
    signed.remove("trace_sha256");
    return signed;
  }

  @ParameterizedTest
  @CsvSource({"surrogate-text, 7", "redacted-text, 30"})
  void textsAndTheirCountsAreTheSame(String profile, int pieceRows) throws IOException {
    String policy = TextReleases.POLICY.replace("surrogate-text", profile);
    Release release = assertSame(rows(true), policy, pieceRows, 3);
    TextCounts counts = release.text().orElseThrow();
    assertEquals(ROWS - 6, counts.prompts());
    assertTrue(counts.hitBlocksBefore() > 0 && counts.hitsMoved() > 0, counts.toString());
  }

  @Test
  void realAgentRunsThroughAChatTemplateAreTheSame() throws IOException {
    List<TraceRow> rows = TextReleases.agentRuns("taubench", true, 2);
    Path qwen = SharedData.require("tokenizers/qwen3/tokenizer.json");
    int half = rows.size() / 2;
    Release release = assertSame(rows, TextReleases.POLICY, half - 3, 2, qwen);
    TextCounts counts = release.text().orElseThrow();
    assertEquals(0, counts.hitsMoved());
    assertTrue(counts.hitBlocksBefore() > 0, counts.toString());
  }

  @Test
  void aSingleOwnersTextsAreTheSame() throws IOException {
    assertSame(rows(false), TextReleases.REDACTED, 25, 2);
  }

  @Test
  void textsOfMovedArrivalsAreTheSame() throws IOException {
    assertSame(rows(true), TextReleases.POLICY + "time: {start: remove, jitter_ms: 20}\n", 20, 3);
  }

  @Test
  void aContentThatIsRefusedIsNamedByItsRowInTheTrace() throws IOException {
    List<TraceRow> rows = rows(true);
    rows.set(50, RawTrace.row("bad", "t").at(124).content("{\"prompt\": \"hello\"}").make());
    InputException refused =
        assertThrows(InputException.class, () -> assertInPieces(rows, TextReleases.POLICY));
    assertTrue(
        refused.getMessage().endsWith("its content is no JSON with messages, expected it")
            && refused.getMessage().contains("51"),
        refused.getMessage());
  }

  private void assertInPieces(List<TraceRow> rows, String yaml) throws IOException {
    TraceFile raw = RawTrace.write(folder.resolve("x.trace.parquet"), rows);
    new InPieces(
            raw,
            Releasing.policy(folder, yaml),
            Optional.of(new DeclaredTokenizer(LoadedTokenizers.of(tokenizer()), tokenizer())),
            Releasing.key(1),
            folder.resolve("many.trace.parquet"),
            20,
            2)
        .release(1_000);
  }

  @Test
  void textWithoutATokenizerIsRefusedInTheSameWords() throws IOException {
    TraceFile raw = RawTrace.write(folder.resolve("x.trace.parquet"), rows(true));
    Policy policy = Releasing.policy(folder, TextReleases.POLICY);
    Path target = folder.resolve("many.trace.parquet");
    InputException one =
        assertThrows(
            InputException.class,
            () ->
                new Anonymizer(Releasing.key(1), Releasing.CLOCK, "olga")
                    .anonymize(raw, policy, target, Progress.SILENT));
    InputException many =
        assertThrows(
            InputException.class,
            () -> new InPieces(raw, policy, Releasing.key(1), target, 20, 2).release(1_000));
    assertEquals(one.getMessage(), many.getMessage());
  }
}
