package dev.facsimile.synth.privacy;

import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Marginal.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A marginal from noisy counts. Bins, which no data decides, are every number below 64 and 16 parts
 * of each octave above. Counted are octaves, bins and single numbers, each with a part of the
 * budget: octaves above the last one that is surely there are left out, so that noise makes no
 * tail; single numbers that surely are there are atoms; bins are joined until they stand out of the
 * noise.
 */
final class PrivateMarginal {
  private static final int EXACT = 64;
  private static final int PARTS = 16;
  private static final int MOST_BITS = 20;
  private static final int MOST = (1 << MOST_BITS) - 1;
  private static final double OCTAVES = 0.2;
  private static final double BINS = 0.5;
  private static final double ATOMS = 0.3;

  /** Deviations by which the noise makes no tail, and scales by which bins stand out of it. */
  private static final double SURE = 5;

  /** Below the tail a little noise is better than a gap. */
  private static final double LIKELY = 1;

  private final SortedMap<Integer, Long> counts = new TreeMap<>();
  private final double epsilon;
  private final Noise noise;
  private final SortedMap<Integer, Long> atoms = new TreeMap<>();
  private final List<Segment> segments = new ArrayList<>();

  private PrivateMarginal(LengthCounts exact, double epsilon, Noise noise) {
    exact
        .counts()
        .forEach((tokens, count) -> counts.merge(Math.min(MOST, tokens), count, Long::sum));
    this.epsilon = epsilon;
    this.noise = noise;
  }

  /** With {@code epsilon} of the budget; of one segment where nothing stands out of the noise. */
  static Marginal of(LengthCounts counts, double epsilon, Noise noise) {
    return new PrivateMarginal(counts, epsilon, noise).marginal();
  }

  private Marginal marginal() {
    findAtoms();
    List<Octave> octaves = new ArrayList<>(List.of(octave(0, 0)));
    for (int bit = 0; bit < MOST_BITS; bit++) {
      octaves.add(octave(1 << bit, (2 << bit) - 1));
    }
    int last = octaves.size() - 1;
    while (last > 0 && !octaves.get(last).above(SURE)) {
      last--;
    }
    for (Octave octave : octaves.subList(0, last + 1)) {
      if (octave.above(LIKELY)) {
        addJoined(octave);
      }
    }
    return new Marginal(segments.isEmpty() ? List.of(new Segment(0, MOST, 1)) : segments);
  }

  private long count(int low, int high) {
    return counts.subMap(low, high + 1).values().stream().mapToLong(n -> n).sum();
  }

  /** Every number is counted, those too that nobody has: else it would show who is not there. */
  private void findAtoms() {
    double own = ATOMS * epsilon;
    double enough = (StrictMath.log(MOST) + 2) / own;
    for (int tokens = EXACT; tokens <= MOST; tokens++) {
      long noisy = noise.added(counts.getOrDefault(tokens, 0L), own, 1);
      if (noisy > enough) {
        atoms.put(tokens, noisy);
      }
    }
  }

  /**
   * What was told of an octave.
   *
   * @param low its smallest number
   * @param high its largest
   * @param bins noisy counts of its bins
   * @param count of it all
   * @param deviation the noise's standard deviation in that
   */
  private record Octave(int low, int high, long[] bins, double count, double deviation) {

    boolean above(double deviations) {
      return count > deviations * deviation;
    }
  }

  private Octave octave(int low, int high) {
    long[] bins = bins(low, high);
    double wholeEpsilon = OCTAVES * epsilon;
    double binEpsilon = BINS * epsilon;
    long whole = noise.added(count(low, high), wholeEpsilon, 1);
    long sum = Arrays.stream(bins).sum();
    // Both tell the octave's count; the noise of each number has variance 2 / epsilon².
    double wholeVariance = 2 / (wholeEpsilon * wholeEpsilon);
    double sumVariance = bins.length * 2 / (binEpsilon * binEpsilon);
    double weight = sumVariance / (wholeVariance + sumVariance);
    double count = weight * whole + (1 - weight) * sum;
    return new Octave(low, high, bins, count, Math.sqrt(wholeVariance * weight));
  }

  private long[] bins(int low, int high) {
    int number = low < EXACT ? high - low + 1 : PARTS;
    int width = (high - low + 1) / number;
    long[] bins = new long[number];
    for (int i = 0; i < number; i++) {
      int from = low + i * width;
      bins[i] = noise.added(count(from, from + width - 1), BINS * epsilon, 1);
    }
    return bins;
  }

  private void addJoined(Octave octave) {
    int low = octave.low();
    int high = octave.high();
    long[] bins = octave.bins();
    double enough = SURE / (BINS * epsilon);
    int width = (high - low + 1) / bins.length;
    List<Segment> groups = new ArrayList<>();
    int from = low;
    long sum = 0;
    for (int i = 0; i < bins.length; i++) {
      sum += bins[i];
      int end = low + (i + 1) * width - 1;
      if (sum > enough) {
        groups.add(new Segment(from, end, sum));
        from = end + 1;
        sum = 0;
      }
    }
    if (groups.isEmpty()) {
      groups.add(new Segment(low, high, 1));
    }
    double all = groups.stream().mapToLong(Segment::count).sum();
    for (Segment group : groups) {
      addAround(group, group.count() / all * octave.count());
    }
  }

  /** A group's count, its atoms by themselves and the rest spread evenly around them. */
  private void addAround(Segment group, double count) {
    SortedMap<Integer, Long> inside = atoms.subMap(group.low(), group.high() + 1);
    double ofAtoms = inside.values().stream().mapToLong(n -> n).sum();
    double scale = ofAtoms > count ? count / ofAtoms : 1;
    double others = group.width() - inside.size();
    double each = others == 0 ? 0 : Math.max(0, count - ofAtoms) / others;
    int from = group.low();
    for (int atom : inside.keySet()) {
      add(from, atom - 1, each);
      add(atom, atom, inside.get(atom) * scale);
      from = atom + 1;
    }
    add(from, group.high(), each);
  }

  private void add(int low, int high, double each) {
    long count = Math.round(each * (high - (double) low + 1));
    if (high >= low && count > 0) {
      segments.add(new Segment(low, high, count));
    }
  }
}
