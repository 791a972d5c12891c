package dev.facsimile.synth.scenario;

import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.Branching.Donor;
import dev.facsimile.synth.model.Branching.Follower;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.scenario.Scenario.RequestClass;
import dev.facsimile.synth.scenario.Scenario.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The turns of a scenario's sessions as examples, like those of a source. */
final class ScenarioTurns {
  /** Examples of each class and generation. */
  private static final int EXAMPLES = 256;

  private static final int MOST_TURNS = 10_000;
  private static final double GOLDEN = 0.6180339887498949;
  private static final double SILVER = 0.41421356237309515;

  private final List<RequestClass> classes;

  ScenarioTurns(List<RequestClass> classes) {
    this.classes = classes;
  }

  /** How sessions grow; absent where they do not. */
  Optional<Branching> branching() {
    List<RequestClass> growing = classes.stream().filter(c -> c.turns().isPresent()).toList();
    if (growing.stream().allMatch(c -> c.meanTurns() <= 1)) {
      return Optional.empty();
    }
    Marginal gaps =
        Mixture.of(growing.stream().map(c -> c.turns().orElseThrow().thinkMillis()).toList());
    Marginal fresh =
        Mixture.of(growing.stream().map(c -> c.turns().orElseThrow().newTokens()).toList());
    Marginal outputs = Mixture.of(growing.stream().map(RequestClass::output).toList());
    List<Donor> donors = new ArrayList<>();
    for (int number = 0; number < classes.size(); number++) {
      RequestClass requests = classes.get(number);
      if (requests.turns().isPresent()) {
        Cells cells = new Cells(number, requests, requests.turns().get(), gaps, fresh, outputs);
        donors.addAll(cells.donors());
      }
    }
    return Optional.of(new Branching(1, gaps, fresh, outputs, donors, true));
  }

  /** The examples of one class. */
  private static final class Cells {
    private final int classNumber;
    private final Quantiles count;
    private final Quantiles[] own;
    private final Quantiles[] all;
    private final int size;

    Cells(
        int classNumber,
        RequestClass requests,
        Turns turns,
        Marginal gaps,
        Marginal fresh,
        Marginal outputs) {
      this.classNumber = classNumber;
      this.count = new Quantiles(turns.count());
      this.own =
          new Quantiles[] {
            new Quantiles(turns.thinkMillis()),
            new Quantiles(turns.newTokens()),
            new Quantiles(requests.output())
          };
      this.all =
          new Quantiles[] {new Quantiles(gaps), new Quantiles(fresh), new Quantiles(outputs)};
      this.size = Branching.sizeOf((int) Spread.mean(requests.input()));
    }

    List<Donor> donors() {
      List<Donor> donors = new ArrayList<>();
      int told = -1;
      for (int before = 0; before < MOST_TURNS && count.upTo(before) < 1; before++) {
        int generation = Branching.generationOf(before);
        if (generation > told) {
          told = generation;
          double goesOn = goesOn(before);
          for (int i = 0; i < EXAMPLES; i++) {
            // At any time, whether it goes on or not, and another time in each generation: else
            // sessions of some times would never end.
            int clock = (int) ((i * GOLDEN + before * SILVER) % 1 * Branching.CELLS);
            boolean follows = (i + 0.5) / EXAMPLES < goesOn;
            List<Follower> followers = follows ? List.of(follower(i, goesOn)) : List.of();
            donors.add(new Donor(classNumber, generation, size, 0, 0, clock, followers));
          }
        }
      }
      return donors;
    }

    /**
     * P(T > n + 1 | T > n), with T the session's requests; over the generations that are told as
     * one, their geometric mean.
     */
    private double goesOn(int before) {
      int next = before + 1;
      while (next < MOST_TURNS && Branching.generationOf(next) == Branching.generationOf(before)) {
        next++;
      }
      double stays = (1 - count.upTo(next)) / (1 - count.upTo(before));
      return StrictMath.pow(stays, 1.0 / (next - before));
    }

    /** Example {@code i}: each quantity at a rank of its own, all ranks spread evenly. */
    private Follower follower(int i, double goesOn) {
      double rank = (i + 0.5) / EXAMPLES / goesOn;
      return new Follower(
          classNumber,
          cell(0, rank),
          0,
          255,
          cell(1, (0.5 + i * GOLDEN) % 1),
          cell(2, (0.5 + i * SILVER) % 1),
          255,
          0);
    }

    /** The cell, among those of all classes together, of this class's quantity at a rank. */
    private int cell(int quantity, double rank) {
      int value = own[quantity].at(Math.min(rank, 1 - 1e-9));
      return (int) Math.min(Branching.CELLS - 1, all[quantity].rank(value, 0.5) * Branching.CELLS);
    }
  }
}
