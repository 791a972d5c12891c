package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * What a wrong copy would cost: the slots that a plain queue needs so that 99 % of requests wait no
 * longer than 0.2 s, and 1 s, for the other side over the source. A request holds its slot for
 * (input − hit) ÷ 8000 + 0.025 · output seconds. The noise is that of the source's own number when
 * 24 blocks of its time are drawn anew.
 */
final class ImpactAxis implements FidelityAxis {
  private static final String UNIT = "%";
  private static final double NEGLIGIBLE_PERCENT = 5;
  private static final double[] LIMITS_SECONDS = {0.2, 1};
  private static final double PREFILL_TOKENS_PER_SECOND = 8000;
  private static final double DECODE_SECONDS = 0.025;
  private static final int BLOCKS = 24;
  private static final int RESAMPLINGS = 40;

  /** The P99 of fewer is the word of four requests. */
  private static final int FEWEST = 500;

  /** A longer source is resampled by a random share of its sessions of about this size. */
  private static final int MOST_RESAMPLED = Splits.MOST_ROWS;

  /** Half the width of a 95 % interval, in standard errors. */
  private static final double STANDARD_ERRORS = 1.96;

  @Override
  public AxisId id() {
    return AxisId.IMPACT;
  }

  @Override
  public boolean needsSplits() {
    return false;
  }

  @Override
  public AxisResult judge(Comparison whole) {
    Comparison comparison = whole.until(whole.commonSpanNanos());
    int fewest = Math.min(comparison.source().rows(), comparison.other().rows());
    if (fewest < FEWEST || comparison.commonSpanNanos() == 0) {
      return new AxisResult.NotJudged(
          id(),
          fewest < FEWEST
              ? "over the common time a side has "
                  + fewest
                  + " requests, expected "
                  + FEWEST
                  + " or more"
              : "every request arrives at once");
    }
    boolean hits = PrefixFit.problem(comparison).isEmpty();
    SlotQueue source = queue(comparison.source(), comparison.sourceSide(), hits);
    SlotQueue other = queue(comparison.other(), comparison.sourceSide(), hits);
    int[] ofSource = slots(source, guess(source));
    int[] ofOther = slots(other, ofSource[0]);
    return judged(comparison, ofSource, ofOther, deviation(comparison, hits), hits);
  }

  private AxisResult judged(
      Comparison comparison, int[] ofSource, int[] ofOther, double deviation, boolean hits) {
    // Both sides are samples, of which each has the source's deviation.
    double error = Math.sqrt(2) * deviation;
    List<AxisResult.Part> parts = new ArrayList<>();
    double ratio = 0;
    int worst = 0;
    for (int i = 0; i < LIMITS_SECONDS.length; i++) {
      // Slots are whole numbers: rounding alone can make a difference of one.
      double noise = STANDARD_ERRORS * error + Math.log1p(1.0 / ofSource[i]);
      double noiseRatio = Math.abs(Math.log((double) ofOther[i] / ofSource[i])) / noise;
      worst = noiseRatio > ratio ? i : worst;
      ratio = Math.max(ratio, noiseRatio);
      parts.add(
          new AxisResult.Part(
              String.format(Locale.ROOT, "slots for a P99 wait of %s s", trim(LIMITS_SECONDS[i])),
              OptionalDouble.of(ofSource[i]),
              OptionalDouble.of(ofOther[i]),
              100 * ((double) ofOther[i] / ofSource[i] - 1),
              UNIT,
              noiseRatio));
    }
    AxisResult.Part shown = parts.get(worst);
    return new AxisResult.Judged(
        id(),
        shown.effect(),
        UNIT,
        ratio,
        ratio == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(comparison.source().rows() / Math.pow(STANDARD_ERRORS * ratio, 2)),
        parts.stream().allMatch(part -> Math.abs(part.effect()) <= NEGLIGIBLE_PERCENT),
        String.format(
            Locale.ROOT,
            "slots %d/%d for P99 wait <= %s s",
            ofSource[worst],
            ofOther[worst],
            trim(LIMITS_SECONDS[worst])),
        parts,
        List.of(
            String.format(
                Locale.ROOT,
                "%+.0f %%; source's own sd %.1f %%%s",
                shown.effect(),
                100 * deviation,
                hits ? "" : "; prefix hits not counted")));
  }

