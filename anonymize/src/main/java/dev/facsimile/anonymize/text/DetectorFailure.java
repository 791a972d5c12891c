package dev.facsimile.anonymize.text;

/**
 * A detector failed, so that the run fails. It has the place of the failure and nothing of its
 * message, which may hold a part of the text.
 */
public final class DetectorFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  DetectorFailure(Throwable failure) {
    super("a detector failed (" + failure.getClass().getSimpleName() + "); nothing is released");
    setStackTrace(failure.getStackTrace());
  }
}
