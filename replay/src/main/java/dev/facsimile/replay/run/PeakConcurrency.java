package dev.facsimile.replay.run;

import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The most requests in flight at a time, estimated from a trace's own latencies where it has them,
 * else from lengths and two assumed times. Holds the ends of what is in flight.
 *
 * @param requests the most requests in flight
 * @param observed requests whose latency the trace tells
 * @param assumed requests whose latency was assumed
 */
public record PeakConcurrency(int requests, long observed, long assumed) {

  /**
   * Estimates it.
   *
   * @param ttft assumed time to the first token
   * @param itl assumed time between tokens
   */
  public static PeakConcurrency of(WorkloadSource source, Duration ttft, Duration itl)
      throws IOException {
    Sum sum = new Sum(ttft.toNanos(), itl.toNanos());
    if (source instanceof WorkloadSource.Trace trace) {
      try (Rows<TraceRow> rows = trace.file().rows()) {
        for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
          sum.add(row.get());
        }
      }
    } else {
      try (Rows<WorkloadRow> rows = source.rows()) {
        for (Optional<WorkloadRow> row = rows.next(); row.isPresent(); row = rows.next()) {
          sum.assumed++;
          sum.add(row.get().request().arrivalNanos(), sum.nanos(row.get().outputTokens()));
        }
      }
    }
    return new PeakConcurrency(Math.max(1, sum.most), sum.observed, sum.assumed);
  }

  private static final class Sum {
    private final long ttftNanos;
    private final long itlNanos;
    private final PriorityQueue<Long> ends = new PriorityQueue<>();
    private long observed;
    private long assumed;
    private int most;

    Sum(long ttftNanos, long itlNanos) {
      this.ttftNanos = ttftNanos;
      this.itlNanos = itlNanos;
    }

    long nanos(int outputTokens) {
      return ttftNanos + itlNanos * Math.max(0, outputTokens - 1);
    }

    void add(TraceRow row) {
      if (row.observed().e2eNanos().isPresent()) {
        observed++;
        add(row.request().arrivalNanos(), row.observed().e2eNanos().getAsLong());
      } else {
        assumed++;
        add(row.request().arrivalNanos(), nanos(row.request().tokens().output().orElse(0)));
      }
    }

    private void add(long arrival, long lasting) {
      while (!ends.isEmpty() && ends.peek() <= arrival) {
        ends.remove();
      }
      ends.add(arrival + lasting);
      most = Math.max(most, ends.size());
    }
  }
}
