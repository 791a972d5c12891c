package dev.facsimile.synth.whatif;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import java.util.ArrayList;
import java.util.List;

/** Marginals under a map of their numbers that keeps their order, and so every rank. */
final class Marginals {
  /** A marginal of samples has so many segments, or fewer. */
  private static final int SEGMENTS = 1024;

  private Marginals() {}

  /** Each number times {@code factor}; a number of 1 or more stays one. Atoms stay atoms. */
  static Marginal scaled(Marginal marginal, double factor) {
    List<Segment> scaled = new ArrayList<>();
    for (Segment segment : marginal.segments()) {
      int low = scaled(segment.low(), factor);
      int end = scaled(segment.high() + 1.0, factor);
      int high = segment.width() == 1 ? low : Math.max(low, end - 1);
      add(scaled, new Segment(low, high, segment.count()));
    }
    return new Marginal(scaled);
  }

  private static int scaled(double number, double factor) {
    double product = Math.rint(number * factor);
    return (int) Math.min(Integer.MAX_VALUE - 1, number >= 1 ? Math.max(1, product) : product);
  }

  /** Adds a segment that begins where the last one does or later. */
  private static void add(List<Segment> segments, Segment next) {
    if (segments.isEmpty() || next.low() > segments.get(segments.size() - 1).high()) {
      segments.add(next);
      return;
    }
    Segment last = segments.remove(segments.size() - 1);
    if (next.high() > last.high()) {
      segments.add(last);
      segments.add(new Segment(last.high() + 1, next.high(), next.count()));
    } else {
      segments.add(new Segment(last.low(), last.high(), last.count() + next.count()));
    }
  }

  /** Each number above {@code cap} is the cap, which becomes an atom. */
  static Marginal capped(Marginal marginal, int cap) {
    List<Segment> capped = new ArrayList<>();
    long atCap = 0;
    for (Segment segment : marginal.segments()) {
      if (segment.high() < cap) {
        capped.add(segment);
        continue;
      }
      long below = cap <= segment.low() ? 0 : cap - (long) segment.low();
      long kept = Math.round((double) segment.count() * below / segment.width());
      if (kept > 0) {
        capped.add(new Segment(segment.low(), cap - 1, kept));
      }
      atCap += segment.count() - kept;
    }
    if (atCap > 0) {
      capped.add(new Segment(cap, cap, atCap));
    }
    return new Marginal(capped);
  }

  /** The marginal of samples in ascending order; a number that is frequent is an atom. */
  static Marginal ofSorted(int[] samples) {
    int enough = Math.max(1, samples.length / SEGMENTS);
    List<Segment> segments = new ArrayList<>();
    int from = 0;
    while (from < samples.length) {
      int to = runEnd(samples, from);
      // Rare numbers share a segment, up to the next frequent one.
      while (to - from < enough && to < samples.length) {
        int next = runEnd(samples, to);
        if (next - to >= enough) {
          break;
        }
        to = next;
      }
      segments.add(new Segment(samples[from], samples[to - 1], to - (long) from));
      from = to;
    }
    return new Marginal(segments);
  }

  private static int runEnd(int[] samples, int from) {
    int to = from + 1;
    while (to < samples.length && samples[to] == samples[from]) {
      to++;
    }
    return to;
  }

  /** The mean. */
  static double mean(Marginal marginal) {
    double sum = 0;
    for (Segment segment : marginal.segments()) {
      sum += segment.count() * (segment.low() + (double) segment.high()) / 2;
    }
    return sum / marginal.total();
  }

  /** The largest number. */
  static int largest(Marginal marginal) {
    return marginal.segments().get(marginal.segments().size() - 1).high();
  }
}
