package dev.facsimile.ingest;

import dev.facsimile.trace.stats.Lattice;
import dev.facsimile.trace.stats.LongSeries;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Examines arrivals in order of time: their resolution, lattice, ties and longest silence. Exams of
 * stretches that follow each other can be put together. Holds the first 100,000 arrivals.
 */
public final class ClockExam implements Serializable {
  private static final long serialVersionUID = 1;

  private static final int SAMPLE = 100_000;
  private static final long SECOND = 1_000_000_000L;
  private static final long DAY = 86_400 * SECOND;

  /** Below this share, rows with the same timestamp are no news. */
  private static final double TIES_WORTH_TELLING = 0.01;

  private final LongSeries clocks = new LongSeries();
  private boolean started;
  private long start;
  private long last;
  private long resolution;
  private long rows;
  private long ties;
  private long onTick;

  /** Stretches of rows with one timestamp, and the rows in the first of them. */
  private long ticks;

  private long firstTick;
  private long mostOnTick;
  private long silence;

  /** An exam in which no row was seen. */
  public ClockExam() {}

  /** Nanoseconds from the trace's start; the first row to ask is the start. */
  public long arrival(long clock) {
    if (!started) {
      started = true;
      start = clock;
      last = clock;
    }
    examine(clock);
    last = clock;
    if (clocks.size() < SAMPLE) {
      clocks.add(clock);
    }
    return clock - start;
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
      ticks++;
    }
    firstTick = ticks == 1 ? onTick : firstTick;
    mostOnTick = Math.max(mostOnTick, onTick);
    silence = Math.max(silence, clock - last);
  }

  /** Adds the exam of the stretch that follows this one. */
  public void merge(ClockExam next) {
    if (!next.started) {
      return;
    }
    if (!started) {
      started = true;
      start = next.start;
      last = next.start;
    }
    boolean tied = rows > 0 && next.start == last;
    long across = tied ? onTick + next.firstTick : next.firstTick;
    firstTick = ticks == 0 || (ticks == 1 && tied) ? across : firstTick;
    onTick = next.ticks == 1 ? across : next.onTick;
    mostOnTick = Math.max(Math.max(mostOnTick, next.mostOnTick), across);
    ticks += next.ticks - (tied ? 1 : 0);
    ties += next.ties + (tied ? 1 : 0);
    silence = Math.max(silence, Math.max(next.silence, next.start - last));
    resolution = divisor(next.resolution, resolution);
    rows += next.rows;
    last = next.last;
    for (int i = 0; i < next.clocks.size() && clocks.size() < SAMPLE; i++) {
      clocks.add(next.clocks.get(i));
    }
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
    return started ? OptionalLong.of(start) : OptionalLong.empty();
  }

  OptionalLong lattice() {
    return Lattice.of(LongStream.of(clocks.toArray()).map(clock -> clock - start).toArray());
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
    if (silence > DAY && silence > (last - start) / 2) {
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
