package dev.facsimile.anonymize.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.anonymize.policy.Profile;
import dev.facsimile.trace.file.InputException;

/**
 * Released contents of rows. A released prompt has as many tokens as the raw one, counted by the
 * declared tokenizer through its chat template; this is checked for each, and a mismatch ends the
 * run. Two released prompts share a block where the raw ones do, and where no k units share it only
 * within a unit.
 *
 * <p>Holds the distinct blocks of the prompts before and after.
 */
public final class ReleasedTexts {
  private final TextProfile profile;
  private final TextSeeds seeds;
  private final TokenFit fit;
  private final TextTally tally;

  ReleasedTexts(TextProfile profile, TextSeeds seeds, PromptBlocks blocks) {
    this.profile = profile;
    this.seeds = seeds;
    fit = new TokenFit(profile.reader);
    tally = new TextTally(profile.reader.blockTokens(), blocks);
  }

  /**
   * A row's released content.
   *
   * @param unit the code of the unit whose it is
   * @param row the row's place, from 1, to tell of
   * @throws InputException if it has not the raw content's token count
   */
  public String of(String content, long unit, long row) {
    PromptTokens.Reader reader = profile.reader;
    JsonNode tree = profile.tree(content, row);
    PromptTokens prompt = reader.read(tree);
    ObjectNode made = new ContentWalk(prompt, mask(unit), fit, profile.policy.tools()).walk(tree);
    long[] raw = reader.encode(prompt.prompt().text());
    long[] after = reader.encode(reader.form().like(prompt.prompt(), made));
    if (raw.length != after.length) {
      throw profile.refused(
          row,
          "its prompt has "
              + raw.length
              + " tokens and the released one "
              + after.length
              + ", expected the same: nothing is released");
    }
    tally.prompt(raw, after);
    return made.toString();
  }

  private TextMask mask(long unit) {
    SurrogateMask whole =
        new SurrogateMask(seeds, profile.surrogates, profile.remembered, tally, unit);
    return profile.policy.profile() == Profile.SURROGATE_TEXT
        ? whole
        : new RedactionMask(seeds, whole, profile.redactor, tally, unit);
  }

  /** What was done. */
  public TextCounts counts() {
    return tally.counts();
  }
}
