package dev.facsimile.synth.course;

/**
 * Requests of one length that all come at one instant, each a session of its own.
 *
 * @param nanos when
 * @param classNumber position of their class in the model
 * @param inputTokens of each
 * @param outputTokens of each
 * @param count how many
 * @param identical whether they are one prompt; otherwise no block of one is another's
 * @param phase their label
 */
public record Copies(
    long nanos,
    int classNumber,
    int inputTokens,
    int outputTokens,
    int count,
    boolean identical,
    String phase) {

  public Copies {
    if (nanos < 0 || classNumber < 0 || inputTokens < 0 || outputTokens < 0 || count < 1) {
      throw new IllegalArgumentException("copies that are none, or of a length below 0");
    }
  }
}
