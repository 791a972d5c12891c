package dev.facsimile.replay.engine;

import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The run second by second, and in sum. Holds one small object per second. For the loop alone.
 *
 * <p>A request held back by the user's cap is counted as offered in the second it was scheduled
 * for, which may be long past.
 */
final class SecondSeries {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private static final class Bucket {
    int offered;
    int dispatched;
    int completed;
    int rejected;
    int failed;
    int inFlight;
    long tokenEvents;
    long sendLagMaxNanos;
    long cpuNanos;
    long gcPauseNanos;
  }

  private final ProcessFigures process;
  private final List<Bucket> buckets = new ArrayList<>();
  private LongSeries recentTtft = new LongSeries();
  private long cpuBefore;
  private long gcBefore;
  private long offered;
  private long dispatched;
  private long completed;
  private long errors;
  private int inFlight;

  SecondSeries(ProcessFigures process) {
    this.process = process;
    this.cpuBefore = process.cpuNanos();
    this.gcBefore = process.gcPauseNanos();
  }

  void offered(long scheduledNanos) {
    offered++;
    at(scheduledNanos).offered++;
  }

  void dispatched(long atNanos, long sendLagNanos) {
    dispatched++;
    inFlight++;
    Bucket bucket = at(atNanos);
    bucket.dispatched++;
    bucket.sendLagMaxNanos = Math.max(bucket.sendLagMaxNanos, sendLagNanos);
  }

  void tokens(int count, long atNanos) {
    if (count > 0) {
      at(atNanos).tokenEvents += count;
    }
  }

  void ended(RequestStatus status, OptionalLong ttftNanos, long atNanos) {
    ttftNanos.ifPresent(recentTtft::add);
    Bucket bucket = at(atNanos);
    switch (status) {
      case COMPLETED -> bucket.completed++;
      case REJECTED -> bucket.rejected++;
      case TIMED_OUT, CANCELLED, FAILED -> bucket.failed++;
      case NEVER_SENT -> {
        // Never in flight, and no column of its own: offered less dispatched.
      }
    }
    if (status != RequestStatus.NEVER_SENT) {
      inFlight--;
    }
    if (status == RequestStatus.COMPLETED) {
      completed++;
    } else {
      errors++;
    }
  }

  /**
   * Closes the second before {@code nowNanos}, or the part of one that the run ends in.
   *
   * @param behindNanos how long the first request that is due has waited
   */
  LiveFigures close(long nowNanos, long behindNanos) {
    Bucket bucket = at(Math.max(0, nowNanos - 1));
    long cpu = process.cpuNanos();
    long gc = process.gcPauseNanos();
    bucket.cpuNanos += cpu - cpuBefore;
    bucket.gcPauseNanos += gc - gcBefore;
    bucket.inFlight = inFlight;
    cpuBefore = cpu;
    gcBefore = gc;
    Percentiles ttft = Percentiles.of(recentTtft.toArray());
    recentTtft = new LongSeries();
    return new LiveFigures(
        nowNanos,
        offered,
        dispatched,
        completed,
        errors,
        inFlight,
        bucket.offered,
        bucket.dispatched,
        behindNanos,
        at(ttft, 50),
        at(ttft, 99));
  }

  private static OptionalLong at(Percentiles values, double percent) {
    return values.isEmpty() ? OptionalLong.empty() : OptionalLong.of(values.at(percent));
  }

  List<Second> seconds() {
    List<Second> seconds = new ArrayList<>(buckets.size());
    for (Bucket b : buckets) {
      seconds.add(
          new Second(
              seconds.size(),
              b.offered,
              b.dispatched,
              b.completed,
              b.rejected,
              b.failed,
              b.inFlight,
              b.tokenEvents,
              b.sendLagMaxNanos,
              b.cpuNanos,
              b.gcPauseNanos));
    }
    return seconds;
  }

  private Bucket at(long nanos) {
    int second = (int) (nanos / SECOND);
    while (buckets.size() <= second) {
      buckets.add(new Bucket());
    }
    return buckets.get(second);
  }
}
