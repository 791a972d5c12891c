package dev.facsimile.cli;

/** Exit codes, the same for every command. */
final class Exit {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int INPUT_REFUSED = 3;

  /** A stated bound or gate was missed, or the run is not valid. */
  static final int BOUND_MISSED = 4;

  static final int INTERRUPTED = 130;

  private Exit() {}
}
