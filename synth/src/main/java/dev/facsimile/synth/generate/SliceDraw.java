package dev.facsimile.synth.generate;

import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.length.LengthSampler;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.session.SessionDraw;
import dev.facsimile.synth.session.Turns;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Draws slices. A slice depends on (model, seed, duration, its number) alone. Slices hold about
 * 16,384 session starts, so that systematic sampling has something to spread; their offsets advance
 * by the golden section, which spreads them over slices too.
 */
final class SliceDraw {
  private static final double ROWS = 16_384;

  /** Where sessions have more requests than so many, slices have less of them. */
  private static final double MOST_ROWS_PER_START = 8;

  private static final double GOLDEN = 0.6180339887498949;
  private static final long MOST_WINDOWS = 1 << 16;
  private static final long STEPS = 8192;

  private final TrafficModel model;
  private final SeededStreams streams;
  private final long durationNanos;
  private final long windowsPerSlice;
  private final long starts;
  private final List<ClassDraw> classes = new ArrayList<>();
  private final Optional<SessionDraw> sessions;
  private final Optional<RenewalStarts> renewal;

  SliceDraw(TrafficModel model, long seed, long durationNanos, double rateScale, Course course) {
    this.model = model;
    this.streams = new SeededStreams(seed);
    this.durationNanos = durationNanos;
    for (int i = 0; i < model.classes().size(); i++) {
      classes.add(new ClassDraw(model, i, rateScale, course, streams));
    }
    boolean shaped = !course.shapes().isEmpty();
    renewal =
        model.renewal().map(how -> new RenewalStarts(how, model.grid(), classes, shaped, streams));
    sessions = model.sessions().map(how -> new SessionDraw(model, how, durationNanos, course));
    starts = model.classes().stream().mapToLong(ClassModel::sessionStarts).sum();
    double perWindow =
        Math.max(1, course.most(0, durationNanos))
            * rateScale
            * starts
            / model.source().durationNanos()
            * model.grid().rootNanos();
    double turns = Math.max(1, (double) model.source().rows() / starts / MOST_ROWS_PER_START);
    windowsPerSlice =
        Math.max(1, Math.min(MOST_WINDOWS, (long) Math.ceil(ROWS / perWindow / turns)));
  }

  /** How the rows of each class are drawn. */
  List<ClassDraw> classes() {
    return classes;
  }

  /** Slices of the workload. */
  long slices() {
    long windows = model.grid().windows(durationNanos);
    return (windows + windowsPerSlice - 1) / windowsPerSlice;
  }

  /** Expected rows of the workload, a little too many where the last window is cut. */
  long expectedRows() {
    double rows = 0;
    long windows = model.grid().windows(durationNanos);
    for (ClassDraw draw : classes) {
      for (long window = 0; window < windows; window++) {
        rows += draw.expected(window, durationNanos);
      }
    }
    return Math.round(rows * model.source().rows() / starts);
  }

  /** Session starts that are due between two times. */
  double expectedStarts(long fromNanos, long toNanos) {
    long steps = Math.min(STEPS, toNanos - fromNanos);
    double sum = 0;
    for (long step = 0; step < steps; step++) {
      long middle = fromNanos + (long) ((toNanos - fromNanos) * ((step + 0.5) / steps));
      for (ClassDraw draw : classes) {
        sum += draw.rate(middle, durationNanos);
      }
    }
    return steps == 0 ? 0 : sum / steps * (toNanos - fromNanos);
  }

  /**
   * The arrivals of a slice, by class, where they must be drawn in order: to be called for slice
   * after slice, by one thread. Absent where they need not.
   */
  Optional<long[][]> inOrder(long number) {
    return renewal.map(
        starts -> starts.windows(firstWindow(number), endWindow(number), durationNanos));
  }

  private long firstWindow(long number) {
    return number * windowsPerSlice;
  }

  private long endWindow(long number) {
    return Math.min(firstWindow(number) + windowsPerSlice, model.grid().windows(durationNanos));
  }

