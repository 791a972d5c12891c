package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.TimeRules;
import dev.facsimile.trace.Request;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Arrivals of a release: the first one of the trace is 0, and each is moved by up to the policy's
 * jitter, by random bits under the release's key. Turns of a session stay in their order, and no
 * request arrives before its parent.
 *
 * <p>With jitter it holds 8 bytes for each request and about 60 for each session.
 */
final class ReleasedClock {
  private final Codes codes;
  private final Learned learned;
  private final long jitterNanos;
  private final Map<Long, Long> lastOfSession = new HashMap<>();
  private final long[] released;

  ReleasedClock(TimeRules rules, Codes codes, Learned learned) {
    this.codes = codes;
    this.learned = learned;
    jitterNanos = rules.jitter().toNanos();
    released = new long[jitterNanos == 0 ? 0 : learned.requestPlaces() + 1];
  }

  /** How far an arrival may lie from its own, in nanoseconds. */
  long jitterNanos() {
    return jitterNanos;
  }

  /** The arrival as it is, from the trace's first one on. */
  long exact(Request request) {
    return request.arrivalNanos() - learned.overview().firstArrivalNanos();
  }

  /** The arrival to release; requests are asked for in the order of the trace. */
  long of(Request request) {
    long exact = exact(request);
    if (jitterNanos == 0) {
      return exact;
    }
    long id = codes.request(request.id());
    long moved =
        Math.abs(exact + Math.floorMod(codes.jitter(id), 2 * jitterNanos + 1) - jitterNanos);
    OptionalLong session = codes.session(request);
    if (session.isPresent()) {
      moved = Math.max(moved, lastOfSession.getOrDefault(session.getAsLong(), 0L));
      lastOfSession.put(session.getAsLong(), moved);
    }
    moved = Math.max(moved, parentArrival(request));
    remember(id, moved);
    return moved;
  }

  private long parentArrival(Request request) {
    // No request has place 0.
    return request
        .conversation()
        .parentRequestId()
        .map(id -> released[learned.requestPlace(codes.request(id))])
        .orElse(0L);
  }

  private void remember(long id, long arrival) {
    released[learned.requestPlace(id)] = arrival;
  }

  /** The start that the header tells; absent unless the policy keeps weekday and hour. */
  static Optional<String> start(
      TimeRules rules, Optional<String> rawStart, long firstArrivalNanos) {
    if (!rules.keepWeekdayAndHour() || rawStart.isEmpty()) {
      return Optional.empty();
    }
    try {
      OffsetDateTime first =
          Instant.parse(rawStart.get())
              .plus(Duration.ofNanos(firstArrivalNanos))
              .atOffset(ZoneOffset.UTC);
      LocalDate day =
          TimeRules.WEEK.plusDays(first.getDayOfWeek().getValue() - DayOfWeek.MONDAY.getValue());
      return Optional.of(
          day.atTime(first.getHour(), 0).atOffset(ZoneOffset.UTC).toInstant().toString());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
