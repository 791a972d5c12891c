package dev.facsimile.synth.generate;

import dev.facsimile.synth.arrival.CascadeProcess;
import dev.facsimile.synth.arrival.SharedSplits;
import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.length.LengthSampler;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.LongSeries;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/** Draws the rows of one class. Safe for use by several threads. */
final class ClassDraw {
  private final String label;
  private final SeededStreams streams;
  private final TimeGrid grid;
  private final CascadeProcess arrivals;
  private final LengthSampler lengths;
  private final long sourceNanos;
  private final Course course;
  private final double rateScale;

  /** Counts of the mix's combinations, summed. */
  private final long[] cumulative;

  ClassDraw(
      TrafficModel model, int classNumber, double rateScale, Course course, SeededStreams streams) {
    ClassModel stratum = model.classes().get(classNumber);
    this.label =
        stratum.requestClass().map(name -> "class/" + name).orElse("unclassified")
            + stratum.tenant().map(name -> "/tenant/" + name).orElse("");
    this.streams = streams;
    this.grid = model.grid();
    this.sourceNanos = model.source().durationNanos();
    this.course = course;
    this.rateScale = rateScale * course.classFactor(classNumber);
    this.arrivals =
        new CascadeProcess(
            stratum.arrivals(),
            model.grid(),
            model.source().durationNanos(),
            this::scale,
            course.clock(),
            model
                .commonBursts()
                .map(of -> new SharedSplits(of, streams, stratum.requestClass().orElse(""))));
    this.lengths = new LengthSampler(stratum.lengths());
    List<Mix.Combination> combinations = stratum.mix().combinations();
    cumulative = new long[combinations.size()];
    long sum = 0;
    for (int i = 0; i < cumulative.length; i++) {
      sum += combinations.get(i).count();
      cumulative[i] = sum;
    }
  }

  /** The largest rate of a window ÷ the source's. */
  private double scale(long window) {
    return rateScale * course.most(start(window), start(window + 1));
  }

  private long start(long window) {
    return window * grid.rootNanos();
  }

  /** Session starts that are due in a window at its largest rate. */
  double expected(long window, long durationNanos) {
    return arrivals.expected(window, durationNanos);
  }

  /** Session starts per nanosecond at {@code nanos}, without what bursts add or take. */
  double rate(long nanos, long durationNanos) {
    long window = nanos / grid.rootNanos();
    double most = course.most(start(window), start(window + 1));
    return most == 0
        ? 0
        : expected(window, durationNanos) / grid.rootNanos() * course.factor(nanos) / most;
  }

  /** Ascending arrivals of the windows {@code first} to {@code end} - 1 before the end. */
  long[] arrivals(long first, long end, long durationNanos) {
    LongSeries series = new LongSeries();
    int own = count(first, durationNanos);
    int before = first == 0 ? own : count(first - 1, durationNanos);
    for (long window = first; window < end; window++) {
      boolean last = window + 1 >= grid.windows(durationNanos);
      int after = last ? own : count(window + 1, durationNanos);
      UniformRandomProvider random = streams.stream("arrivals/" + label, window);
      CascadeProcess.Counts counts =
          new CascadeProcess.Counts(
              alike(before, window - 1, own, window), own, alike(after, window + 1, own, window));
      UniformRandomProvider keeping = streams.stream("thinning/" + label, window);
      for (long arrival : arrivals.arrivals(window, counts, durationNanos, random)) {
        if (arrival < durationNanos && keeps(arrival, window, keeping)) {
          series.add(arrival);
        }
      }
      before = own;
      own = after;
    }
    return series.toArray();
  }

  /** The count of a window beside, had it been drawn at the rate of this one. */
  private int alike(int beside, long besideWindow, int own, long window) {
    if (course.shapes().isEmpty()) {
      return beside;
    }
    double scale = besideWindow < 0 ? 0 : scale(besideWindow);
    return scale == 0 ? own : (int) Math.rint(beside * scale(window) / scale);
  }

  /** Drawn at the window's largest rate, each start is kept as its own rate says. */
  private boolean keeps(long nanos, long window, UniformRandomProvider random) {
    return course.shapes().isEmpty()
        || random.nextDouble() * course.most(start(window), start(window + 1))
            < course.factor(nanos);
  }

  /** The source's time that stands for {@code nanos}. */
  private long sourceNanos(long nanos) {
    return course.clock().map(c -> c.sourceNanos(nanos)).orElse(nanos % sourceNanos);
  }

  /** Has a stream of its own, so that a window can be asked for the count of the next. */
  private int count(long window, long durationNanos) {
    return arrivals.count(window, durationNanos, streams.stream("counts/" + label, window));
  }

  /**
   * Lengths for arrivals of one slice, those of each stretch of the source's time by themselves.
   *
   * @param arrivals ascending
   */
  LengthSampler.Pairs lengths(long slice, long[] arrivals, double offset) {
    UniformRandomProvider random = streams.stream("lengths/" + label, slice);
    int[] input = new int[arrivals.length];
    int[] output = new int[arrivals.length];
    for (int from = 0; from < arrivals.length; ) {
      OptionalInt stretch = lengths.stretchAt(sourceNanos(arrivals[from]));
      int to = from + 1;
      while (to < arrivals.length && lengths.stretchAt(sourceNanos(arrivals[to])).equals(stretch)) {
        to++;
      }
      LengthSampler.Pairs pairs = lengths.draw(to - from, offset, stretch, random);
      System.arraycopy(pairs.input(), 0, input, from, to - from);
      System.arraycopy(pairs.output(), 0, output, from, to - from);
      from = to;
    }
    return new LengthSampler.Pairs(input, output);
  }

  /** A combination at random. */
  int combination(UniformRandomProvider random) {
    return place((long) (random.nextDouble() * cumulative[cumulative.length - 1]));
  }

  private int place(long target) {
    int place = Arrays.binarySearch(cumulative, target + 1);
    return Math.min(cumulative.length - 1, place >= 0 ? place : -place - 1);
  }

  /** Combinations by systematic sampling, in random order. */
  int[] combinations(long slice, int rows) {
    int[] drawn = new int[rows];
    if (cumulative.length == 1) {
      return drawn;
    }
    UniformRandomProvider random = streams.stream("mix/" + label, slice);
    double offset = random.nextDouble();
    double total = cumulative[cumulative.length - 1];
    for (int i = 0; i < rows; i++) {
      long target = (long) ((i + offset) / rows * total);
      drawn[i] = place(target);
    }
    PermutationSampler.shuffle(random, drawn);
    return drawn;
  }
}