  /** Draws slice {@code number}, with what was drawn of it in order. */
  Slice draw(long number, Optional<long[][]> inOrder) {
    long first = firstWindow(number);
    long end = endWindow(number);
    long[][] arrivals = new long[classes.size()][];
    LengthSampler.Pairs[] lengths = new LengthSampler.Pairs[classes.size()];
    int[][] combinations = new int[classes.size()][];
    for (int i = 0; i < classes.size(); i++) {
      ClassDraw draw = classes.get(i);
      int place = i;
      arrivals[i] =
          inOrder
              .map(byClass -> byClass[place])
              .orElseGet(() -> draw.arrivals(first, end, durationNanos));
      lengths[i] = draw.lengths(number, arrivals[i], offset(i, number));
      combinations[i] = draw.combinations(number, arrivals[i].length);
    }
    Slice slice = merge(arrivals, lengths, combinations);
    return sessions.map(draw -> slice.with(following(slice, number, draw))).orElse(slice);
  }

  /** The turns that follow a slice's rows. */
  private Slice.Following following(Slice slice, long number, SessionDraw draw) {
    SessionDraw.Starts starts =
        new SessionDraw.Starts(
            slice.arrivals(), slice.classes(), slice.inputTokens(), slice.outputTokens());
    Turns turns = draw.turns(starts, streams.stream("sessions", number));
    Planned[] known = new Planned[slice.rows() + turns.size()];
    Planned[] ascending = new Planned[turns.size()];
    BitSet continued = new BitSet();
    for (int i = 0; i < turns.size(); i++) {
      int parent = turns.parent(i);
      if (parent < slice.rows() && !continued.get(parent)) {
        continued.set(parent);
        known[parent] = Planned.start(ask(slice, parent));
      }
      Planned.Ask ask =
          new Planned.Ask(
              turns.arrivalNanos(i),
              turns.classNumber(i),
              turns.inputTokens(i),
              turns.outputTokens(i));
      ascending[i] =
          Planned.turn(
              ask,
              known[parent],
              RowAssembly.firstNumber(number) + i,
              turns.sharedBlocks(i),
              turns.thinkShare(i));
      known[slice.rows() + i] = ascending[i];
    }
    Arrays.sort(ascending);
    int[] rows = continued.stream().toArray();
    Planned[] first = Arrays.stream(rows).mapToObj(row -> known[row]).toArray(Planned[]::new);
    return new Slice.Following(rows, first, ascending);
  }

  private static Planned.Ask ask(Slice slice, int row) {
    return new Planned.Ask(
        slice.arrivals()[row],
        slice.classes()[row],
        slice.inputTokens()[row],
        slice.outputTokens()[row]);
  }

  private double offset(int classNumber, long slice) {
    double start = (streams.value("lengths/offset", classNumber) >>> 11) * 0x1p-53;
    return (start + slice * GOLDEN) % 1;
  }

  /** Merges the classes by arrival; at the same nanosecond the earlier class goes first. */
  private static Slice merge(
      long[][] arrivals, LengthSampler.Pairs[] lengths, int[][] combinations) {
    int rows = Arrays.stream(arrivals).mapToInt(a -> a.length).sum();
    Slice slice =
        new Slice(
            new long[rows],
            new int[rows],
            new int[rows],
            new int[rows],
            new int[rows],
            Slice.Following.NONE);
    int[] next = new int[arrivals.length];
    for (int row = 0; row < rows; row++) {
      int from = earliest(arrivals, next);
      int index = next[from]++;
      slice.arrivals()[row] = arrivals[from][index];
      slice.classes()[row] = from;
      slice.inputTokens()[row] = lengths[from].input()[index];
      slice.outputTokens()[row] = lengths[from].output()[index];
      slice.combinations()[row] = combinations[from][index];
    }
    return slice;
  }

  private static int earliest(long[][] arrivals, int[] next) {
    int earliest = -1;
    for (int i = 0; i < arrivals.length; i++) {
      boolean left = next[i] < arrivals[i].length;
      if (left && (earliest < 0 || arrivals[i][next[i]] < arrivals[earliest][next[earliest]])) {
        earliest = i;
      }
    }
    return earliest;
  }
}
