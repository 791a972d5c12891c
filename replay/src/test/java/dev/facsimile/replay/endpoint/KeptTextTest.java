package dev.facsimile.replay.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeptTextTest {
  private static AnswerText json(String... texts) {
    KeptText kept = new KeptText(TextKeeping.all());
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      kept.addJson(KeptText.Part.CONTENT, bytes, 0, bytes.length);
    }
    return kept.handOver().orElseThrow();
  }

  @Test
  void aJsonTextIsWhatItsEscapesMean() {
    assertEquals(
        "a\"b\\c/d\b\f\n\r\tGrüße é 世 😀 😀!",
        json(
                "a\\\"b\\\\c\\/d\\b\\f\\n\\r\\t",
                "Gr\u00fc\\u00dfe \\u00e9 \u4e16 \\ud83d\\ude00 ",
                "\ud83d\ude00!")
            .content());
  }

  @Test
  void whatIsNoWholeEscapeDoesNoHarm() {
    assertEquals("au12", json("a\\u12").content());
    assertEquals("a?b", json("a\\ud83db").content());
    assertEquals("a", json("a").content());
  }

  private static HttpAnswer openAi(TextKeeping keeping, String... deltas) {
    HttpAnswer answer =
        HttpAnswer.ofEvents(
            new OpenAiDialect(),
            true,
            new HttpAnswer.Settings(Optional.of(new KeptText(keeping)), Clock.systemUTC()));
    answer.head(new ResponseHead(200, true, Map.of("content-type", "text/event-stream")), 1);
    for (String delta : deltas) {
      byte[] bytes =
          ("data: {\"choices\":[{\"index\":0,\"delta\":" + delta + "}]}\n\n")
              .getBytes(StandardCharsets.UTF_8);
      answer.body(bytes, 0, bytes.length, 2);
    }
    return answer;
  }

  @Test
  void contentReasoningAndToolCallsAreKeptApart() {
    HttpAnswer answer =
        openAi(
            TextKeeping.all(),
            "{\"role\":\"assistant\",\"content\":\"\"}",
            "{\"reasoning_content\":\"thi\"}",
            "{\"reasoning_content\":\"nk\"}",
            "{\"content\":\"answer\"}",
            "{\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"\"}},"
                + "{\"index\":1,\"function\":{\"name\":\"g\"}}]}",
            "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"x\\\":1}\"}}]}");
    assertEquals(Optional.of(new AnswerText("answer", "think", "f{\"gx\":1}")), answer.text());
  }

  @Test
  void reasoningUnderTwoNamesIsSaidOnce() {
    HttpAnswer answer =
        openAi(TextKeeping.all(), "{\"reasoning\":\"once\",\"reasoning_content\":\"once\"}");
    assertEquals("once", answer.text().orElseThrow().reasoning());
  }

  @Test
  void anAnswerThatFindsNoRoomIsNotKeptAndGivesItsRoomBack() {
    TextKeeping keeping = new TextKeeping(1, 1024);
    HttpAnswer small = openAi(keeping, "{\"content\":\"small\"}");
    HttpAnswer large = openAi(keeping, "{\"content\":\"" + "x".repeat(900) + "\"}");
    assertEquals(Optional.empty(), large.text());
    assertEquals("small", small.text().orElseThrow().content());
    HttpAnswer next = openAi(keeping, "{\"content\":\"" + "y".repeat(900) + "\"}");
    assertEquals(900, next.text().orElseThrow().content().length());
  }

  @Test
  void aShareOfTheRequestsIsKeptAndTheSameOneEachTime() {
    TextKeeping third = new TextKeeping(1 / 3.0, 1);
    TextKeeping again = new TextKeeping(1 / 3.0, 9);
    long kept = IntStream.range(0, 3_000).filter(i -> third.keeps("r" + i)).count();
    // Binomial: 1,000 with a standard deviation of 26; four of them.
    assertTrue(Math.abs(kept - 1_000) < 104, "kept " + kept);
    assertTrue(
        IntStream.range(0, 3_000).allMatch(i -> third.keeps("r" + i) == again.keeps("r" + i)));
    assertFalse(TextKeeping.NONE.keeps("r"));
    assertTrue(TextKeeping.all().keeps("r"));
  }
}
