package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.MarginalFit;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import dev.facsimile.synth.model.Branching.Follower;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.LongSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Every request with the one that it continues. Holds nine numbers for each request of a trace that
 * has sessions or prefix blocks; examples of at most {@value #MOST_DONORS} go to the model.
 */
final class Families {
  private static final int MOST_DONORS = 100_000;

  private final int blockTokens;
  private final LongSeries arrivals = new LongSeries();
  private final LongSeries ends = new LongSeries();
  private final LongSeries classes = new LongSeries();
  private final LongSeries inputs = new LongSeries();
  private final LongSeries outputs = new LongSeries();
  private final LongSeries generations = new LongSeries();
  private final LongSeries parents = new LongSeries();
  private final LongSeries shared = new LongSeries();
  private long turns;

  /**
   * A request.
   *
   * @param arrivalNanos its arrival
   * @param endNanos when its answer had ended; its arrival where that is not known
   * @param classNumber position of its class
   * @param input its prompt tokens
   * @param output its answer's tokens
   */
  record Member(long arrivalNanos, long endNanos, int classNumber, int input, int output) {}

  /** Of prompts whose blocks have {@code blockTokens} tokens; 1 where there are no blocks. */
  Families(int blockTokens) {
    this.blockTokens = blockTokens;
  }

  /** Requests taken, whose numbers are from 0. */
  int size() {
    return arrivals.size();
  }

  /** Takes the next request and how it stands to those before. */
  void add(Member member, Links.Link link) {
    if (link instanceof Links.Turn turn) {
      turns++;
      int most = fullBlocks(turn.parent());
      long both = turn.blocks() > 0 ? turn.blocks() : grown(member, turn.parent());
      long own = member.input() / blockTokens;
      add(
          member,
          generations.get(turn.parent()) + 1,
          turn.parent(),
          Math.min(both, Math.min(most, own)));
    } else {
      add(member, 0, -1, 0);
    }
  }

  /**
   * Without common blocks: a prompt that is not shorter than the one before is taken to hold it.
   */
  private long grown(Member member, int parent) {
    boolean blind = blockTokens == 1;
    return blind && member.input() >= input(parent) ? input(parent) : 0;
  }

  private void add(Member member, long generation, long parent, long sharedBlocks) {
    arrivals.add(member.arrivalNanos());
    ends.add(member.endNanos());
    classes.add(member.classNumber());
    inputs.add(member.input());
    outputs.add(member.output());
    generations.add(generation);
    parents.add(parent);
    shared.add(sharedBlocks);
  }

  private int input(int member) {
    return (int) inputs.get(member);
  }

  private int fullBlocks(int member) {
    return input(member) / blockTokens;
  }

  private int gapMillis(int member) {
    long gap = arrivals.get(member) - arrivals.get((int) parents.get(member));
    return (int) Math.min(Integer.MAX_VALUE, (gap + 500_000) / 1_000_000);
  }

  /** Whether a prompt has the whole one before it, and has room for the answer after that. */
  private boolean grown(int member) {
    int parent = (int) parents.get(member);
    return shared.get(member) > 0
        && shared.get(member) >= fullBlocks(parent) - 1
        && input(member) >= input(parent) + outputs.get(parent);
  }

  /** Where nothing is shared it is so whatever the size of the prompt. */
  private int dropped(int member, int full) {
    return shared.get(member) == 0
        ? Math.max(full, Branching.FEW_BLOCKS + 1)
        : (int) Math.max(0, full - shared.get(member));
  }

  private int toldTokens(int member) {
    int parent = (int) parents.get(member);
    return grown(member)
        ? (int) (input(member) - input(parent) - outputs.get(parent))
        : freshTokens(member);
  }

  private int freshTokens(int member) {
    return (int) Math.max(0, input(member) - shared.get(member) * blockTokens);
  }

  /**
   * How sessions grow; absent where no request continues another.
   *
   * @param durationNanos of the source
   */
  Optional<Branching> branching(long durationNanos) {
    return turns == 0 ? Optional.empty() : Optional.of(new Cells().branching(durationNanos));
  }

  /** Turns in cells of equal probability. */
  private final class Cells {
    private final Marginal gaps;
    private final Marginal fresh;
    private final Marginal answers;
    private final Quantiles gapRanks;
    private final Quantiles freshRanks;
    private final Quantiles answerRanks;
    private final UniformRandomProvider random = new SeededStreams(0).stream("fit/turns");
    private final List<List<Follower>> followers = new ArrayList<>();
    private final int[] gapCells = new int[size()];

    Cells() {
      LengthCounts gapCounts = new LengthCounts();
      LengthCounts freshCounts = new LengthCounts();
      LengthCounts answerCounts = new LengthCounts();
      for (int i = 0; i < size(); i++) {
        if (parents.get(i) >= 0) {
          gapCounts.add(gapMillis(i));
          freshCounts.add(toldTokens(i));
          answerCounts.add((int) outputs.get(i));
        }
      }
      gaps = MarginalFit.of(gapCounts);
      fresh = MarginalFit.of(freshCounts);
      answers = MarginalFit.of(answerCounts);
      gapRanks = new Quantiles(gaps);
      freshRanks = new Quantiles(fresh);
      answerRanks = new Quantiles(answers);
    }

    Branching branching(long durationNanos) {
      for (int i = 0; i < size(); i++) {
        followers.add(List.of());
        if (parents.get(i) >= 0) {
          follow(i);
        }
      }
      List<Donor> donors = new ArrayList<>();
      double every = Math.max(1, (double) size() / MOST_DONORS);
      for (double next = random.nextDouble() * every; next < size(); next += every) {
        int member = (int) next;
        donors.add(
            new Donor(
                (int) classes.get(member),
                Branching.generationOf((int) generations.get(member)),
                Branching.sizeOf(input(member)),
                Branching.sizeOf((int) outputs.get(member)),
                gapCells[member],
                (int) (arrivals.get(member) / (durationNanos + 1.0) * Branching.CELLS),
                followers.get(member)));
      }
      return new Branching(turns, gaps, fresh, answers, donors, false);
    }

    private void follow(int member) {
      int parent = (int) parents.get(member);
      gapCells[member] = cell(gapRanks, gapMillis(member));
      int full = fullBlocks(parent);
      Follower turn =
          new Follower(
              (int) classes.get(member),
              gapCells[member],
              dropped(member, full),
              Branching.share(shared.get(member), full),
              cell(freshRanks, toldTokens(member)),
              cell(answerRanks, (int) outputs.get(member)),
              Branching.share(
                  arrivals.get(member) - (double) ends.get(parent),
                  arrivals.get(member) - (double) arrivals.get(parent)),
              grown(member) ? 1 : 0);
      if (followers.get(parent).isEmpty()) {
        followers.set(parent, new ArrayList<>());
      }
      followers.get(parent).add(turn);
    }

    private int cell(Quantiles ranks, int value) {
      return (int) (ranks.rank(value, random.nextDouble()) * Branching.CELLS);
    }
  }
}
