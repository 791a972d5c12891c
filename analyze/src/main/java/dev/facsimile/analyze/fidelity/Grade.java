package dev.facsimile.analyze.fidelity;

/** How far a copy is from its source, in multiples R of the source's own noise. */
public enum Grade {
  /** Not told apart from the source at this sample size. */
  A(1.2),
  B(2),
  C(5),
  D(20),
  F(Double.POSITIVE_INFINITY);

  private final double most;

  Grade(double most) {
    this.most = most;
  }

  /** The largest noise ratio with this grade; infinite for the last. */
  public double mostNoiseRatio() {
    return most;
  }

  /** The grade of a noise ratio. */
  public static Grade of(double noiseRatio) {
    for (Grade grade : values()) {
      if (noiseRatio <= grade.most) {
        return grade;
      }
    }
    throw new IllegalArgumentException("noise ratio " + noiseRatio + " is not a number");
  }

  /** Whether this is {@code bound} or better. */
  public boolean reaches(Grade bound) {
    return compareTo(bound) <= 0;
  }

  /** The worse of two. */
  public Grade worse(Grade other) {
    return compareTo(other) > 0 ? this : other;
  }
}
