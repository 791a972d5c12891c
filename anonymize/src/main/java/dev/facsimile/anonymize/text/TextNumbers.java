package dev.facsimile.anonymize.text;

import dev.facsimile.anonymize.pseudonym.BlockNumbers;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;

/**
 * Which beginnings of texts and which tools the units of a trace share. As for prefix blocks, what
 * at least k units have is one for all of them, and each unit has its own otherwise. First all is
 * added, then {@link #freeze} is called.
 *
 * <p>Holds what {@link BlockNumbers} tells for each distinct chunk of text (one for each block of a
 * prompt that is new, and one more for each message) and for each tool.
 */
final class TextNumbers {
  private final Pseudonyms pseudonyms;
  private final BlockNumbers chunks;
  private final BlockNumbers tools;

  TextNumbers(Pseudonyms pseudonyms, int k) {
    this.pseudonyms = pseudonyms;
    chunks = new BlockNumbers(k);
    tools = new BlockNumbers(k);
  }

  void add(Slot slot, int unit) {
    for (long code : slot.codes()) {
      chunks.add(code, unit);
    }
  }

  void addTool(String name, int unit) {
    tools.add(PromptTokens.hash(name), unit);
  }

  void freeze(long[] unitCodes) {
    chunks.freeze(pseudonyms, unitCodes);
    tools.freeze(pseudonyms, unitCodes);
  }

  /** Random bits for each token of a slot: those of its chunk, under this release's key. */
  StableWords.Draw draw(Slot slot, int unit) {
    long[] seeds = new long[slot.codes().length];
    for (int i = 0; i < seeds.length; i++) {
      seeds[i] = pseudonyms.of("made-up text", chunks.of(slot.codes()[i], unit));
    }
    return new Draws(slot.ends(), seeds);
  }

  /** A seed of a unit's own. */
  long seed(int unit) {
    return pseudonyms.of("redaction", unit);
  }

  /** The name of a tool. */
  String tool(String name, int unit) {
    return "tool_" + tools.of(PromptTokens.hash(name), unit);
  }
}
