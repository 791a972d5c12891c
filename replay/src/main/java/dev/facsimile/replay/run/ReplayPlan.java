package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What a replay will offer.
 *
 * @param requests rows to send
 * @param leftOut rows of a trace that cannot be sent, because their lengths are not known
 * @param inputTokens planned prompt tokens
 * @param outputTokens planned output tokens
 * @param pace when they will leave; absent in a closed loop, where the server decides
 * @param curve requests in each of {@link #PARTS} equal parts of the time up to the last one; empty
 *     in a closed loop and for a single instant
 * @param slices requests of each class, by its name
 * @param openFiles files that will be open, where that is known; one for each connection
 * @param openFilesLimit files that this process may open
 */
public record ReplayPlan(
    long requests,
    long leftOut,
    long inputTokens,
    long outputTokens,
    Optional<Pace> pace,
    List<Long> curve,
    SortedMap<String, Long> slices,
    OptionalLong openFiles,
    OptionalLong openFilesLimit) {

  /** Parts of the curve. */
  public static final int PARTS = 10;

  /**
   * A slice of fewer requests has a 99th percentile that another run will not show again: the least
   * sample of MLPerf's early-stopping bound at 99 % confidence.
   */
  public static final int LEAST_FOR_P99 = 662;

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
    boolean paced = !(options.load() instanceof Load.Closed) && sum.requests > 0;
    return new ReplayPlan(
        sum.requests,
        source.leftOut(),
        sum.input,
        sum.output,
        paced
            ? Optional.of(new Pace(sum.lastNanos, Math.max(sum.peak, sum.inSecond)))
            : Optional.empty(),
        paced && sum.lastNanos > 0 ? sum.curve() : List.of(),
        sum.slices,
        OpenFiles.needed(options),
        new HostFigures().openFilesLimit());
  }

  private static final class Sum {
    /** Counts of equal stretches of time, which double when there are too many. */
    private static final int STRETCHES = 1 << 10;

    private final long[] counts = new long[STRETCHES];
    private final SortedMap<String, Long> slices = new TreeMap<>();
    private long width = 1_000_000;
    private long requests;
    private long input;
    private long output;
    private long lastNanos;
    private long second;
    private long inSecond;
    private long peak;

    void add(WorkloadRow row, OptionalLong due) {
      requests++;
      input += row.inputTokens();
      output += row.outputTokens();
      slices.merge(row.request().requestClass().orElse("all"), 1L, Long::sum);
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
      while (nanos / width >= STRETCHES) {
        widen();
      }
      counts[(int) (nanos / width)]++;
    }

    private void widen() {
      for (int i = 0; i < STRETCHES; i++) {
        counts[i] = 2 * i + 1 < STRETCHES ? counts[2 * i] + counts[2 * i + 1] : 0;
      }
      width *= 2;
    }

    List<Long> curve() {
      int used = (int) (lastNanos / width) + 1;
      return IntStream.range(0, PARTS)
          .mapToObj(
              part ->
                  LongStream.range((long) part * used / PARTS, (part + 1L) * used / PARTS)
                      .map(i -> counts[(int) i])
                      .sum())
          .toList();
    }
  }
}
