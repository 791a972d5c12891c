package dev.facsimile.analyze.run;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A stretch in which far more was offered than before, and how long the server took to recover. It
 * has recovered at the start of the first {@value #CALM} spans in a row whose requests' TTFT p90 is
 * at most {@value #AS_BEFORE} times that of all requests due before the spike and of which all but
 * as many completed as before.
 *
 * @param fromNanos when it began, from the run's zero
 * @param toNanos when it ended
 * @param perSecond offered within
 * @param perSecondBefore offered before
 * @param ttftP90BeforeNanos of requests due before
 * @param ttftP90WithinNanos of requests due within; absent when none completed
 * @param end how it ended
 * @param recoveredAfterNanos from the spike's end; absent unless it recovered
 */
record Spike(
    long fromNanos,
    long toNanos,
    double perSecond,
    double perSecondBefore,
    long ttftP90BeforeNanos,
    OptionalLong ttftP90WithinNanos,
    End end,
    OptionalLong recoveredAfterNanos) {
  private static final int CALM = 3;
  private static final double AS_BEFORE = 1.25;
  private static final int SPANS = 240;
  private static final long LEAST_WIDTH = 1_000_000_000L;

  /** Twice the usual rate, and further from it than chance puts a Poisson count. */
  private static final double TIMES = 2;

  private static final double DEVIATIONS = 5;
  private static final int LEAST_BEFORE = 30;
  private static final int MOST = 10;

  /** What became of a spike. */
  enum End {
    RECOVERED,
    NOT_RECOVERED,
    /** Too little was offered behind it to tell. */
    NOT_SEEN;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** The spikes of a run, at most ten, the first first. */
  static List<Spike> all(RunData data) {
    long width = Math.max(LEAST_WIDTH, data.manifest().durationNanos() / SPANS);
    TimeBins bins = TimeBins.ofWidth(data, width);
    List<Spike> spikes = new ArrayList<>();
    double usual = median(bins);
    int bin = 0;
    while (bin < bins.size() && spikes.size() < MOST) {
      int start = bin;
      while (bin < bins.size() && isHigh(bins.offered(bin), usual)) {
        bin++;
      }
      if (bin > start) {
        of(data, bins, start, bin).ifPresent(spikes::add);
      } else {
        bin++;
      }
    }
    return spikes;
  }

  private static boolean isHigh(int offered, double usual) {
    return offered >= TIMES * usual && offered >= usual + DEVIATIONS * Math.sqrt(usual);
  }

  private static double median(TimeBins bins) {
    int[] counts = bins.counts().stream().mapToInt(Integer::intValue).filter(n -> n > 0).toArray();
    Arrays.sort(counts);
    return counts.length == 0 ? 0 : Math.max(1, counts[counts.length / 2]);
  }

  private static Optional<Spike> of(RunData data, TimeBins bins, int from, int to) {
    Percentiles before = bins.values(data.latency(data.userTtft()), 0, from);
    if (before.count() < LEAST_BEFORE) {
      return Optional.empty();
    }
    long baseline = before.at(90);
    double failedBefore = failed(bins, 0, from);
    OptionalLong recovered = OptionalLong.empty();
    int calm = 0;
    int judged = 0;
    for (int bin = to; bin < bins.size() && recovered.isEmpty(); bin++) {
      if (bins.offered(bin) == 0) {
        continue;
      }
      judged++;
      calm = isCalm(data, bins, bin, baseline, failedBefore) ? calm + 1 : 0;
      if (calm == CALM) {
        int first = bin - CALM + 1;
        recovered = OptionalLong.of(Math.max(0, bins.startNanos(first) - bins.startNanos(to)));
      }
    }
    End end =
        recovered.isPresent() ? End.RECOVERED : judged < CALM ? End.NOT_SEEN : End.NOT_RECOVERED;
    Percentiles within = bins.values(data.latency(data.userTtft()), from, to);
    return Optional.of(
        new Spike(
            bins.startNanos(from),
            bins.startNanos(to),
            rate(bins, from, to),
            rate(bins, 0, from),
            baseline,
            within.isEmpty() ? OptionalLong.empty() : OptionalLong.of(within.at(90)),
            end,
            recovered));
  }

  private static boolean isCalm(
      RunData data, TimeBins bins, int bin, long baseline, double failedBefore) {
    Percentiles values = bins.values(data.latency(data.userTtft()), bin);
    return !values.isEmpty()
        && values.at(90) <= AS_BEFORE * baseline
        && bins.notCompleted(bin) <= Math.max(1, 2 * failedBefore * bins.offered(bin));
  }

  private static double failed(TimeBins bins, int from, int to) {
    int offered = 0;
    int failed = 0;
    for (int bin = from; bin < to; bin++) {
      offered += bins.offered(bin);
      failed += bins.notCompleted(bin);
    }
    return offered == 0 ? 0 : (double) failed / offered;
  }

  private static double rate(TimeBins bins, int from, int to) {
    long offered = 0;
    for (int bin = from; bin < to; bin++) {
      offered += bins.offered(bin);
    }
    return offered / ((to - from) * bins.widthNanos() / 1e9);
  }
}
