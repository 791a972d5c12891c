package dev.facsimile.analyze.trace;

import dev.facsimile.analyze.statistic.Dependence;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.stats.Dispersion;
import dev.facsimile.trace.stats.Lattice;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import dev.facsimile.trace.stats.PrefixHits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * What a trace is like, in figures.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the layout
 * @param name the file's name
 * @param header what the file says of itself
 * @param rows rows
 * @param rowsWithLengths rows of which both lengths are known
 * @param durationSeconds from time 0 to the last arrival
 * @param ratePerSecond rows ÷ duration; absent without a duration
 * @param classes the classes, the most frequent first
 * @param status how the requests ended, as production saw it
 * @param input input tokens; absent when no row tells them
 * @param output output tokens
 * @param spearman rank correlation of input and output
 * @param mutualInformationNats mutual information of input and output
 * @param gapVariation coefficient of variation of the gaps between arrivals
 * @param dispersion index of dispersion by window
 * @param measuredLatticeNanos lattice found in these arrivals, beside what the header says
 * @param sessions sessions, if the trace has some
 * @param prefixHits hits in an infinite prefix cache, if the trace has blocks
 */
public record TraceSummary(
    String format,
    int formatVersion,
    String name,
    TraceHeader header,
    long rows,
    long rowsWithLengths,
    double durationSeconds,
    OptionalDouble ratePerSecond,
    List<Share> classes,
    Map<String, Long> status,
    Optional<Lengths> input,
    Optional<Lengths> output,
    OptionalDouble spearman,
    OptionalDouble mutualInformationNats,
    OptionalDouble gapVariation,
    List<Burst> dispersion,
    OptionalLong measuredLatticeNanos,
    Optional<Sessions> sessions,
    Optional<Hits> prefixHits) {

  public static final String FORMAT = "facsimile-trace-report";
  public static final int VERSION = 1;

  private static final int PROGRESS_ROWS = 4096;
  private static final long SECOND = 1_000_000_000L;
  private static final long[] WINDOW_SECONDS = {1, 10, 60};

  /**
   * A class.
   *
   * @param name of the class
   * @param requests its rows
   * @param requestShare its share of the rows, 0 to 1
   * @param tokenShare its share of the known tokens, 0 to 1
   */
  public record Share(String name, long requests, double requestShare, double tokenShare) {}

  /** Percentiles (nearest rank), maximum and mean of a column of token counts. */
  public record Lengths(long p50, long p90, long p99, long max, double mean) {
    static Optional<Lengths> of(long[] values) {
      if (values.length == 0) {
        return Optional.empty();
      }
      Percentiles sorted = Percentiles.of(values);
      return Optional.of(
          new Lengths(sorted.at(50), sorted.at(90), sorted.at(99), sorted.max(), sorted.mean()));
    }
  }

  /**
   * Burstiness at one window width.
   *
   * @param windowSeconds width
   * @param index variance ÷ mean of the counts per whole window, 1 for a Poisson process; absent
   *     when the trace has fewer than two whole windows
   * @param artefact whether the window is shorter than two ticks of the clock, so that the figure
   *     says more of the clock than of the traffic
   */
  public record Burst(long windowSeconds, OptionalDouble index, boolean artefact) {}

  /**
   * Sessions.
   *
   * @param count distinct sessions
   * @param rows rows that belong to one
   * @param turnsMean mean rows of a session
   * @param turnsMax rows of the longest
   */
  public record Sessions(long count, long rows, double turnsMean, long turnsMax) {}

  /**
   * Prefix hits in an infinite cache that starts empty, in the three definitions in use.
   *
   * @param blockShare hit blocks ÷ blocks
   * @param tokenShare hit tokens ÷ input tokens
   * @param requestMean mean over requests of hit tokens ÷ input tokens
   * @param blockTokens tokens in a block
   * @param distinctBlocks blocks that occur
   */
  public record Hits(
      double blockShare,
      double tokenShare,
      double requestMean,
      int blockTokens,
      long distinctBlocks) {}

  /** Reads a trace and sums it up; holds arrival, input and output of every row. */
  public static TraceSummary of(TraceFile trace, Progress progress) throws IOException {
    Reading reading = new Reading(trace.header());
    try (Rows<TraceRow> rows = trace.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        reading.add(row.get());
        if (reading.rows() % PROGRESS_ROWS == 0) {
          progress.at(reading.rows(), OptionalLong.of(trace.header().rows()));
        }
      }
    }
    return reading.summary(trace.path().getFileName().toString());
  }

  /** Sums up rows that are at hand. */
  public static TraceSummary of(String name, TraceHeader header, Iterable<TraceRow> rows) {
    Reading reading = new Reading(header);
    rows.forEach(reading::add);
    return reading.summary(name);
  }

  /** The sums while rows come in. */
  private static final class Reading {
    private final TraceHeader header;
    private final LongSeries arrivals = new LongSeries();
    private final LongSeries inputs = new LongSeries();
    private final LongSeries outputs = new LongSeries();
    private final LongSeries pairs = new LongSeries();
    private final Map<String, long[]> classes = new LinkedHashMap<>();
    private final Map<String, Long> status = new LinkedHashMap<>();
    private final Map<String, Integer> turns = new HashMap<>();
    private final PrefixHits hits = new PrefixHits();

    Reading(TraceHeader header) {
      this.header = header;
    }

    int rows() {
      return arrivals.size();
    }

    void add(TraceRow row) {
      Request request = row.request();
      arrivals.add(request.arrivalNanos());
      request.tokens().input().ifPresent(inputs::add);
      request.tokens().output().ifPresent(outputs::add);
      long input = request.tokens().input().orElse(0);
      long output = request.tokens().output().orElse(0);
      if (request.tokens().lengthsKnown()) {
        pairs.add(input << 32 | output);
      }
      long[] sums =
          classes.computeIfAbsent(request.requestClass().orElse("unclassified"), c -> new long[2]);
      sums[0]++;
      sums[1] += input + output;
      status.merge(row.observed().status().map(s -> s.word()).orElse("not logged"), 1L, Long::sum);
      request.conversation().sessionId().ifPresent(id -> turns.merge(id, 1, Integer::sum));
      header
          .blocks()
          .flatMap(scheme -> ScopedBlocks.of(request, scheme.scope()))
          .ifPresent(ids -> hits.add(ids, (int) input, header.blocks().get().blockTokens()));
    }

    TraceSummary summary(String name) {
      long[] times = arrivals.toArray();
      long span = LongStream.of(times).max().orElse(0);
      boolean dependence = pairs.size() > 1;
      int[] x = LongStream.of(pairs.toArray()).mapToInt(pair -> (int) (pair >> 32)).toArray();
      int[] y = LongStream.of(pairs.toArray()).mapToInt(pair -> (int) pair).toArray();
      return new TraceSummary(
          FORMAT,
          VERSION,
          name,
          header,
          times.length,
          pairs.size(),
          (double) span / SECOND,
          span == 0
              ? OptionalDouble.empty()
              : OptionalDouble.of(times.length / ((double) span / SECOND)),
          shares(),
          status,
          Lengths.of(inputs.toArray()),
          Lengths.of(outputs.toArray()),
          dependence ? OptionalDouble.of(Dependence.spearman(x, y)) : OptionalDouble.empty(),
          dependence
              ? OptionalDouble.of(Dependence.mutualInformation(x, y))
              : OptionalDouble.empty(),
          span == 0 ? OptionalDouble.empty() : OptionalDouble.of(Dispersion.gapVariation(times)),
          bursts(times, span),
          Lattice.of(times),
          sessions(),
          hits());
    }

    private List<Share> shares() {
      double tokens = classes.values().stream().mapToLong(sums -> sums[1]).sum();
      List<Share> shares = new ArrayList<>();
      classes.forEach(
          (name, sums) ->
              shares.add(
                  new Share(
                      name,
                      sums[0],
                      (double) sums[0] / rows(),
                      tokens == 0 ? 0 : sums[1] / tokens)));
      shares.sort((a, b) -> Long.compare(b.requests(), a.requests()));
      return shares;
    }

    private List<Burst> bursts(long[] times, long span) {
      long lattice = header.clock().latticeNanos().orElse(Lattice.of(times).orElse(0));
      List<Burst> bursts = new ArrayList<>();
      for (long seconds : WINDOW_SECONDS) {
        int[] counts = Dispersion.counts(times, span, seconds * SECOND);
        double index = counts.length < 2 ? Double.NaN : Dispersion.index(counts);
        bursts.add(
            new Burst(
                seconds,
                Double.isNaN(index) ? OptionalDouble.empty() : OptionalDouble.of(index),
                seconds * SECOND < 2 * lattice));
      }
      return bursts;
    }

    private Optional<Sessions> sessions() {
      if (turns.isEmpty()) {
        return Optional.empty();
      }
      long rows = turns.values().stream().mapToLong(Integer::longValue).sum();
      long longest = turns.values().stream().mapToLong(Integer::longValue).max().orElseThrow();
      return Optional.of(new Sessions(turns.size(), rows, (double) rows / turns.size(), longest));
    }

    private Optional<Hits> hits() {
      return hits.requests() == 0
          ? Optional.empty()
          : Optional.of(
              new Hits(
                  hits.blockShare(),
                  hits.tokenShare(),
                  hits.requestMean(),
                  header.blocks().orElseThrow().blockTokens(),
                  hits.distinctBlocks()));
    }
  }
}
