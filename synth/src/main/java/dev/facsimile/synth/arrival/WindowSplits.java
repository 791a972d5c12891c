package dev.facsimile.synth.arrival;

import dev.facsimile.synth.model.Cascade;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/** Splits the arrivals of root windows in halves, again and again, down to the cells. */
final class WindowSplits {
  private final Rule[] rules;
  private final Optional<SharedSplits> shared;
  private final ActiveCells active;

  /**
   * By the levels of a cascade.
   *
   * @param shared how windows split for other strata too
   */
  WindowSplits(Cascade cascade, Optional<SharedSplits> shared) {
    this.shared = shared;
    this.rules = new Rule[cascade.levels().size()];
    Arrays.setAll(rules, level -> new Rule(level, cascade.levels().get(level)));
    this.active = new ActiveCells(cascade.silences());
  }

  /**
   * Those of a root window's parts that have arrivals: of narrow ones few have.
   *
   * @param places of them among all parts of the width, ascending
   * @param counts of them, 1 or more
   */
  record Occupied(int[] places, int[] counts) {}

  /**
   * All parts of one width.
   *
   * @param before of the part before the first
   * @param after of the part behind the last
   */
  private record Row(double before, Occupied occupied, double after) {

    /** The count beside the one at {@code index}, at {@code place}. */
    double beside(int index, int place, int parts) {
      if (place < 0) {
        return before;
      }
      if (place == parts) {
        return after;
      }
      boolean has =
          index >= 0 && index < occupied.places().length && occupied.places()[index] == place;
      return has ? occupied.counts()[index] : 0;
    }
  }

  /**
   * The cells of root window {@code window} that have arrivals.
   *
   * @param root counts of it and of those beside it
   * @param rateScale times the source's rate
   * @param firstCell its first cell of the source's
   */
  Occupied of(
      long window,
      CascadeProcess.Counts root,
      double rateScale,
      int firstCell,
      UniformRandomProvider random) {
    Occupied occupied = new Occupied(new int[1], new int[] {root.own()});
    Optional<SharedSplits.OfWindow> together = shared.map(splits -> splits.of(window));
    double before = root.before();
    double after = root.after();
    for (Rule rule : rules) {
      occupied =
          split(new Row(before, occupied, after), rule, rateScale, firstCell, together, random);
      // How the windows beside split is not known here: as if evenly.
      before /= 2;
      after /= 2;
    }
    return occupied;
  }

  /** A level, with its rho by ⌊log₂ N⌋ at hand. */
  private record Rule(int number, Cascade.Level level, double[] rhos) {

    Rule(int number, Cascade.Level level) {
      this(number, level, new double[Integer.SIZE - 1]);
      Arrays.setAll(rhos, log -> level.rhoOf(1 << log));
    }

    /** That of the source. */
    double rho(int count, double rateScale) {
      int ofSource = (int) Math.max(1, Math.rint(count / rateScale));
      return rhos[Integer.SIZE - 1 - Integer.numberOfLeadingZeros(ofSource)];
    }
  }

  private Occupied split(
      Row row,
      Rule rule,
      double rateScale,
      int firstCell,
      Optional<SharedSplits.OfWindow> together,
      UniformRandomProvider random) {
    int parts = 1 << rule.number();
    int cells = 1 << (rules.length - 1 - rule.number());
    int[] places = new int[2 * row.occupied().places().length];
    int[] counts = new int[places.length];
    int size = 0;
    for (int i = 0; i < row.occupied().places().length; i++) {
      int place = row.occupied().places()[i];
      int count = row.occupied().counts()[i];
      int cell = firstCell + 2 * place * cells;
      double share = Halves.share(active.count(cell, cells), active.count(cell + cells, cells));
      double earlier = row.beside(i - 1, place - 1, parts);
      double later = row.beside(i + 1, place + 1, parts);
      double p = rule.level().left(share, earlier, count, later);
      int left = left(place, count, p, rule, rateScale, together, random);
      for (int half = 0; half < 2; half++) {
        int part = half == 0 ? left : count - left;
        places[size] = 2 * place + half;
        counts[size] = part;
        size += part > 0 ? 1 : 0;
      }
    }
    return new Occupied(Arrays.copyOf(places, size), Arrays.copyOf(counts, size));
  }

  private int left(
      int place,
      int count,
      double expected,
      Rule rule,
      double rateScale,
      Optional<SharedSplits.OfWindow> together,
      UniformRandomProvider random) {
    double rho = rule.rho(count, rateScale);
    double own = shared.isPresent() ? shared.get().own(rule.number(), rho) : rho;
    double p =
        together.isPresent() ? together.get().left(rule.number(), place, expected, rho) : expected;
    // No urn is more even than one of as many balls as are drawn.
    double scaled = Math.max(own / Math.max(1, rateScale), -1.0 / Math.max(1, count - 1));
    return urn(count, p, scaled, random);
  }

  /**
   * L ~ BetaBinomial(n, p·s, (1 − p)·s) by Pólya's urn: the next one goes left with probability
   * (p·s + L) / (s + i). Scaled by rho = 1 / (s + 1), so that rho = 0 is a coin of p, rho = 1 all
   * or none, and a negative rho an urn of −s balls that are not put back.
   */
  static int urn(int n, double p, double rho, UniformRandomProvider random) {
    int left = 0;
    for (int i = 0; i < n; i++) {
      double odds = i == 0 ? p : ((1 - rho) * p + left * rho) / (1 - rho + i * rho);
      if (random.nextDouble() < odds) {
        left++;
      }
    }
    return left;
  }
}
