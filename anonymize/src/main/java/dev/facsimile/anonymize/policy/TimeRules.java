package dev.facsimile.anonymize.policy;

import java.time.Duration;

/**
 * What becomes of time.
 *
 * @param keepWeekdayAndHour whether the header keeps the weekday and hour of the start, in a week
 *     that is the same for every release; nothing of the start is kept otherwise
 * @param jitter how far an arrival may be moved, in whole milliseconds; zero when none is
 */
public record TimeRules(boolean keepWeekdayAndHour, Duration jitter) {
  /** What holds where a policy has no {@code time}. */
  public static final TimeRules USUAL = new TimeRules(false, Duration.ZERO);
}
