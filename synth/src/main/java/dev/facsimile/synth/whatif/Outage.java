package dev.facsimile.synth.whatif;

import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.course.Phase;
import dev.facsimile.synth.course.RateShape;
import dev.facsimile.synth.course.RateShape.Point;
import dev.facsimile.synth.course.Retries;
import dev.facsimile.trace.WorkloadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Sessions that start in a stretch of time find no server; their clients come back after it with
 * the same prompt.
 *
 * @param atNanos its start
 * @param forNanos its length
 * @param retry share of the clients that come back
 * @param backoffNanos mean of their delay after its end
 * @param sent whether the first attempts are in the workload; otherwise nothing starts in the
 *     stretch, and nobody comes back
 * @param timeoutNanos when clients cut off their first attempts, where they do
 */
record Outage(
    long atNanos,
    long forNanos,
    double retry,
    long backoffNanos,
    boolean sent,
    OptionalLong timeoutNanos)
    implements WhatIf {

  static WhatIf read(Fields fields) {
    long timeout = fields.nanosOr(0, "timeout");
    Outage outage =
        new Outage(
            fields.nanos("at"),
            fields.nanos("for"),
            fields.numberOr(1, "retry", 0, 1),
            fields.nanosOr(5_000_000_000L, "backoff"),
            fields.word("attempts", "sent", "lost").equals("sent"),
            timeout == 0 ? OptionalLong.empty() : OptionalLong.of(timeout));
    return outage;
  }

  private long endNanos() {
    return atNanos + forNanos;
  }

  @Override
  public boolean timed() {
    return true;
  }

  @Override
  public Experiment on(Experiment before) {
    Course course = before.course().with(new Phase("outage", atNanos, endNanos()));
    List<String> axes =
        new ArrayList<>(
            List.of("envelope", "burst", "fine-timing", "drift", "cache", "prefix-shape"));
    axes.addAll(List.of("joint", "sessions", "impact"));
    if (!sent) {
      course =
          course.with(
              new RateShape(
                  List.of(
                      new Point(0, 1),
                      new Point(atNanos, 1),
                      new Point(atNanos, 0),
                      new Point(endNanos(), 0),
                      new Point(endNanos(), 1))));
      return before
          .with(course)
          .told(
              "No session starts from "
                  + Rates.seconds(atNanos)
                  + " to "
                  + Rates.seconds(endNanos())
                  + ".",
              axes.toArray(String[]::new));
    }
    course = course.with(new Retries(atNanos, endNanos(), retry, backoffNanos, true, timeoutNanos));
    return before
        .with(course)
        .told(
            "Of the sessions that start from "
                + Rates.seconds(atNanos)
                + " to "
                + Rates.seconds(endNanos())
                + " a share of "
                + retry
                + " is started again with the same prompt, "
                + Rates.seconds(backoffNanos)
                + " after the end on average.",
            axes.toArray(String[]::new));
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    if (!sent) {
      return Rates.starts("sessions started in the outage", atNanos, endNanos(), last);
    }
    // Almost all come back within three times the mean delay (95 %).
    long until = endNanos() + 3 * backoffNanos;
    double back = retry * last.generation().expectedStarts(atNanos, endNanos());
    double due = last.generation().expectedStarts(endNanos(), until) + 0.95 * back;
    Sums firsts = new Sums((row, gap) -> starts(row, gap, atNanos, endNanos()), sums -> List.of());
    Sums later = new Sums((row, gap) -> starts(row, gap, endNanos(), until), sums -> List.of());
    double first = last.generation().expectedStarts(atNanos, endNanos());
    return new Gauge() {
      @Override
      public void take(WorkloadRow row, OptionalLong gapNanos) {
        firsts.take(row, gapNanos);
        later.take(row, gapNanos);
      }

      @Override
      public List<Reading> readings() {
        return List.of(
            new Reading("first attempts in the outage", first, firsts.count(Optional.empty())),
            new Reading(
                "session starts after the outage, with those that come back",
                due,
                later.count(Optional.empty())));
      }
    };
  }

  private static OptionalDouble starts(
      WorkloadRow row, OptionalLong gapNanos, long fromNanos, long toNanos) {
    long at = row.request().arrivalNanos();
    return gapNanos.isEmpty() && at >= fromNanos && at < toNanos
        ? OptionalDouble.of(1)
        : OptionalDouble.empty();
  }
}
