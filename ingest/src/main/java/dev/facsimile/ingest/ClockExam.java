package dev.facsimile.ingest;

import dev.facsimile.trace.stats.Lattice;
import dev.facsimile.trace.stats.LongSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Examines arrivals in order of time: their resolution, lattice, ties and longest silence. Holds
 * the first 100,000 arrivals.
 */
final class ClockExam {
  private static final int SAMPLE = 100_000;
  private static final long SECOND = 1_000_000_000L;
  private static final long DAY = 86_400 * SECOND;

  /** Below this share, rows with the same timestamp are no news. */
  private static final double TIES_WORTH_TELLING = 0.01;

  private final LongSeries arrivals = new LongSeries();
  private OptionalLong start = OptionalLong.empty();
  private long last;
  private long resolution;
  private long rows;
  private long ties;
  private long onTick;
  private long mostOnTick;
  private long silence;

  /** Nanoseconds from the trace's start; the first row to ask is the start. */
  long arrival(long clock) {
    if (start.isEmpty()) {
      start = OptionalLong.of(clock);
      last = clock;
    }
    examine(clock);
    last = clock;
    long arrival = clock - start.getAsLong();
    if (arrivals.size() < SAMPLE) {
      arrivals.add(arrival);
    }
    return arrival;
  }

  private void examine(long clock) {
    if (resolution == 0 || clock % resolution != 0) {
      resolution = divisor(clock, resolution);
    }
    if (rows++ > 0 && clock == last) {
      ties++;
      onTick++;
    } else {
      onTick = 1;
    }
    mostOnTick = Math.max(mostOnTick, onTick);
    silence = Math.max(silence, clock - last);
  }

  /** Euclid's greatest common divisor. */
  private static long divisor(long a, long b) {
    long divisor = Math.abs(a);
    long rest = b;
    while (rest != 0) {
      long next = divisor % rest;
      divisor = rest;
      rest = next;
    }
    return divisor;
  }

  /** The trace's start on the log's clock. */
  OptionalLong start() {
    return start;
  }

  OptionalLong lattice() {
    return Lattice.of(arrivals.toArray());
  }

  /** The largest power of ten, at most a second, that all timestamps are multiples of. */
  long resolutionNanos() {
    long unit = SECOND;
    while (resolution % unit != 0) {
      unit /= 10;
    }
    return unit;
  }

  /** One sentence for each oddity. */
  List<String> findings() {
    List<String> findings = new ArrayList<>();
    OptionalLong lattice = lattice();
    if (lattice.isPresent()) {
      findings.add(
          text(
              "arrivals lie on a lattice of %.3f s: shorter gaps and counts are the clock's",
              lattice.getAsLong() / 1e9));
    }
    if (resolutionNanos() == SECOND && rows > 1 && lattice.orElse(0) != SECOND) {
      findings.add("timestamps are whole seconds");
    }
    if (ties >= TIES_WORTH_TELLING * rows && ties > 0) {
      findings.add(
          text(
              "%.1f %% of the rows have the timestamp of the row before, up to %,d rows on one",
              100.0 * ties / rows, mostOnTick));
    }
    if (silence > DAY && silence > (last - start.orElse(last)) / 2) {
      findings.add(
          text(
              "nothing arrives for %.1f days, more than half of the trace: is a timestamp wrong?",
              (double) silence / DAY));
    }
    return findings;
  }

  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
