package dev.facsimile.replay.run;

import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a request must meet: a whole answer, and times up to these. TTFT and E2E count from the
 * schedule, as users feel them. An objective on ITL does not apply where there is none.
 *
 * @param ttftNanos most time to the first token
 * @param itlNanos most time between tokens, on the request's average
 * @param e2eNanos most time to the last token
 * @param share share of the requests offered that must meet all of it, over 0 and below 1
 */
public record Slo(
    OptionalLong ttftNanos, OptionalLong itlNanos, OptionalLong e2eNanos, double share) {

  public Slo {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("share is " + share + ", expected between 0 and 1");
    }
  }

  /**
   * How many requests met it.
   *
   * @param good requests that met all of it
   * @param offered all requests
   */
  public record Count(long good, long offered) {
    Count plus(Count other) {
      return new Count(good + other.good, offered + other.offered);
    }
  }

  boolean isMetBy(Outcome outcome) {
    return outcome.status() == RequestStatus.COMPLETED
        && outcome instanceof Outcome.Dispatched sent
        && within(ttftNanos, sent.ttftFromScheduleNanos(), false)
        && within(itlNanos, sent.answer().itlNanos(), true)
        && within(e2eNanos, sent.e2eFromScheduleNanos(), false);
  }

  private static boolean within(OptionalLong limit, OptionalLong value, boolean ifAbsent) {
    return limit.isEmpty()
        || (value.isPresent() ? value.getAsLong() <= limit.getAsLong() : ifAbsent);
  }

  /** Counts a run. */
  Count count(RunFolder run) throws IOException {
    long good = 0;
    long offered = 0;
    try (Rows<Outcome> rows = run.outcomes()) {
      for (Optional<Outcome> row = rows.next(); row.isPresent(); row = rows.next()) {
        offered++;
        good += isMetBy(row.get()) ? 1 : 0;
      }
    }
    return new Count(good, offered);
  }
}
