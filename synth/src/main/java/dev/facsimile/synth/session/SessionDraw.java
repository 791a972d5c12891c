package dev.facsimile.synth.session;

import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import dev.facsimile.synth.model.Branching.Follower;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.header.BlockScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws the turns of many sessions at once: each request gets the followers of a donor. Safe for
 * use by several threads.
 */
public final class SessionDraw {
  /** No slice has more turns: a model in which each request has several would never end. */
  private static final int MOST_TURNS = 1 << 24;

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
    // Turns that a scenario tells are nobody's.
    this.blur = model.notReproduced().isPresent() ? 0 : blur(sessions.turns());
    this.coarse = model.grid().coarse();
    this.sourceNanos = model.source().durationNanos();
    this.durationNanos = durationNanos;
  }

  private static double blur(long turns) {
    return Math.min(0.25, StrictMath.sqrt(TURNS_IN_BLUR / turns));
  }

  /** A visit that may have followers, and the cell of its gap. */
  private record Open(Visit visit, int gap) {}

  /**
   * The turns that follow some sessions' starts before the workload ends, each after the one that
   * it continues. All sessions grow together, generation by generation.
   */
  public List<Visit> turns(List<Visit> starts, UniformRandomProvider random) {
    List<Visit> turns = new ArrayList<>();
    List<Open> open = starts.stream().map(start -> new Open(start, 0)).toList();
    for (int before = 0; !open.isEmpty() && turns.size() < MOST_TURNS; before++) {
      List<Open> next = new ArrayList<>();
      for (Map.Entry<Integer, List<Open>> entry : byClass(open).entrySet()) {
        grow(entry.getKey(), Branching.generationOf(before), entry.getValue(), next, random);
      }
      next.forEach(turn -> turns.add(turn.visit()));
      open = next;
    }
    return turns;
  }

  private static SortedMap<Integer, List<Open>> byClass(List<Open> open) {
    SortedMap<Integer, List<Open>> byClass = new TreeMap<>();
    for (Open one : open) {
      byClass.computeIfAbsent(one.visit().classNumber(), c -> new ArrayList<>()).add(one);
    }
    return byClass;
  }

  private void grow(
      int classNumber,
      int generation,
      List<Open> open,
      List<Open> next,
      UniformRandomProvider random) {
    List<Donor> requests = open.stream().map(one -> likeness(one, generation)).toList();
    List<Donor> found = donors.like(classNumber, generation, requests, random);
    for (int i = 0; i < found.size(); i++) {
      for (Follower follower : found.get(i).followers()) {
        Visit turn = turn(open.get(i).visit(), follower, random);
        if (turn.arrivalNanos() < durationNanos) {
          next.add(new Open(turn, follower.gap()));
        }
      }
    }
  }

  private Donor likeness(Open one, int generation) {
    return new Donor(
        one.visit().classNumber(),
        generation,
        Branching.sizeOf(one.visit().inputTokens()),
        Branching.sizeOf(one.visit().outputTokens()),
        one.gap(),
        clock(one.visit().arrivalNanos()),
        List.of());
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

  private Visit turn(Visit parent, Follower follower, UniformRandomProvider random) {
    long gap = drawn(gapMillis, follower.gap(), random) * MILLI;
    if (!coarse) {
      // The source's milliseconds are rounded here: anywhere within.
      gap = Math.max(0, gap - MILLI / 2 + random.nextLong(MILLI));
    }
    int shared = follower.sharedBlocks(parent.inputTokens() / blockTokens);
    long before =
        follower.grown() == 1
            ? (long) parent.inputTokens() + parent.outputTokens()
            : (long) shared * blockTokens;
    long input = before + drawn(freshTokens, follower.freshTokens(), random);
    if (answersKept) {
      input += parent.inputTokens() % blockTokens + (long) parent.outputTokens();
    }
    input = Math.min(input, course.contextCap().orElse(Integer.MAX_VALUE));
    shared = (int) Math.min(shared, input / blockTokens);
    double think = follower.thinkShare() / 255.0;
    return new Visit(
        Optional.of(parent),
        parent.arrivalNanos() + gap,
        follower.classNumber(),
        (int) input,
        drawn(outputTokens, follower.outputTokens(), random),
        shared,
        think == 0 ? OptionalLong.empty() : OptionalLong.of((long) (gap * think)));
  }

  private int drawn(Quantiles quantiles, int cell, UniformRandomProvider random) {
    double rank = (cell + random.nextDouble()) / Branching.CELLS;
    double blurred = Math.abs(rank + (random.nextDouble() - 0.5) * blur);
    // At the ends it is thrown back, which leaves the distribution as it is.
    return quantiles.at(Math.min(MOST_RANK, blurred < 1 ? blurred : 2 - blurred));
  }
}
