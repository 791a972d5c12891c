package dev.facsimile.anonymize.policy;

import java.util.Locale;

/** What becomes of tools in a release with made-up text. */
public enum ToolCalls {
  /** Calls stay calls, with numbers for names: {@code tool_17}. */
  NUMBER,
  /** A message with calls becomes one of plain text. */
  FLATTEN;

  /** The word in a policy. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
