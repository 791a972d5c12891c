package dev.facsimile.synth.session;

import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import dev.facsimile.synth.model.Branching.Follower;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.header.BlockScheme;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws the turns of many sessions at once: each request gets the followers of a donor. Safe for
 * use by several threads.
 */
public final class SessionDraw {
  /** No slice has more turns: a model in which each request has several would never end. */
  private static final int MOST_TURNS = 1 << 22;

  private static final long MILLI = 1_000_000;
  private static final double MOST_RANK = Math.nextDown(1.0);

  /** So many turns in a square of two blurred ranks. */
  private static final double TURNS_IN_BLUR = 4;

  private final DonorIndex donors;
  private final Quantiles gapMillis;
  private final Quantiles freshTokens;
  private final Quantiles outputTokens;
  private final int blockTokens;
  private final boolean answersKept;
  private final int classes;

  /** Width that the ranks of a donor's turn are blurred over: few turns show less of each. */
  private final double blur;

  private final boolean coarse;
  private final long sourceNanos;
  private final long durationNanos;
  private final Course course;

  /**
   * Of this model.
   *
   * @param sessions how its sessions grow
   * @param durationNanos of the workload
   * @param course how the source's time is read, and how long prompts may become
   */
  public SessionDraw(TrafficModel model, Branching sessions, long durationNanos, Course course) {
    this.course = course;
    this.donors = new DonorIndex(sessions);
    this.gapMillis = new Quantiles(sessions.gapMillis());
    this.freshTokens = new Quantiles(sessions.freshTokens());
    this.outputTokens = new Quantiles(sessions.outputTokens());
    this.blockTokens = model.cut().map(BlockScheme::blockTokens).orElse(1);
    this.answersKept = sessions.answersKept();
    this.classes = model.classes().size();
    // Turns that a scenario tells are nobody's.
    this.blur = model.notReproduced().isPresent() ? 0 : blur(sessions.turns());
    this.coarse = model.grid().coarse();
    this.sourceNanos = model.source().durationNanos();
    this.durationNanos = durationNanos;
  }

  private static double blur(long turns) {
    return Math.min(0.25, StrictMath.sqrt(TURNS_IN_BLUR / turns));
  }

  /**
   * Sessions' starts, column by column.
   *
   * @param arrivals nanoseconds
   * @param classes positions of their classes in the model
   * @param inputs tokens of the prompts
   * @param outputs tokens of the answers
   */
  public record Starts(long[] arrivals, int[] classes, int[] inputs, int[] outputs) {}

  /**
   * The turns that follow some sessions' starts before the workload ends. All sessions grow
   * together, generation by generation.
   */
  public Turns turns(Starts starts, UniformRandomProvider random) {
    Grown grown = new Grown(starts, new Turns(starts.arrivals().length));
    int from = 0;
    int to = grown.size();
    for (int before = 0; from < to && grown.turns().size() < MOST_TURNS; before++) {
      int generation = Branching.generationOf(before);
      for (int number = 0; number < classes; number++) {
        grow(grown, grown.ofClass(number, from, to), number, generation, random);
      }
      from = to;
      to = grown.size();
    }
    return grown.turns();
  }

  /** Starts and the turns so far, numbered on: what is asked of a request is asked of both. */
  private record Grown(Starts starts, Turns turns) {

    int size() {
      return turns.starts() + turns.size();
    }

    private boolean isStart(int request) {
      return request < turns.starts();
    }

    long arrivalNanos(int request) {
      return isStart(request)
          ? starts.arrivals()[request]
          : turns.arrivalNanos(request - turns.starts());
    }

    int classNumber(int request) {
      return isStart(request)
          ? starts.classes()[request]
          : turns.classNumber(request - turns.starts());
    }

    int inputTokens(int request) {
      return isStart(request)
          ? starts.inputs()[request]
          : turns.inputTokens(request - turns.starts());
    }

