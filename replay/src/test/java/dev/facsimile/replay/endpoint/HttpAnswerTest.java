package dev.facsimile.replay.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.http.ResponseHead;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Gaps;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class HttpAnswerTest {
  private final HttpAnswer answer =
      HttpAnswer.ofEvents(new OpenAiDialect(), true, Reading.WITHOUT_TEXT);
  private long now = 100;

  private void head(int status, String type) {
    answer.head(new ResponseHead(status, true, Map.of("content-type", type)), now);
  }

  private void stream(String... events) {
    head(200, "text/event-stream; charset=utf-8");
    for (String event : events) {
      body("data: " + event + "\n\n");
    }
  }

  /** One read, ten nanoseconds after the one before. */
  private void body(String text) {
    now += 10;
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    answer.body(bytes, 0, bytes.length, now);
  }

  private static String delta(String fields) {
    return "{\"choices\":[{\"index\":0,\"delta\":{" + fields + "},\"finish_reason\":null}]}";
  }

  private static final String STOP =
      "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
  private static final String USAGE =
      "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,"
          + "\"prompt_tokens_details\":{\"cached_tokens\":4}}}";

  @Test
  void aTokenIsContentOrReasoningAndNothingElse() {
    stream(
        delta("\"role\":\"assistant\",\"content\":\"\""),
        delta("\"content\":null"),
        delta("\"reasoning_content\":\"think\""),
        delta("\"reasoning\":\"more\",\"content\":null"),
        delta("\"content\":\"a\""),
        STOP,
        USAGE,
        "[DONE]");
    assertEquals(Ending.WHOLE, answer.end(true));
    Answer seen = answer.answer();
    assertEquals(3, seen.eventTokens());
    assertEquals(OptionalLong.of(100), seen.headersNanos());
    assertEquals(OptionalLong.of(130), seen.firstTokenNanos());
    assertEquals(OptionalLong.of(150), seen.lastTokenNanos());
    assertEquals(Gaps.of(10, 10), seen.gaps());
    assertEquals(Optional.of("stop"), seen.finishReason());
    assertEquals(
        new Answer.Usage(OptionalInt.of(7), OptionalInt.of(3), OptionalInt.of(4)), seen.usage());
    assertTrue(seen.streamed());
  }

  @Test
  void aKeysNameInsideGeneratedTextIsNoKey() {
    stream(delta("\"role\":\"assistant\",\"tool\":\"\\\"content\\\":\\\"x\\\"\""), STOP);
    answer.end(true);
    assertEquals(0, answer.answer().eventTokens());
  }

  @Test
  void textThatLooksLikeAnErrorIsText() {
    stream(delta("\"content\":\"{\\\"error\\\": {\\\"message\\\": \\\"no\\\"}}\""), STOP, "[DONE]");
    assertEquals(Ending.WHOLE, answer.end(true));
    assertEquals(1, answer.answer().eventTokens());
  }

  @Test
  void aQuoteInsideTheTextHidesNothingBehindIt() {
    stream("{\"choices\":[{\"delta\":{\"content\":\"6\\\" \"},\"finish_reason\":\"stop\"}]}");
    assertEquals(Ending.WHOLE, answer.end(true));
    assertEquals(1, answer.answer().eventTokens());
  }

  @Test
  void blanksInsideTheJsonDoNotMatter() {
    stream("{ \"choices\" : [ { \"delta\" : { \"content\" : \"a\" } } ] }", STOP);
    assertEquals(Ending.WHOLE, answer.end(true));
    assertEquals(1, answer.answer().eventTokens());
  }

  @Test
  void eventsOfOneReadShareItsTime() {
    head(200, "text/event-stream");
    body(
        "data: " + delta("\"content\":\"a\"") + "\n\ndata: " + delta("\"content\":\"b\"") + "\n\n");
    assertEquals(Gaps.of(0), answer.answer().gaps());
  }

  @Test
  void aFinishReasonIsEnoughWhereDoneIsMissing() {
    stream(delta("\"content\":\"a\""), STOP);
    assertEquals(Ending.WHOLE, answer.end(true));
  }

  @Test
  void doneIsEnoughWhereTheFinishReasonIsMissing() {
    stream(delta("\"content\":\"a\""), "[DONE]");
    assertEquals(Ending.WHOLE, answer.end(true));
  }

  @Test
  void aStreamWithoutEitherIsTruncated() {
    stream(delta("\"content\":\"a\""));
    assertEquals(Ending.failed("truncated stream"), answer.end(true));
    assertEquals(1, answer.answer().eventTokens());
  }

  @Test
  void anErrorInsideASuccessfulStreamIsAFailure() {
    stream(delta("\"content\":\"a\""), "{\"error\":{\"message\":\"out of memory\",\"code\":500}}");
    assertEquals(Ending.failed("error event: out of memory"), answer.end(true));
  }

  @Test
  void anEventNamedErrorIsAFailure() {
    head(200, "text/event-stream");
    body("event: error\ndata: {\"detail\":\"gone\"}\n\n");
    assertEquals(Ending.failed("error event: {\"detail\":\"gone\"}"), answer.end(true));
  }

  @Test
  void tooManyRequestsAndUnavailableAreRejections() {
    for (int status : new int[] {429, 503}) {
      HttpAnswer one = HttpAnswer.ofEvents(new OpenAiDialect(), true, Reading.WITHOUT_TEXT);
      one.head(new ResponseHead(status, true, Map.of("content-type", "application/json")), 1);
      byte[] body = "{\"error\":{\"message\":\"full\"}}".getBytes(StandardCharsets.UTF_8);
      one.body(body, 0, body.length, 2);
      assertEquals(Ending.rejected("HTTP " + status + ": full"), one.end(true));
      assertFalse(one.answer().accepted());
    }
  }

  @Test
  void anyOtherErrorStatusIsAFailure() {
    head(500, "text/plain");
    body("Internal\nServer Error");
    assertEquals(Ending.failed("HTTP 500: Internal Server Error"), answer.end(true));
  }

  @Test
  void aWholeDocumentIsOneChunkAndNotStreamed() {
    head(200, "application/json");
    body("{\"choices\":[{\"message\":{\"content\":\"a b c\"},\"finish_reason\":\"length\"}],");
    body("\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":3}}");
    assertEquals(Ending.WHOLE, answer.end(true));
    assertFalse(answer.answer().streamed());
    assertEquals(OptionalLong.of(120), answer.answer().firstTokenNanos());
    assertEquals(3, answer.answer().outputTokens());
    assertTrue(answer.answer().itlNanos().isEmpty());
  }

  @Test
  void aDocumentCutShortIsAFailure() {
    head(200, "application/json");
    body("{\"choices\":[{\"mess");
    assertEquals(RequestStatus.FAILED, answer.end(false).status());
  }

  @Test
  void nothingAtAllIsAFailure() {
    assertEquals(Ending.failed("connection closed before a response"), answer.end(false));
  }
}