  private static String trim(double seconds) {
    return seconds == Math.rint(seconds) ? String.valueOf((int) seconds) : String.valueOf(seconds);
  }

  private static int guess(SlotQueue queue) {
    return (int) Math.max(1, Math.min(1 << 20, queue.offered()));
  }

  private static int[] slots(SlotQueue queue, int guess) {
    int[] slots = new int[LIMITS_SECONDS.length];
    int next = guess;
    for (int i = 0; i < slots.length; i++) {
      slots[i] = queue.leastSlots(LIMITS_SECONDS[i], next);
      next = slots[i];
    }
    return slots;
  }

  private static SlotQueue queue(Traffic traffic, Optional<Side> side, boolean hits) {
    double[] arrivals = new double[traffic.rows()];
    double[] services = new double[traffic.rows()];
    Optional<BlockScheme> scheme = hits ? side.flatMap(Side::blocks) : Optional.empty();
    for (int row = 0; row < arrivals.length; row++) {
      int input = traffic.inputs()[row];
      int hit =
          scheme.isPresent()
              ? scheme.get().tokensIn(traffic.prefixes().orElseThrow().hitBlocks()[row], input)
              : 0;
      arrivals[row] = traffic.arrivals()[row] / 1e9;
      services[row] =
          (input - hit) / PREFILL_TOKENS_PER_SECOND + DECODE_SECONDS * traffic.outputs()[row];
    }
    return new SlotQueue(arrivals, services);
  }

  /**
   * The standard deviation of the logarithm of the source's slots: the larger of the two limits',
   * since slots are whole numbers and few resamplings tell each only roughly.
   */
  private static double deviation(Comparison comparison, boolean hits) {
    SeededStreams streams = new SeededStreams(comparison.seed());
    Traffic source = thinned(comparison.source(), streams);
    SlotQueue queue = queue(source, comparison.sourceSide(), hits);
    long lattice = comparison.latticeNanos().orElse(1);
    long blockNanos = Math.max(1, source.spanNanos() / BLOCKS / lattice) * lattice;
    int guess = slots(queue, guess(queue))[0];
    int[][] slots =
        IntStream.range(0, RESAMPLINGS)
            .parallel()
            .mapToObj(
                i -> slots(resampled(queue, blockNanos / 1e9, streams.stream("impact", i)), guess))
            .toArray(int[][]::new);
    return IntStream.range(0, LIMITS_SECONDS.length)
        .mapToDouble(
            limit ->
                deviation(
                    Arrays.stream(slots).mapToDouble(each -> Math.log(each[limit])).toArray()))
        .max()
        .orElseThrow();
  }

  private static Traffic thinned(Traffic source, SeededStreams streams) {
    if (source.rows() <= MOST_RESAMPLED) {
      return source;
    }
    double share = (double) MOST_RESAMPLED / source.rows();
    return source.rows(
        IntStream.range(0, source.rows())
            .filter(
                row ->
                    (streams.value("impact sessions", source.sessions()[row]) >>> 11) * 0x1p-53
                        < share)
            .toArray());
  }

  /** As many blocks of time as there are, drawn with repetition and put one after another. */
  private static SlotQueue resampled(
      SlotQueue queue, double blockSeconds, UniformRandomProvider random) {
    double[] arrivals = new double[2 * queue.arrivals().length + BLOCKS];
    double[] services = new double[arrivals.length];
    int size = 0;
    for (int block = 0; block < BLOCKS; block++) {
      double from = random.nextInt(BLOCKS) * blockSeconds;
      int first = firstFrom(queue.arrivals(), from);
      int end = firstFrom(queue.arrivals(), from + blockSeconds);
      if (size + end - first > arrivals.length) {
        arrivals = Arrays.copyOf(arrivals, 2 * (size + end - first));
        services = Arrays.copyOf(services, arrivals.length);
      }
      for (int i = first; i < end; i++) {
        arrivals[size] = queue.arrivals()[i] - from + block * blockSeconds;
        services[size++] = queue.services()[i];
      }
    }
    return new SlotQueue(
        Arrays.copyOf(arrivals, Math.max(1, size)), Arrays.copyOf(services, Math.max(1, size)));
  }

  private static int firstFrom(double[] ascending, double value) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double deviation(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }
}
