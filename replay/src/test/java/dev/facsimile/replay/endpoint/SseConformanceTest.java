package dev.facsimile.replay.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.http.ResponseHead;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.outcome.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Streams as servers of the field really send them, and ways in which clients of the field break on
 * them. Each stream is read whole, byte by byte, and cut in two at every place: the answer must be
 * the same.
 */
class SseConformanceTest {
  private static final String ROLE = chunk("\"role\":\"assistant\",\"content\":\"\"");
  private static final String ONE = chunk("\"content\":\"Grüße \"");
  private static final String TWO = chunk("\"content\":\"世界 \\ud83d\\ude00\"");
  private static final String STOP =
      "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
  private static final String USAGE =
      "{\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,"
          + "\"prompt_tokens_details\":{\"cached_tokens\":8}}}";

  private static String chunk(String delta) {
    return "{\"choices\":[{\"index\":0,\"delta\":{" + delta + "},\"finish_reason\":null}]}";
  }

  private static String event(String data) {
    return "data: " + data + "\n\n";
  }

  private static String stream(String... data) {
    StringBuilder text = new StringBuilder();
    for (String each : data) {
      text.append(event(each));
    }
    return text.toString();
  }

  private static final String PLAIN = stream(ROLE, ONE, TWO, STOP, USAGE, "[DONE]");

  /** The same answer, said in every way. */
  static Stream<String> sameAnswer() {
    return Stream.of(
        PLAIN,
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.replace("data: ", "data:"),
        "\ufeff" + PLAIN,
        PLAIN.replace("data: {", ": keep-alive\n\ndata: {"),
        ":\n\n:\n\n" + PLAIN,
        PLAIN.replace("data: ", "id: 7\nretry: 3000\nevent: message\ndata: "),
        PLAIN.replace("\"delta\":{", "\"delta\":\ndata: {"),
        PLAIN.replace("\n\n", "\n\n\n\n"),
        PLAIN.replace("data: [DONE]", "data: [DONE] "),
        // No [DONE]: a finish reason has come.
        stream(ROLE, ONE, TWO, STOP, USAGE),
        // No [DONE] and no last blank line.
        stream(ROLE, ONE, TWO, STOP) + "data: " + USAGE + "\n",
        // The usage in the chunk of the finish reason.
        stream(
            ROLE,
            ONE,
            TWO,
            STOP.substring(0, STOP.length() - 1) + "," + USAGE.substring(14),
            "[DONE]"));
  }

  private static HttpAnswer begun() {
    HttpAnswer answer = HttpAnswer.ofEvents(new OpenAiDialect(), true, Reading.withText());
    answer.head(
        new ResponseHead(200, true, Map.of("content-type", "text/event-stream; charset=utf-8")), 1);
    return answer;
  }

  private static void same(HttpAnswer answer, String how) {
    assertEquals(Ending.WHOLE, answer.end(true), how);
    Answer seen = answer.answer();
    assertEquals(2, seen.eventTokens(), how);
    assertEquals(Optional.of("stop"), seen.finishReason(), how);
    assertEquals(
        new Answer.Usage(OptionalInt.of(9), OptionalInt.of(2), OptionalInt.of(8)),
        seen.usage(),
        how);
    assertEquals("Grüße 世界 😀", answer.text().orElseThrow().content(), how);
  }

  @ParameterizedTest
  @MethodSource("sameAnswer")
  void theAnswerIsTheSameHoweverItIsSaidAndWhereverItIsCut(String stream) {
    byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
    HttpAnswer whole = begun();
    whole.body(bytes, 0, bytes.length, 2);
    same(whole, "whole");
    HttpAnswer slow = begun();
    for (int i = 0; i < bytes.length; i++) {
      slow.body(bytes, i, i + 1, 2);
    }
    same(slow, "byte by byte");
    for (int cut = 1; cut < bytes.length; cut++) {
      HttpAnswer halves = begun();
      halves.body(bytes, 0, cut, 2);
      halves.body(bytes, cut, bytes.length, 3);
      same(halves, "cut at " + cut);
    }
  }

  private static HttpAnswer read(String stream) {
    HttpAnswer answer = HttpAnswer.ofEvents(new OpenAiDialect(), true, Reading.WITHOUT_TEXT);
    answer.head(new ResponseHead(200, true, Map.of("content-type", "text/event-stream")), 1);
    long now = 10;
    for (String event : stream.split("(?<=\n\n)")) {
      byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
      answer.body(bytes, 0, bytes.length, now);
      now += 10;
    }
    return answer;
  }

