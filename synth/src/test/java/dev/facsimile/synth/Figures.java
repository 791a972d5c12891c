package dev.facsimile.synth;

import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.stats.Dispersion;
import dev.facsimile.trace.stats.PrefixHits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.apache.commons.math3.stat.ranking.NaturalRanking;

/** What is measured of source and copy alike. Holds the requests. */
record Figures(List<Request> requests) {
  private static final int RANKS = 16;

  static Figures of(TraceFile trace) throws IOException {
    List<Request> requests = new ArrayList<>();
    try (Rows<TraceRow> rows = trace.rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        requests.add(row.get().request());
      }
    }
    return new Figures(requests);
  }

  static Figures of(TrafficModel model, long seed) throws IOException {
    List<Request> requests = new ArrayList<>();
    new Generation(model, seed, model.source().durationNanos())
        .run(2, row -> requests.add(row.request()), Progress.SILENT);
    return new Figures(requests);
  }

  double[] inputs() {
    return requests.stream().mapToDouble(r -> r.tokens().input().getAsInt()).toArray();
  }

  double[] outputs() {
    return requests.stream().mapToDouble(r -> r.tokens().output().getAsInt()).toArray();
  }

  double inputDistance(Figures other) {
    return new KolmogorovSmirnovTest().kolmogorovSmirnovStatistic(inputs(), other.inputs());
  }

  double outputDistance(Figures other) {
    return new KolmogorovSmirnovTest().kolmogorovSmirnovStatistic(outputs(), other.outputs());
  }

  double spearman() {
    return new SpearmansCorrelation().correlation(inputs(), outputs());
  }

  /** Mutual information of the lengths' ranks, cut in 16, in nats. */
  double mutualInformation() {
    int[] input = bins(inputs());
    int[] output = bins(outputs());
    double[][] joint = new double[RANKS][RANKS];
    double[] rows = new double[RANKS];
    double[] columns = new double[RANKS];
    double one = 1.0 / input.length;
    for (int i = 0; i < input.length; i++) {
      joint[input[i]][output[i]] += one;
      rows[input[i]] += one;
      columns[output[i]] += one;
    }
    double sum = 0;
    for (int i = 0; i < RANKS; i++) {
      for (int j = 0; j < RANKS; j++) {
        sum += joint[i][j] == 0 ? 0 : joint[i][j] * Math.log(joint[i][j] / rows[i] / columns[j]);
      }
    }
    return sum;
  }

  private static int[] bins(double[] values) {
    double[] ranks = new NaturalRanking().rank(values);
    return Arrays.stream(ranks)
        .mapToInt(rank -> (int) Math.min(RANKS - 1, (rank - 0.5) * RANKS / values.length))
        .toArray();
  }

  double index(long seconds, long durationNanos) {
    return Dispersion.index(counts(seconds, durationNanos));
  }

  double allanFactor(long seconds, long durationNanos) {
    return Dispersion.allanFactor(counts(seconds, durationNanos));
  }

  private int[] counts(long seconds, long durationNanos) {
    return Dispersion.counts(arrivals(), durationNanos, seconds * 1_000_000_000L);
  }

  /** The same requests at the middle of the tick of {@code latticeNanos} that they lie on. */
  Figures onLattice(long latticeNanos, boolean nearest) {
    long shift = nearest ? latticeNanos / 2 : 0;
    return new Figures(
        requests.stream()
            .map(
                r ->
                    r.at(
                        (r.arrivalNanos() + shift) / latticeNanos * latticeNanos
                            + latticeNanos / 2))
            .toList());
  }

  long[] arrivals() {
    return requests.stream().mapToLong(Request::arrivalNanos).toArray();
  }

  /** Standard deviation ÷ mean of the gaps between arrivals. */
  double gapVariation() {
    long[] arrivals = arrivals();
    double sum = 0;
    double squares = 0;
    for (int i = 1; i < arrivals.length; i++) {
      double gap = arrivals[i] - (double) arrivals[i - 1];
      sum += gap;
      squares += gap * gap;
    }
    double mean = sum / (arrivals.length - 1);
    return Math.sqrt(squares / (arrivals.length - 1) - mean * mean) / mean;
  }

  PrefixHits hits(int blockTokens) {
    PrefixHits hits = new PrefixHits();
    for (Request request : requests) {
      hits.add(
          request.prefixBlocks().orElseThrow(), request.tokens().input().getAsInt(), blockTokens);
    }
    return hits;
  }

  /**
   * Share of blocks that hit a least-recently-used cache of {@code capacity} blocks: a request is
   * looked up as a whole, then touches its blocks from the deepest to the root, as engines do.
   */
  double lruHitShare(int capacity) {
    SequencedBlocks cache = new SequencedBlocks(capacity);
    long hits = 0;
    long all = 0;
    for (Request request : requests) {
      long[] ids = request.prefixBlocks().orElseThrow().toArray();
      int depth = 0;
      while (depth < ids.length && cache.containsKey(ids[depth])) {
        depth++;
      }
      hits += depth;
      all += ids.length;
      for (int i = ids.length - 1; i >= 0; i--) {
        cache.put(ids[i], true);
      }
    }
    return (double) hits / all;
  }

  private static final class SequencedBlocks extends LinkedHashMap<Long, Boolean> {
    private static final long serialVersionUID = 1;
    private final int capacity;

    SequencedBlocks(int capacity) {
      super(16, 0.75f, true);
      this.capacity = capacity;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
      return size() > capacity;
    }
  }

  static double median(List<Figures> copies, ToDoubleFunction<Figures> figure) {
    double[] sorted = copies.stream().mapToDouble(figure).toArray();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  static List<Figures> ofSeeds(TrafficModel model, int seeds) {
    return IntStream.rangeClosed(1, seeds)
        .mapToObj(
            seed -> {
              try {
                return of(model, seed);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .toList();
  }
}
