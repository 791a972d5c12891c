package dev.facsimile.analyze.fidelity;

import java.io.Serializable;
import java.util.Arrays;
import java.util.OptionalLong;
import org.apache.commons.math3.util.ArithmeticUtils;

/**
 * Requests in each tick of time from 0: all that burstiness and the envelope need, whatever the
 * number of requests. Counts of stretches of time add up. Holds 4 bytes a tick of the stretch.
 */
final class TickCounts implements Serializable {
  private static final long serialVersionUID = 1;
  private static final long SECOND = 1_000_000_000L;

  /** A block of the jackknife holds so many ticks, so that its edges can be moved to ticks. */
  private static final int TICKS_IN_BLOCK = 8;

  private final long tickNanos;
  private int[] counts = new int[16];
  private long firstTick = -1;
  private int size;
  private long tickStart;
  private int tick = -1;

  TickCounts(long tickNanos) {
    this.tickNanos = tickNanos;
  }

  /**
   * The tick of which all window widths are multiples: a second, or less where the time is short or
   * a coarse clock asks for it.
   *
   * @param spanNanos the time that both sides have
   */
  static long tickNanos(long spanNanos, OptionalLong latticeNanos) {
    long lattice = latticeNanos.orElse(1);
    long tick = 0;
    for (long width : BurstScales.of(spanNanos, latticeNanos).widthsNanos()) {
      tick = ArithmeticUtils.gcd(tick, width);
    }
    tick = ArithmeticUtils.gcd(tick, EnvelopeAxis.widthNanos(latticeNanos));
    long most = Math.max(lattice, spanNanos / (BurstScale.BLOCKS * TICKS_IN_BLOCK));
    if (latticeNanos.isPresent()) {
      return tick <= Math.max(most, SECOND / 2) ? tick : lattice;
    }
    while (tick > most && tick % 10 == 0) {
      tick /= 10;
    }
    return tick;
  }

  /** Counts a request; none arrives before the one counted last. */
  void add(long arrivalNanos) {
    if (tick < 0 || arrivalNanos - tickStart >= tickNanos) {
      long number = arrivalNanos / tickNanos;
      firstTick = tick < 0 ? number : firstTick;
      tick = (int) (number - firstTick);
      tickStart = number * tickNanos;
      size = tick + 1;
      if (size > counts.length) {
        counts = Arrays.copyOf(counts, Math.max(size, counts.length * 2));
      }
    }
    counts[tick]++;
  }

  /** Those of stretches together, to be asked for. */
  static ArrivalCounts together(Iterable<TickCounts> stretches, long tickNanos) {
    long ticks = 0;
    for (TickCounts each : stretches) {
      ticks = Math.max(ticks, each.size == 0 ? 0 : each.firstTick + each.size);
    }
    long[] before = new long[Math.toIntExact(ticks + 1)];
    for (TickCounts each : stretches) {
      for (int i = 0; i < each.size; i++) {
        before[(int) each.firstTick + i + 1] += each.counts[i];
      }
    }
    for (int i = 1; i < before.length; i++) {
      before[i] += before[i - 1];
    }
    return new ArrivalCounts() {
      @Override
      public long before(long nanos) {
        return before[(int) Math.min(before.length - 1, nanos / tickNanos)];
      }

      @Override
      public long grainNanos() {
        return tickNanos;
      }
    };
  }
}
