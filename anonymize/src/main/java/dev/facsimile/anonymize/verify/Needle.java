package dev.facsimile.anonymize.verify;

/**
 * A string that must not be in a release.
 *
 * @param text the string
 * @param leastBytes the shortest run of it that counts as found, in any encoding; the whole string
 *     where it is shorter
 * @param kind what it is
 */
record Needle(String text, int leastBytes, Kind kind) {

  /** What a needle is. */
  enum Kind {
    /** An id or a header's word: no word of the release excuses finding it. */
    ID,
    /** Something that was said: it may quote a word that is released on purpose. */
    TEXT,
    /** Planted. */
    CANARY
  }

  /** Gives needles one after another, the same in the same order each time. */
  @FunctionalInterface
  interface Source {
    /** Shows every needle to {@code sink}. */
    void each(Sink sink) throws java.io.IOException;
  }

  /** Takes needles. */
  @FunctionalInterface
  interface Sink {
    void add(Needle needle);
  }
}
