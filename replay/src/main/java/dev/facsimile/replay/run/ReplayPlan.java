package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a replay will offer.
 *
 * @param requests rows to send
 * @param leftOut rows of a trace that cannot be sent, because their lengths are not known
 * @param inputTokens planned prompt tokens
 * @param outputTokens planned output tokens
 * @param pace when they will leave; absent in a closed loop, where the server decides
 */
public record ReplayPlan(
    long requests, long leftOut, long inputTokens, long outputTokens, Optional<Pace> pace) {

  /**
   * The open loop's schedule.
   *
   * @param lastNanos when the last request is due, from the run's zero
   * @param peakPerSecond the most requests due in any whole second of the run
   */
  public record Pace(long lastNanos, long peakPerSecond) {}

  /** Requests per second up to the last one; absent in a closed loop or for a single instant. */
  public Optional<Double> meanPerSecond() {
    return pace.filter(p -> p.lastNanos() > 0).map(p -> requests * 1e9 / p.lastNanos());
  }

  /**
   * Refuses a plan of nothing.
   *
   * @param from the workload
   * @throws InputException if there is no request in it
   */
  public ReplayPlan requireSome(Path from) {
    if (requests == 0) {
      throw new InputException(from, "holds no request to replay, expected at least one");
    }
    return this;
  }

  /** Reads the whole workload once. */
  public static ReplayPlan of(WorkloadSource source, ReplayOptions options) throws IOException {
    Sum sum = new Sum();
    try (CutRows rows = new CutRows(source, options)) {
      for (Optional<WorkloadRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        sum.add(row.get(), rows.dueNanos());
      }
    }
    Optional<Pace> pace =
        !(options.load() instanceof Load.Closed) && sum.requests > 0
            ? Optional.of(new Pace(sum.lastNanos, Math.max(sum.peak, sum.inSecond)))
            : Optional.empty();
    return new ReplayPlan(sum.requests, source.leftOut(), sum.input, sum.output, pace);
  }

  private static final class Sum {
    long requests;
    long input;
    long output;
    long lastNanos;
    long second;
    long inSecond;
    long peak;

    void add(WorkloadRow row, OptionalLong due) {
      requests++;
      input += row.inputTokens();
      output += row.outputTokens();
      due.ifPresent(this::due);
    }

    private void due(long nanos) {
      lastNanos = nanos;
      if (nanos / 1_000_000_000L != second) {
        second = nanos / 1_000_000_000L;
        peak = Math.max(peak, inSecond);
        inSecond = 0;
      }
      inSecond++;
    }
  }
}
