package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts that Spark releases have the counts, the hits and the sharing of those of one machine.
 * Their made-up words are others, since every release has a key of its own: that they are the same
 * under one key is told by the room's own tests.
 */
class SparkAnonymizeTextTest {
  private static final int ROWS = 120;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @TempDir private Path folder;

  private static Path tokenizer() {
    return Path.of(System.getProperty("facsimile.spark.home"))
        .resolve("../../../samples/tokenizer/tokenizer.json")
        .normalize();
  }

  private static ObjectNode message(String role, String text) {
    return JSON.objectNode().put("role", role).put("content", text);
  }

  /** Sessions that grow, of tenants of which all or two have a system prompt. */
  private Path raw(String firstContent) throws IOException {
    Path raw = folder.resolve("raw.trace.parquet");
    List<ArrayNode> histories = new ArrayList<>();
    try (TraceWriter writer = TraceWriter.createPrivate(raw)) {
      for (int i = 0; i < ROWS; i++) {
        int session = i % 16;
        int tenant = session % 8;
        if (session == histories.size()) {
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
        String address = i % 3 == 0 ? "Write to user" + i + "@acme.example about it. " : "";
        history.add(message("user", address + "When was order " + i % 5 + " sent, and by whom?"));
        ObjectNode content = JSON.objectNode();
        content.set("messages", history.deepCopy());
        history.add(message("assistant", "It was sent on Monday, and you will have it soon."));
        writer.write(
            new TraceRow(
                Request.of("raw-" + i, i * 1_000_000L, 64, i % 50)
                    .from(
                        new Origin(
                            Optional.of("tenant number " + tenant),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty()))
                    .within(Conversation.of(Optional.of("session " + session))),
                Observed.NOTHING,
                Optional.of(
                    i == 0 && !firstContent.isEmpty() ? firstContent : content.toString())));
      }
      writer.finish(
          new TraceHeader(
              TraceHeader.FORMAT,
              TraceHeader.VERSION,
              ToolVersion.CURRENT,
              TraceHeader.Stage.RAW,
              ROWS,
              Optional.empty(),
              List.of("mapped"),
              "",
              TraceHeader.Sessions.LOGGED,
              Optional.empty(),
              new ClockFacts(OptionalLong.empty(), List.of()),
              Optional.empty(),
              Provenance.NONE));
    }
    return raw;
  }

  private Path policy(String profile) throws IOException {
    String demo = SparkAnonymizeTest.sample("demo");
    String dropped = "content: {class: drop}";
    assertTrue(demo.contains("profile: no-text") && demo.contains(dropped), demo);
    return Files.writeString(
        folder.resolve("policy.yaml"),
        demo.replace("profile: no-text", "profile: " + profile)
                .replace(dropped, "content: {class: text}")
            + "gates: {residual_findings: 1000000, canaries: {per_type: 3, survivors: 0}}\n");
  }

  private static List<String> command(Path raw, Path policy, Path output, String... more) {
    List<String> command = new ArrayList<>(SparkAnonymizeTest.command(raw, policy, output, more));
    command.addAll(List.of("--tokenizer", tokenizer().toString()));
    return command;
  }

  /** A content with the number of its tokens in the place of each text. */
  private static String counted(Tokenizer tokenizer, String content) {
    try {
      ObjectNode tree = (ObjectNode) Json.tree(content);
      for (JsonNode message : tree.path("messages")) {
        ((ObjectNode) message).put("content", tokenizer.count(message.path("content").asText()));
      }
      return tree.toString();
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"surrogate-text", "redacted-text"})
  void theReleaseOfATraceWithTextHasTheSameCountsAndHits(String profile) throws Exception {
    Path raw = raw("");
    Path policy = policy(profile);
    Path one = folder.resolve("alone.trace.parquet");
    Path spark = folder.resolve("spark.trace.parquet");
    String expected = SparkAnonymizeTest.alone(0, command(raw, policy, one));
    Submitted got = Submitted.local(folder, command(raw, policy, spark, "--piece-rows", "35"));
    assertEquals(0, got.code(), got.err());
    assertEquals(
        SparkAnonymizeTest.told(expected),
        SparkAnonymizeTest.told(got.out()).replace("spark.", "alone."),
        "what is told");
    assertEquals(SparkAnonymizeTest.header(one), SparkAnonymizeTest.header(spark));
    assertEquals(SparkAnonymizeTest.manifest(one), SparkAnonymizeTest.manifest(spark));
    try (Tokenizer tokenizer = Tokenizer.load(tokenizer())) {
      SparkAnonymizeTest.assertRows(one, spark, content -> counted(tokenizer, content));
    }
    assertFalse(
        (got.out() + got.err()).contains("acme.example"), "what detectors found is in no log");
  }

  @Test
  void aContentThatIsRefusedIsToldInTheSameWords() throws Exception {
    Path raw = raw("{\"prompt\": \"of the secret order 7781\"}");
    Path policy = policy("surrogate-text");
    Path output = folder.resolve("x.trace.parquet");
    String expected = SparkAnonymizeTest.alone(3, command(raw, policy, output));
    Submitted got = Submitted.local(folder, command(raw, policy, output, "--piece-rows", "35"));
    assertEquals(3, got.code(), got.err());
    assertEquals(expected.replaceAll("(?m)^(?!facsimile:).*\\R?", "").strip(), got.sentences());
    assertTrue(got.sentences().contains("its content is no JSON with messages"), got.err());
    assertFalse((got.out() + got.err()).contains("7781"), got.err());
    assertTrue(Files.notExists(output));
  }
}