    int outputTokens(int request) {
      return isStart(request)
          ? starts.outputs()[request]
          : turns.outputTokens(request - turns.starts());
    }

    int gap(int request) {
      return isStart(request) ? 0 : turns.gap(request - turns.starts());
    }

    /** Those requests from one number to another that are of a class. */
    int[] ofClass(int number, int from, int to) {
      int[] found = new int[to - from];
      int count = 0;
      for (int request = from; request < to; request++) {
        if (classNumber(request) == number) {
          found[count++] = request;
        }
      }
      return Arrays.copyOf(found, count);
    }
  }

  private void grow(
      Grown grown, int[] open, int classNumber, int generation, UniformRandomProvider random) {
    if (open.length == 0) {
      return;
    }
    Likeness likeness = Likeness.of(open.length);
    for (int i = 0; i < open.length; i++) {
      likeness.set(
          i,
          Branching.sizeOf(grown.inputTokens(open[i])),
          clock(grown.arrivalNanos(open[i])),
          grown.gap(open[i]),
          Branching.sizeOf(grown.outputTokens(open[i])));
    }
    Donor[] found = donors.like(classNumber, generation, likeness, random);
    for (int i = 0; i < found.length; i++) {
      for (Follower follower : found[i].followers()) {
        turn(grown, open[i], follower, random);
      }
    }
  }

  /**
   * The source's time that stands for {@code nanos}. The start is the start, where nothing can be
   * continued yet. The end of the source is not used within a longer workload: the turns that came
   * after it are missing there.
   */
  private int clock(long nanos) {
    long time = nanos;
    boolean round = durationNanos > sourceNanos || course.clock().isPresent();
    if (round && nanos > sourceNanos / 8) {
      long mostly = sourceNanos - sourceNanos / 4;
      long of = course.clock().map(c -> c.sourceNanos(nanos)).orElse(nanos % sourceNanos);
      time = Math.max(sourceNanos / 8, Math.min(mostly, of));
    }
    double part = time / (sourceNanos + 1.0);
    return (int) Math.min(Branching.CELLS - 1, part * Branching.CELLS);
  }

  private void turn(Grown grown, int parent, Follower follower, UniformRandomProvider random) {
    long gap = drawn(gapMillis, follower.gap(), random) * MILLI;
    if (!coarse) {
      // The source's milliseconds are rounded here: anywhere within.
      gap = Math.max(0, gap - MILLI / 2 + random.nextLong(MILLI));
    }
    int parentInput = grown.inputTokens(parent);
    int parentOutput = grown.outputTokens(parent);
    int shared = follower.sharedBlocks(parentInput / blockTokens);
    long before =
        follower.grown() == 1 ? (long) parentInput + parentOutput : (long) shared * blockTokens;
    long input = before + drawn(freshTokens, follower.freshTokens(), random);
    if (answersKept) {
      input += parentInput % blockTokens + (long) parentOutput;
    }
    input = Math.min(input, course.contextCap().orElse(Integer.MAX_VALUE));
    shared = (int) Math.min(shared, input / blockTokens);
    int output = drawn(outputTokens, follower.outputTokens(), random);
    long arrival = grown.arrivalNanos(parent) + gap;
    if (arrival < durationNanos) {
      Turns turns = grown.turns();
      int turn = turns.add(parent, arrival, follower.classNumber(), (int) input, output);
      turns.link(turn, shared, follower.gap(), follower.thinkShare());
    }
  }

  private int drawn(Quantiles quantiles, int cell, UniformRandomProvider random) {
    double rank = (cell + random.nextDouble()) / Branching.CELLS;
    double blurred = Math.abs(rank + (random.nextDouble() - 0.5) * blur);
    // At the ends it is thrown back, which leaves the distribution as it is.
    return quantiles.at(Math.min(MOST_RANK, blurred < 1 ? blurred : 2 - blurred));
  }
}