  @Test
  void aRoleAloneIsNoToken() {
    HttpAnswer answer = read(PLAIN);
    answer.end(true);
    assertEquals(OptionalLong.of(20), answer.answer().firstTokenNanos());
  }

  @ParameterizedTest
  @MethodSource("errors")
  void anErrorInsideATwoHundredIsAFailure(String stream, String reason) {
    HttpAnswer answer = read(stream);
    Ending ending = answer.end(true);
    assertEquals(RequestStatus.FAILED, ending.status());
    assertTrue(ending.error().contains(reason), ending.error());
  }

  static Stream<Arguments> errors() {
    return Stream.of(
        Arguments.of(
            stream(ONE, "{\"error\":{\"message\":\"out of memory\",\"code\":500}}", "[DONE]"),
            "out of memory"),
        Arguments.of(
            stream(ONE) + "event: error\ndata: {\"detail\":\"preempted\"}\n\n", "preempted"),
        Arguments.of(stream(ONE, "{\"error\":\"engine died\"}"), "engine died"),
        Arguments.of(stream(ONE) + "event: error\ndata: not json\n\n", "not json"),
        Arguments.of(stream(ONE, TWO), "truncated stream"),
        Arguments.of("", "truncated stream"));
  }

  @Test
  void aStreamThatIsCutKeepsWhatCame() {
    HttpAnswer answer = read(stream(ROLE, ONE) + "data: {\"choices\":[{\"del");
    assertEquals(Ending.failed("truncated stream"), answer.end(false));
    assertEquals(1, answer.answer().eventTokens());
    assertEquals("events", answer.answer().tokenSource());
  }

  @Test
  void reasoningAndToolCallsAreTokens() {
    HttpAnswer answer =
        read(
            stream(
                ROLE,
                chunk("\"reasoning_content\":\"hm\""),
                chunk("\"reasoning\":\"hm\""),
                chunk(
                    "\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\","
                        + "\"function\":{\"name\":\"look\",\"arguments\":\"\"}}]"),
                chunk("\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"q\"}}]"),
                chunk("\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\"}}]"),
                STOP.replace("stop", "tool_calls"),
                "[DONE]"));
    assertEquals(Ending.WHOLE, answer.end(true));
    assertEquals(4, answer.answer().eventTokens());
    assertEquals(Optional.of("tool_calls"), answer.answer().finishReason());
  }

  @Test
  void aKeysNameInsideTheTextIsNoKey() {
    HttpAnswer answer =
        read(
            stream(
                chunk("\"content\":\"\\\"finish_reason\\\":\\\"stop\\\" [DONE] \\\"error\\\":1\""),
                STOP));
    assertEquals(Ending.WHOLE, answer.end(true));
    assertEquals(1, answer.answer().eventTokens());
  }

  private static String counted(String delta, int tokens) {
    String chunk = chunk(delta);
    return chunk.substring(0, chunk.length() - 1)
        + ",\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":"
        + tokens
        + "}}";
  }

  @Test
  void textThatTheServerHoldsBackIsSeenByItsGrowingUsage() {
    HttpAnswer answer =
        read(
            stream(
                counted("\"role\":\"assistant\",\"content\":\"\"", 0),
                counted("\"content\":null", 1),
                counted("\"content\":null", 2),
                counted("\"content\":\"\"", 2),
                counted("\"content\":\"all of it\"", 3),
                STOP,
                USAGE.replace("\"completion_tokens\":2", "\"completion_tokens\":3"),
                "[DONE]"));
    assertEquals(Ending.WHOLE, answer.end(true));
    Answer seen = answer.answer();
    assertEquals(3, seen.eventTokens(), "the two that were held back, and the text");
    assertEquals(OptionalLong.of(20), seen.firstTokenNanos());
    assertEquals(OptionalInt.of(3), seen.usage().outputTokens());
    assertEquals("usage", seen.tokenSource());
  }

  @Test
  void aCountSoFarIsKeptWhereTheStreamIsCut() {
    HttpAnswer answer =
        read(stream(counted("\"content\":\"a\"", 1), counted("\"content\":\"b c\"", 3)));
    answer.end(false);
    assertEquals(OptionalInt.of(3), answer.answer().usage().outputTokens());
    assertEquals(2, answer.answer().eventTokens());
  }
}
