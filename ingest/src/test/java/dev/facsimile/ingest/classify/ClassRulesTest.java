package dev.facsimile.ingest.classify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassRulesTest {
  @TempDir private Path folder;

  private static TraceRow row(int input, int output, String model, String content) {
    Origin origin =
        new Origin(
            Optional.empty(),
            Optional.empty(),
            Optional.of(model),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Request request = Request.of("r", 0, input, output).from(origin).streamed(Optional.of(false));
    return new TraceRow(request, Observed.NOTHING, Optional.of(content));
  }

  private static String messages(String text) {
    return "{\"messages\":[{\"role\":\"user\",\"content\":\"" + text + "\"}]}";
  }

  private ClassRules rules(String yaml) throws IOException {
    return ClassRules.load(Files.writeString(folder.resolve("c.yaml"), yaml));
  }

  private static Optional<String> classOf(ClassRules rules, TraceRow row) {
    return rules.classify(row).request().requestClass();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "100  | 100 | gpt  | {\"messages\":[],\"tools\":[{\"type\":\"function\"}]} | agent",
        "100  | 100 | gpt  | {\"messages\":[{\"role\":\"tool\",\"content\":\"42\"}]} | agent",
        "100  | 100 | gpt  | {\"messages\":[],\"tools\":[]} | interactive-chat",
        "100  | 100 | gpt  | {\"messages\":[{\"role\":\"user\",\"content\":\"<context>x\"}]} | rag",
        "9000 | 100 | qwen-coder-7b | {\"messages\":[]} | code",
        "4000 | 500 | gpt  | {\"messages\":[]} | summarize-async",
        "3999 | 500 | gpt  | {\"messages\":[]} | interactive-chat",
        "4000 | 501 | gpt  | {\"messages\":[]} | interactive-chat",
      })
  void theFirstRuleThatMatchesWins(int in, int out, String model, String content, String name)
      throws IOException {
    ClassRules sample = ClassRules.load(SharedData.root().resolve("samples/mappings/classes.yaml"));
    assertEquals(Optional.of(name), classOf(sample, row(in, out, model, content)));
  }

  @Test
  void aRequestThatNoRuleMatchesKeepsTheClassOfItsLog() throws IOException {
    ClassRules rules = rules("classes:\n  - class: big\n    when: {input_tokens: 1000..}\n");
    TraceRow small = row(1, 1, "m", messages("hi"));
    TraceRow logged =
        new TraceRow(small.request().inClass("chat"), small.observed(), small.content());
    assertEquals(Optional.of("chat"), classOf(rules, logged));
    assertEquals(Optional.empty(), classOf(rules, small));
  }

  @Test
  void aMarkerIsFoundEvenWhereJsonEscapesIt() throws IOException {
    ClassRules rules = rules("classes:\n  - class: rag\n    when: {contains: \"a \\\"b\\\"\"}\n");
    assertEquals(
        Optional.of("rag"), classOf(rules, row(1, 1, "m", messages("see a \\\"b\\\" there"))));
  }

  @Test
  void everyErrorIsToldAtOnceAndWhatWasMeant() {
    InputException refused =
        assertThrows(
            InputException.class,
            () ->
                rules(
                    """
                    classes:
                      - class: a
                        when: {modle: x, input_tokens: 500}
                      - when: {tools: maybe}
                      - class: b
                        whn: {}
                    """));
    String message = refused.getMessage();
    assertTrue(message.contains("classes[1].when.modle is unknown, did you mean model?"), message);
    assertTrue(message.contains("input_tokens is 500, expected a range such as 4000.."), message);
    assertTrue(message.contains("classes[2].class is missing"), message);
    assertTrue(message.contains("tools is \"maybe\", expected true or false"), message);
    assertTrue(message.contains("classes[3].whn is unknown, did you mean when?"), message);
  }

  @Test
  void sharesAreOfRequestsAndOfTokens() {
    ClassTally tally = new ClassTally();
    tally.add(Request.of("a", 0, 10, 1).inClass("chat"));
    tally.add(Request.of("b", 0, 20, 2).inClass("chat"));
    tally.add(Request.of("c", 0, 500, 5));
    assertEquals(new ClassShare(2, 30, 3), tally.shares().get("chat"));
    assertEquals(new ClassShare(1, 500, 5), tally.shares().get(ClassTally.UNCLASSIFIED));
  }
}
