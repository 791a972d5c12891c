package dev.facsimile.synth.whatif;

import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import dev.facsimile.synth.model.Branching.Follower;
import dev.facsimile.synth.model.Marginal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lengths of later turns, class by class, although all classes share their distributions. */
final class TurnLengths {
  /** So many numbers stand for a cell of a distribution. */
  private static final int SAMPLES = 8;

  private TurnLengths() {}

  /** Fresh tokens so many times as many. */
  static Branching prompts(Branching sessions, List<Double> factors) {
    Change fresh = new Change(sessions.freshTokens(), factors);
    sessions.donors().forEach(d -> d.followers().forEach(f -> fresh.add(f, f.freshTokens())));
    fresh.close();
    return new Branching(
        sessions.turns(),
        sessions.gapMillis(),
        fresh.marginal,
        sessions.outputTokens(),
        each(sessions, f -> with(f, fresh.cell(f, f.freshTokens()), f.outputTokens())),
        sessions.answersKept());
  }

  /** Output tokens so many times as many. */
  static Branching answers(Branching sessions, List<Double> factors) {
    Change answers = new Change(sessions.outputTokens(), factors);
    sessions.donors().forEach(d -> d.followers().forEach(f -> answers.add(f, f.outputTokens())));
    answers.close();
    return new Branching(
        sessions.turns(),
        sessions.gapMillis(),
        sessions.freshTokens(),
        answers.marginal,
        each(sessions, f -> with(f, f.freshTokens(), answers.cell(f, f.outputTokens()))),
        sessions.answersKept());
  }

  private interface FollowerChange {
    Follower of(Follower follower);
  }

  private static List<Donor> each(Branching sessions, FollowerChange change) {
    return sessions.donors().stream()
        .map(d -> d.with(d.followers().stream().map(change::of).toList()))
        .toList();
  }

  private static Follower with(Follower f, int freshTokens, int outputTokens) {
    return new Follower(
        f.classNumber(),
        f.gap(),
        f.droppedBlocks(),
        f.keptShare(),
        freshTokens,
        outputTokens,
        f.thinkShare(),
        f.grown());
  }

  /** One distribution and its cells, before and after. */
  private static final class Change {
    private final Quantiles before;
    private final List<Double> factors;
    private final boolean same;
    private final List<Integer> samples = new ArrayList<>();
    private Marginal marginal;
    private Quantiles after;

    Change(Marginal marginal, List<Double> factors) {
      this.before = new Quantiles(marginal);
      this.factors = factors;
      this.same = factors.stream().distinct().count() == 1;
      this.marginal = same ? Marginals.scaled(marginal, factors.get(0)) : marginal;
      this.after = before;
    }

    void add(Follower follower, int cell) {
      for (int i = 0; !same && i < SAMPLES; i++) {
        samples.add(scaled(follower, cell, (i + 0.5) / SAMPLES));
      }
    }

    private int scaled(Follower follower, int cell, double within) {
      double tokens = before.at((cell + within) / Branching.CELLS);
      return (int)
          Math.min(Integer.MAX_VALUE - 1, Math.rint(tokens * factors.get(follower.classNumber())));
    }

    void close() {
      if (!same && !samples.isEmpty()) {
        int[] sorted = samples.stream().mapToInt(Integer::intValue).toArray();
        Arrays.sort(sorted);
        marginal = Marginals.ofSorted(sorted);
        after = new Quantiles(marginal);
      }
    }

    int cell(Follower follower, int cell) {
      if (same || samples.isEmpty()) {
        return cell;
      }
      double rank = after.rank(scaled(follower, cell, 0.5), 0.5);
      return (int) Math.min(Branching.CELLS - 1, rank * Branching.CELLS);
    }
  }
}
