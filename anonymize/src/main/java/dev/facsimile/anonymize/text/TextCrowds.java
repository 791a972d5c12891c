package dev.facsimile.anonymize.text;

/**
 * Which beginnings of prompts at least k units of a trace have, and the numbers of its tools. As
 * for prefix blocks, what k units have is one for all of them, and each unit has its own otherwise.
 */
public interface TextCrowds {

  /** Whether k units have a beginning that was told to {@link SeenTexts#chunk}. */
  boolean shared(long chunk);

  /**
   * The number of a tool that was told.
   *
   * @param unit the code of the unit whose text it is in
   */
  long tool(String name, long unit);
}
