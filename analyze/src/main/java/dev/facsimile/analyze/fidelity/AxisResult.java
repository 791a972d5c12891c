package dev.facsimile.analyze.fidelity;

import java.util.List;
import java.util.OptionalDouble;

/** What an axis found. */
public sealed interface AxisResult {

  AxisId id();

  /**
   * The axis could be judged.
   *
   * @param effect the difference in a unit that a person understands
   * @param unit the effect's unit
   * @param noiseRatio R, in multiples of the source's own noise
   * @param nStar requests a side at which the difference equals its noise; empty when none shows
   * @param negligible whether the effect is so small that it passes whatever its ratio
   * @param summary the effect in a few words
   * @param parts what the axis is made of
   * @param notes sentences for the reader
   */
  record Judged(
      AxisId id,
      double effect,
      String unit,
      double noiseRatio,
      OptionalDouble nStar,
      boolean negligible,
      String summary,
      List<Part> parts,
      List<String> notes)
      implements AxisResult {

    public Judged {
      if (!Double.isFinite(effect) || !(noiseRatio >= 0 && Double.isFinite(noiseRatio))) {
        throw new IllegalArgumentException(
            id.word() + ": effect " + effect + ", noise ratio " + noiseRatio + " are not numbers");
      }
      parts = List.copyOf(parts);
      notes = List.copyOf(notes);
    }

    /** The grade of this axis by itself. */
    public Grade grade() {
      return negligible ? Grade.A : Grade.of(noiseRatio);
    }
  }

  /**
   * The axis could not be judged, and so was not passed.
   *
   * @param reason why, as a sentence without its full stop
   */
  record NotJudged(AxisId id, String reason) implements AxisResult {}

  /**
   * One of the figures that an axis is made of.
   *
   * @param what its name, such as {@code IDC 10 s}
   * @param source the source's own value, where it has one
   * @param other the other side's
   * @param effect the difference
   * @param unit the effect's unit
   * @param noiseRatio R of this figure by itself
   */
  record Part(
      String what,
      OptionalDouble source,
      OptionalDouble other,
      double effect,
      String unit,
      double noiseRatio) {}
}
