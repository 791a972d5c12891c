package dev.facsimile.anonymize;

import dev.facsimile.anonymize.pseudonym.BlockNumbers;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.anonymize.text.SeenTexts;
import dev.facsimile.anonymize.text.TextCrowds;

/**
 * Which beginnings of texts and which tools the units of a whole trace share. First all is seen,
 * then {@link #freeze} is called.
 *
 * <p>Holds what {@link BlockNumbers} tells for each distinct chunk of text (one for each block of a
 * prompt that is new, and one more for each message; they get no numbers) and for each tool.
 */
final class TextCensus implements TextCrowds {
  private final Pseudonyms pseudonyms;
  private final Units units;
  private final BlockNumbers chunks;
  private final BlockNumbers tools;

  TextCensus(int k, Pseudonyms pseudonyms, Units units) {
    this.pseudonyms = pseudonyms;
    this.units = units;
    chunks = new BlockNumbers(k);
    tools = new BlockNumbers(k);
  }

  /** The code of a tool's name. */
  static long toolCode(Pseudonyms pseudonyms, String name) {
    return pseudonyms.of("tool", name);
  }

  /** Hears of the texts of the unit with that index. */
  SeenTexts of(int unit) {
    return new SeenTexts() {
      @Override
      public void chunk(long code) {
        chunks.add(code, unit);
      }

      @Override
      public void tool(String name) {
        tools.add(toolCode(pseudonyms, name), unit);
      }
    };
  }

  void freeze() {
    tools.freeze(pseudonyms, units.codes());
  }

  @Override
  public boolean shared(long chunk) {
    return chunks.isShared(chunk);
  }

  @Override
  public long tool(String name, long unit) {
    return tools.of(toolCode(pseudonyms, name), units.indexOf(unit));
  }
}
