package dev.facsimile.anonymize.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for needles in released bytes, in every encoding of {@link Encodings}. The bytes come in
 * stretches that fill a haystack; each time, all needles are gone through. Holds one haystack and a
 * bit for each needle.
 *
 * <p>A needle of fewer than 8 bytes is compared with whole released values alone: in bytes it would
 * be found by accident.
 */
final class OverlapSearch implements ReleasedBytes.Sink {
  private static final int MOST_REMEMBERED = 200_000;

  private final Needle.Source needles;
  private final Set<String> released;
  private final BitSet survivors = new BitSet();
  private Haystack haystack = new Haystack();
  private String excuses = "";
  private long count;
  private long tooShort;

  /**
   * A search.
   *
   * @param needles what to look for
   * @param released whole values of the release that no needle excuses
   */
  OverlapSearch(Needle.Source needles, Set<String> released) {
    this.needles = needles;
    this.released = released;
  }

  /** Words that are released on purpose; a text that holds one is no survivor for it. */
  OverlapSearch excusing(String words) {
    excuses = words;
    return this;
  }

  @Override
  public void bytes(byte[] part, boolean text) throws IOException {
    haystack.add(part, text);
    if (haystack.isFull()) {
      search();
    }
  }

  /** Ends the search. */
  void finish() throws IOException {
    search();
  }

  private void search() throws IOException {
    haystack.index();
    count = 0;
    tooShort = 0;
    Set<String> searched = new HashSet<>();
    needles.each(
        needle -> {
          int ordinal = Math.toIntExact(count++);
          if (!survivors.get(ordinal) && isNew(searched, needle.text()) && survives(needle)) {
            survivors.set(ordinal);
          }
        });
    haystack = new Haystack();
  }

  /** Prompts repeat: what was looked for a moment ago is not looked for again. */
  private static boolean isNew(Set<String> searched, String text) {
    if (searched.size() >= MOST_REMEMBERED) {
      searched.clear();
    }
    return searched.add(text);
  }

  private boolean survives(Needle needle) {
    List<byte[]> forms = Encodings.of(needle.text());
    if (forms.get(0).length < Haystack.WINDOW) {
      tooShort++;
      return needle.kind() == Needle.Kind.ID && released.contains(needle.text());
    }
    for (byte[] form : forms) {
      int least = Math.min(needle.leastBytes(), form.length);
      int[] run = least < Haystack.WINDOW ? new int[0] : haystack.sharedRun(form, least);
      if (run.length > 0 && !isExcused(needle, form, run)) {
        return true;
      }
    }
    return false;
  }

  private boolean isExcused(Needle needle, byte[] form, int[] run) {
    return needle.kind() == Needle.Kind.TEXT
        && excuses.contains(
            new String(form, run[0], run[1] - run[0], StandardCharsets.UTF_8).strip());
  }

  /** Needles that were looked for. */
  long count() {
    return count;
  }

  /** Needles that were too short to be looked for in bytes. */
  long tooShort() {
    return tooShort;
  }

  /** Needles that were found. */
  long survivors() {
    return survivors.cardinality();
  }
}
