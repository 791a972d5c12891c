package dev.facsimile.analyze.fidelity;

/** Takes a side's requests with known lengths, one by one. */
interface RowTaker {

  /** What follows is part {@code number} of the file. */
  default void part(int number) {}

  /** A row without known lengths was left out. */
  default void leftOut() {}

  /**
   * The next request.
   *
   * @param session the conversation that it belongs to; "" for none
   * @param blocks its prefix blocks as its log has them; none where the log has none
   */
  void row(
      long arrivalNanos,
      String requestClass,
      String tenant,
      String session,
      int input,
      int output,
      long[] blocks);
}
