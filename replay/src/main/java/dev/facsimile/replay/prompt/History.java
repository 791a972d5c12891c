package dev.facsimile.replay.prompt;

import java.util.Locale;

/** What later turns of a session say of the earlier ones. */
public enum History {
  /**
   * Nothing of their own: each request is one message, whose blocks repeat what the plan's block
   * ids repeat.
   */
  BLOCKS,
  /** The conversation so far in messages, with made-up answers. */
  PLANNED,
  /** The conversation so far in messages, with the answers that the server gave. */
  REAL;

  /** Its name in options and manifests. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
