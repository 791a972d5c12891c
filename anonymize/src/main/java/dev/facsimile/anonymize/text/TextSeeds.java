package dev.facsimile.anonymize.text;

import dev.facsimile.anonymize.pseudonym.Pseudonyms;

/**
 * What made-up text grows from: keyed codes of what it stands for, and of the unit where fewer than
 * k units have that. The same wherever and in whatever order texts are released. Holds nothing.
 *
 * @param pseudonyms the key of this release
 * @param crowds what k units have
 */
record TextSeeds(Pseudonyms pseudonyms, TextCrowds crowds) {

  /** Random bits for each token of a slot: those of its chunk. */
  StableWords.Draw draw(Slot slot, long unit) {
    long[] seeds = new long[slot.codes().length];
    for (int i = 0; i < seeds.length; i++) {
      long chunk = slot.codes()[i];
      seeds[i] =
          crowds.shared(chunk)
              ? pseudonyms.of("shared made-up text", chunk)
              : pseudonyms.of("made-up text", unit, chunk);
    }
    return new Draws(slot.ends(), seeds);
  }

  /** A seed of a unit's own. */
  long redaction(long unit) {
    return pseudonyms.of("redaction", unit);
  }

  /** The name of a tool. */
  String tool(String name, long unit) {
    return "tool_" + crowds.tool(name, unit);
  }
}
