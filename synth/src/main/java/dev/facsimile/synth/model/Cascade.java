package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Arrivals of one class as a beta-binomial cascade: an envelope of root windows, each window's
 * count split in two again and again, and patterns of source arrivals within the smallest cells.
 *
 * @param envelope expected arrivals per whole root window
 * @param silences stretches of the source's time without an arrival that the rate around them does
 *     not explain, in order; the envelope and the levels tell of the rest of the time. Empty in
 *     models of version 1
 * @param levels how counts split, widest windows first
 * @param patterns by count: positions within a cell, microseconds, of source cells with that count
 *     (at most a fixed number of them, and of positions in one); empty on a coarse lattice
 * @param dispersion index of dispersion of the counts of root windows around the envelope; where it
 *     is absent they are Poisson numbers, for which it is 1
 * @param spacing gaps between arrivals, in the unit of {@link Renewal#MEAN}, where they are more
 *     regular than those of a Poisson process: then a window's arrivals are laid out by them, and
 *     neither levels nor patterns are needed
 */
public record Cascade(
    List<Double> envelope,
    List<Silence> silences,
    List<Level> levels,
    SortedMap<Integer, List<List<Integer>>> patterns,
    OptionalDouble dispersion,
    Optional<Marginal> spacing) {

  /** One whose root windows have Poisson counts. */
  public Cascade(
      List<Double> envelope,
      List<Silence> silences,
      List<Level> levels,
      SortedMap<Integer, List<List<Integer>>> patterns) {
    this(envelope, silences, levels, patterns, OptionalDouble.empty(), Optional.empty());
  }

  /**
   * A stretch without arrivals.
   *
   * @param firstCell its first cell, counted from the start of the source
   * @param cells its length
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"first_cell", "cells"})
  public record Silence(int firstCell, int cells) {

    public Silence {
      if (firstCell < 0 || cells < 1) {
        throw new IllegalArgumentException("a silence of " + cells + " cells from " + firstCell);
      }
    }
  }

  /**
   * How windows of one width split into halves: L of N arrivals fall into the left half, L ~
   * BetaBinomial(N, p·s, (1 − p)·s) with rho = 1 / (s + 1), so that L has the variance N·p·(1 −
   * p)·(1 + (N − 1)·rho). Where rho is negative, as of arrivals at regular distances, L is a
   * hypergeometric number, of 1 − 1 / rho balls in the urn. Because the arrivals of windows side by
   * side are alike, p = q + 4 q (1 − q) · lean · (B − A) / (B + N + A), with q the left half's
   * share of the time that is not silent, mostly 1/2, and B and A the counts of the windows before
   * and after; 0 or 1 where that is beyond them.
   *
   * @param childNanos width of a half
   * @param lean 0 to 0.49; 0 where the windows beside tell nothing
   * @param rho over all windows of the level, −1 to 1; 0 is the fair coin of a Poisson process
   * @param rhoByLog2 by ⌊log₂ N⌋, where enough windows were seen
   */
  public record Level(
      long childNanos, double lean, double rho, SortedMap<Integer, Double> rhoByLog2) {

    public Level {
      rhoByLog2 = Collections.unmodifiableSortedMap(new TreeMap<>(rhoByLog2));
      refuseUnlessCorrelation(rho);
      if (!(lean >= 0 && lean < 0.5)) {
        throw new IllegalArgumentException("lean is " + lean + ", expected 0 to 0.49");
      }
      rhoByLog2.values().forEach(Level::refuseUnlessCorrelation);
    }

    private static void refuseUnlessCorrelation(double rho) {
      if (!(rho >= -1 && rho <= 1)) {
        throw new IllegalArgumentException("rho is " + rho + ", expected -1 to 1");
      }
    }

    /**
     * The probability p of the left half of a window.
     *
     * @param share q
     * @param before B
     * @param count N, 1 or more
     * @param after A
     */
    public double left(double share, double before, double count, double after) {
      return left(share, lean, (before - after) / (before + count + after));
    }

    /**
     * The same of a window whose counts beside have the slope (B − A) / (B + N + A), −1 to 1. Where
     * one half is mostly silent a steep slope would ask for more than all arrivals in the other: it
     * is all of them then.
     */
    public static double left(double share, double lean, double slope) {
      return Math.max(0, Math.min(1, share + 4 * share * (1 - share) * lean * slope));
    }

    /**
     * The rho of a window with {@code count} arrivals, 1 or more: not below −1 / (count − 1), which
     * is that of halves as even as can be.
     */
    public double rhoOf(int count) {
      double told =
          Optional.ofNullable(rhoByLog2.get(31 - Integer.numberOfLeadingZeros(count))).orElse(rho);
      return Math.max(told, -1.0 / Math.max(1, count - 1));
    }
  }

  public Cascade {
    envelope = List.copyOf(envelope);
    silences = silences == null ? List.of() : List.copyOf(silences);
    levels = List.copyOf(levels);
    patterns = Collections.unmodifiableSortedMap(new TreeMap<>(patterns));
    spacing = spacing == null ? Optional.empty() : spacing;
    dispersion = dispersion == null ? OptionalDouble.empty() : dispersion;
    if (!(dispersion.orElse(1) >= 0 && dispersion.orElse(1) < 1e9)) {
      throw new IllegalArgumentException(
          "dispersion is " + dispersion.getAsDouble() + ", expected 0 or more");
    }
    if (envelope.isEmpty() || envelope.stream().anyMatch(mean -> !(mean >= 0 && mean < 1e9))) {
      throw new IllegalArgumentException("an envelope that is empty or not of counts 0 to 1e9");
    }
    if (patterns.values().stream()
        .anyMatch(donors -> donors.isEmpty() || donors.get(0).isEmpty())) {
      throw new IllegalArgumentException("a count without patterns, expected at least one");
    }
  }
}
