package dev.facsimile.anonymize.text;

/** Hears of the texts of one unit while a trace is learnt. */
public interface SeenTexts {

  /**
   * A beginning of a prompt.
   *
   * @param code equal for equal beginnings
   */
  void chunk(long code);

  /** A tool that is offered or called. */
  void tool(String name);
}
