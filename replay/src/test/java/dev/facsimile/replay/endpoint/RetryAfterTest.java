package dev.facsimile.replay.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.replay.http.ResponseHead;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
  private static final Clock OURS =
      Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
  private static final String THERE = "Mon, 30 Nov 2026 12:00:00 GMT";

  private static OptionalLong seconds(long seconds) {
    return OptionalLong.of(seconds * 1_000_000_000L);
  }

  private static OptionalLong asked(String value, String date) {
    return RetryAfter.nanos(value, Optional.of(date), OURS);
  }

  @Test
  void secondsAreSecondsAndAtMostElevenDays() {
    assertEquals(seconds(0), asked("0", THERE));
    assertEquals(seconds(120), asked("120", THERE));
    assertEquals(seconds(1_000_000), asked("999999999", THERE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Mon, 30 Nov 2026 12:01:30 GMT",
        "Monday, 30-Nov-26 12:01:30 GMT",
        "Mon Nov 30 12:01:30 2026",
        // A wrong day of the week is no reason not to wait.
        "Sun, 30 Nov 2026 12:01:30 GMT"
      })
  void aDateInAnyOfItsThreeFormsIsSetAgainstTheServersOwn(String value) {
    assertEquals(seconds(90), asked(value, THERE));
    assertEquals(seconds(90), RetryAfter.nanos(value, Optional.empty(), OURS));
  }

  @Test
  void theDayOfAsctimeIsPaddedWithABlank() {
    assertEquals(seconds(86_400 + 5), asked("Tue Dec  1 12:00:05 2026", THERE));
  }

  @Test
  void aServerWhoseClockIsAnHourAheadIsUnderstood() {
    assertEquals(
        seconds(30), asked("Mon, 30 Nov 2026 13:00:30 GMT", "Monday, 30-Nov-26 13:00:00 GMT"));
    // Against our own clock it would be an hour more.
    assertEquals(
        seconds(3_630), RetryAfter.nanos("Mon, 30 Nov 2026 13:00:30 GMT", Optional.empty(), OURS));
  }

  @Test
  void aYearOfTwoDigitsMoreThanFiftyYearsAheadIsOver() {
    assertEquals(seconds(0), asked("Friday, 30-Nov-77 12:00:00 GMT", THERE));
    assertEquals(seconds(1_000_000), asked("Monday, 30-Nov-76 12:00:00 GMT", THERE));
  }

  @Test
  void aDateThatIsOverAsksForNoWait() {
    assertEquals(seconds(0), asked("Mon, 30 Nov 2026 11:00:00 GMT", THERE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "soon", "-1", "1.5", "Mon, 31 Feb 2026 12:00:00 GMT", "2026-11-30T12:00:00Z"})
  void anythingElseAsksForNothing(String value) {
    assertEquals(OptionalLong.empty(), asked(value, THERE));
  }

  @Test
  void anAnswerTellsItByItsHeaders() {
    HttpAnswer answer = HttpAnswer.ofEvents(new OpenAiDialect(), true, Reading.WITHOUT_TEXT);
    answer.head(
        new ResponseHead(
            503, true, Map.of("retry-after", "Mon, 30 Nov 2026 12:00:07 GMT", "date", THERE)),
        1);
    assertEquals(seconds(7), answer.retryAfterNanos());
  }
}
