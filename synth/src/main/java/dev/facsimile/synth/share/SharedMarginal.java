package dev.facsimile.synth.share;

import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A marginal whose segments have a minimum count. Segments that have it stay as they are, atoms
 * too; smaller ones are joined with those beside them until they have it. The ends of a joined
 * segment are rounded outwards to an eighth of an octave, as far as its neighbours let them, so
 * that they are not the tokens of one request. What is left too small beside a segment that has
 * more than enough takes what it lacks from there, so that an atom stays one, and is told to lie
 * anywhere between the segments beside it.
 */
final class SharedMarginal {
  private static final int PARTS_OF_OCTAVE_BITS = 3;

  /** A segment that keeps so many times the count hardly misses what another takes from it. */
  private static final int ENOUGH = 4;

  private final long minCount;
  private final List<Segment> joined = new ArrayList<>();
  private final List<Boolean> rounded = new ArrayList<>();

  private SharedMarginal(long minCount) {
    this.minCount = minCount;
  }

  /** A marginal of at least {@code minCount} requests. */
  static Marginal of(Marginal marginal, long minCount) {
    SharedMarginal shared = new SharedMarginal(minCount);
    shared.join(marginal.segments());
    return shared.roundedMarginal();
  }

  private void join(List<Segment> segments) {
    List<Segment> open = new ArrayList<>();
    long count = 0;
    for (Segment next : segments) {
      if (next.count() >= minCount) {
        close(open, count, OptionalInt.of(next.low()));
        add(next, false);
        open = new ArrayList<>();
        count = 0;
        continue;
      }
      open.add(next);
      count += next.count();
      if (count >= minCount) {
        add(span(open, count), true);
        open = new ArrayList<>();
        count = 0;
      }
    }
    close(open, count, OptionalInt.empty());
    absorbFirst();
  }

  private void add(Segment segment, boolean isJoined) {
    joined.add(segment);
    rounded.add(isJoined);
  }

  /** What is left over before {@code next} is too few for a segment of its own. */
  private void close(List<Segment> open, long count, OptionalInt next) {
    if (open.isEmpty()) {
      return;
    }
    if (joined.isEmpty()) {
      add(span(open, count), true);
      return;
    }
    int last = joined.size() - 1;
    Segment before = joined.get(last);
    int high = open.get(open.size() - 1).high();
    long lacks = minCount - count;
    if (before.count() - lacks >= ENOUGH * minCount) {
      joined.set(last, new Segment(before.low(), before.high(), before.count() - lacks));
      int ceiling = next.isPresent() ? next.getAsInt() - 1 : high;
      add(new Segment(before.high() + 1, ceiling, minCount), true);
      return;
    }
    joined.set(last, new Segment(before.low(), high, before.count() + count));
    rounded.set(last, true);
  }

  /** Only the very first segment can be too small: there was none before it to join. */
  private void absorbFirst() {
    if (joined.size() > 1 && joined.get(0).count() < minCount) {
      Segment second = joined.get(1);
      long lacks = minCount - joined.get(0).count();
      if (second.count() - lacks >= ENOUGH * minCount) {
        joined.set(0, new Segment(joined.get(0).low(), second.low() - 1, minCount));
        joined.set(1, new Segment(second.low(), second.high(), second.count() - lacks));
        return;
      }
      Segment first = joined.remove(0);
      rounded.remove(0);
      joined.set(0, new Segment(first.low(), second.high(), first.count() + second.count()));
      rounded.set(0, true);
    }
  }

  private static Segment span(List<Segment> open, long count) {
    return new Segment(open.get(0).low(), open.get(open.size() - 1).high(), count);
  }

  private Marginal roundedMarginal() {
    List<Segment> segments = new ArrayList<>();
    int floor = 0;
    for (int i = 0; i < joined.size(); i++) {
      Segment segment = joined.get(i);
      boolean last = i == joined.size() - 1;
      int ceiling = last ? Integer.MAX_VALUE : joined.get(i + 1).low() - 1;
      // The largest number of all is one request's, unless many have it.
      boolean wide = rounded.get(i) || (last && segment.width() > 1);
      int low = wide ? Math.max(floor, low(segment.low())) : segment.low();
      int high = wide ? Math.min(ceiling, high(segment.high())) : segment.high();
      segments.add(new Segment(low, high, segment.count()));
      floor = high + 1;
    }
    return new Marginal(segments);
  }

  private static int low(int tokens) {
    return tokens & -(1 << shift(tokens));
  }

  private static int high(int tokens) {
    return tokens | ((1 << shift(tokens)) - 1);
  }

  private static int shift(int tokens) {
    int bits = 32 - Integer.numberOfLeadingZeros(tokens);
    return Math.max(1, bits - 1 - PARTS_OF_OCTAVE_BITS);
  }
}
