package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * What a wrong copy would cost: the slots that a plain queue needs so that 99 % of requests wait no
 * longer than 0.2 s, and 1 s, for the other side over the source. A request holds its slot for
 * (input − hit) ÷ 8000 + 0.025 · output seconds. The noise is that of the source's own number when
 * 24 blocks of its time are drawn anew, and when its sessions are halved at random.
 */
final class ImpactAxis implements FidelityAxis {
  private static final String UNIT = "%";
  private static final double NEGLIGIBLE_PERCENT = 5;
  private static final double[] LIMITS_SECONDS = {0.2, 1};
  private static final double PREFILL_TOKENS_PER_SECOND = 8000;
  private static final double DECODE_SECONDS = 0.025;
  private static final int BLOCKS = 24;
  private static final int RESAMPLINGS = 40;
  private static final int HALVINGS = 20;

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
  public boolean needsEveryRequest() {
    return true;
  }

  @Override
  public boolean needsSplits() {
    return false;
  }

  @Override
  public AxisResult judge(Comparison whole) {
    long span = whole.commonSpanNanos();
    TimePlaces places = whole.queuePlaces();
    QueuedRows ofSource = whole.everySource().queued(places);
    QueuedRows ofOther = whole.everyOther().queued(places);
    int fewest = Math.min(ofSource.size(), ofOther.size());
    if (fewest < FEWEST || span == 0) {
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
    boolean hits = PrefixFit.problem(whole).isEmpty();
    int[][] slots =
        List.of(ofSource, ofOther).parallelStream()
            .map(rows -> slots(queue(rows, whole.sourceSide(), hits)))
            .toArray(int[][]::new);
    double deviation = deviation(whole, span, places.starts().length > 1, hits);
    return judged(whole, slots[0], slots[1], deviation, hits);
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
            : OptionalDouble.of(
                comparison.everySource().rows() / Math.pow(STANDARD_ERRORS * ratio, 2)),
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

  private static int[] slots(SlotQueue queue) {
    return queue.leastSlots(LIMITS_SECONDS, queue.likelySlots());
  }

  private static SlotQueue queue(QueuedRows rows, Optional<Side> side, boolean hits) {
    float[] services = new float[rows.size()];
    Optional<BlockScheme> scheme = hits ? side.flatMap(Side::blocks) : Optional.empty();
    for (int row = 0; row < services.length; row++) {
      int input = rows.inputs()[row];
      int hit = scheme.isPresent() ? scheme.get().tokensIn(rows.hitBlocks()[row], input) : 0;
      services[row] =
          (float)
              ((input - hit) / PREFILL_TOKENS_PER_SECOND + DECODE_SECONDS * rows.outputs()[row]);
    }
    return new SlotQueue(rows.arrivals(), services, services.length);
  }

  /**
   * The standard deviation of the logarithm of the source's slots: the larger of the two limits',
   * since slots are whole numbers and few resamplings tell each only roughly. Both what another
   * time would have made of it and what other sessions would, each independent of the other. Where
   * only stretches of the time are looked at, which ones counts as much as the time itself.
   */
  private static double deviation(
      Comparison comparison, long span, boolean stretches, boolean hits) {
    SeededStreams streams = new SeededStreams(comparison.seed());
    Traffic source = thinned(comparison.source(), span, streams);
    QueuedRows rows = QueuedRows.of(source, TimePlaces.until(span));
    SlotQueue queue = queue(rows, comparison.sourceSide(), hits);
    double largest = 0;
    double[] ofTime = ofTime(queue, comparison.latticeNanos().orElse(1), streams);
    double[] ofSessions = ofSessions(source, queue, streams);
    for (int limit = 0; limit < LIMITS_SECONDS.length; limit++) {
      double time = stretches ? Math.sqrt(2) * ofTime[limit] : ofTime[limit];
      largest = Math.max(largest, Math.hypot(time, ofSessions[limit]));
    }
    return largest;
  }

  /** Of blocks of time drawn anew, for each limit. */
  private static double[] ofTime(SlotQueue queue, long lattice, SeededStreams streams) {
    long span = queue.arrivals()[queue.size() - 1];
    long blockNanos = Math.max(1, span / BLOCKS / lattice) * lattice;
    int[][] slots =
        IntStream.range(0, RESAMPLINGS)
            .parallel()
            .mapToObj(i -> slots(resampled(queue, blockNanos, streams.stream("impact", i))))
            .toArray(int[][]::new);
    return IntStream.range(0, LIMITS_SECONDS.length)
        .mapToDouble(
            limit ->
                deviation(
                    Arrays.stream(slots).mapToDouble(each -> Math.log(each[limit])).toArray()))
        .toArray();
  }

  /**
   * Of the sessions, for each limit: two random halves of them differ by √2 deviations of a half,
   * which are √2 of the whole.
   */
  private static double[] ofSessions(Traffic source, SlotQueue queue, SeededStreams streams) {
    int[] groups = source.groups();
    double[][] ratios =
        IntStream.range(0, HALVINGS)
            .parallel()
            .mapToObj(
                i -> {
                  int[] first = slots(half(queue, groups, streams, i, 0));
                  int[] second = slots(half(queue, groups, streams, i, 1));
                  return IntStream.range(0, first.length)
                      .mapToDouble(limit -> Math.log((double) first[limit] / second[limit]))
                      .toArray();
                })
            .toArray(double[][]::new);
    return IntStream.range(0, LIMITS_SECONDS.length)
        .mapToDouble(
            limit ->
                Math.sqrt(
                        Arrays.stream(ratios)
                            .mapToDouble(each -> each[limit] * each[limit])
                            .average()
                            .orElseThrow())
                    / 2)
        .toArray();
  }

  private static SlotQueue half(
      SlotQueue queue, int[] groups, SeededStreams streams, int halving, int half) {
    LongUnaryOperator values = streams.values("impact half " + halving);
    int[] rows =
        IntStream.range(0, queue.size())
            .filter(row -> values.applyAsLong(groups[row]) >>> 63 == half)
            .toArray();
    return rows.length == 0 ? queue : queue.at(rows);
  }

  private static Traffic thinned(Traffic source, long span, SeededStreams streams) {
    return source.sampled(MOST_RESAMPLED, streams).until(span);
  }

  /** As many blocks of time as there are, drawn with repetition and put one after another. */
  private static SlotQueue resampled(
      SlotQueue queue, long blockNanos, UniformRandomProvider random) {
    long[] arrivals = new long[2 * queue.size() + BLOCKS];
    float[] services = new float[arrivals.length];
    int size = 0;
    for (int block = 0; block < BLOCKS; block++) {
      long from = random.nextInt(BLOCKS) * blockNanos;
      int first = Math.min(queue.size(), Ascending.firstFrom(queue.arrivals(), from, 0));
      int end =
          Math.min(queue.size(), Ascending.firstFrom(queue.arrivals(), from + blockNanos, first));
      if (size + end - first > arrivals.length) {
        arrivals = Arrays.copyOf(arrivals, 2 * (size + end - first));
        services = Arrays.copyOf(services, arrivals.length);
      }
      for (int i = first; i < end; i++) {
        arrivals[size] = queue.arrivals()[i] - from + block * blockNanos;
        services[size++] = queue.services()[i];
      }
    }
    return new SlotQueue(arrivals, services, Math.max(1, size));
  }

  private static double deviation(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }
}
