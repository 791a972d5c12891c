package dev.facsimile.synth.model;

import java.util.Objects;

/**
 * Session starts as a renewal process: gaps drawn from one distribution, in a time that runs as
 * fast as the envelope is high. What is left of a gap at the end of a window goes on in the next.
 *
 * @param gaps in millionths of the mean gap
 */
public record Renewal(Marginal gaps) {

  /** The mean gap in the unit of {@link #gaps}. */
  public static final int MEAN = 1_000_000;

  public Renewal {
    Objects.requireNonNull(gaps, "a renewal process without gaps");
  }
}
