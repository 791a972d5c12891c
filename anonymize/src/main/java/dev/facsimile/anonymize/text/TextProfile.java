package dev.facsimile.anonymize.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.Profile;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.text.Tokenizer;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The text of one release, under a profile that has text: first every row's content is learned,
 * then {@link #freeze} is called, then every row's released content is asked for, in the same
 * order.
 *
 * <p>A released prompt has as many tokens as the raw one, counted by the declared tokenizer through
 * its chat template; this is checked for each, and a mismatch ends the run. Two released prompts
 * share a block where the raw ones do, and where no k units share it only within a unit.
 *
 * <p>Holds what {@link TextNumbers}, {@link TextTokens} and {@link Redactor} tell, 64 MB of made-up
 * texts at most, and the distinct blocks of the prompts before and after.
 */
public final class TextProfile {
  /** Tokens in a block where the trace has none; the usual size of a server's cache blocks. */
  public static final int DEFAULT_BLOCK_TOKENS = 16;

  private final Policy policy;
  private final Path trace;
  private final Tokenizer tokenizer;
  private final PromptTokens.Reader reader;
  private final TextNumbers numbers;
  private final SurrogateText surrogates;
  private final Redactor redactor;
  private final Remembered remembered = new Remembered();
  private final TextTally tally;
  private final TokenFit fit;
  private final TokenFit.Nothing learning;

  /**
   * No content yet.
   *
   * @param trace the raw trace, for messages
   * @param tokens the declared tokenizer
   * @param blockTokens tokens in a block
   * @param scanner gives the findings in a text
   */
  public TextProfile(
      Policy policy,
      Path trace,
      TextTokens tokens,
      int blockTokens,
      Pseudonyms pseudonyms,
      Function<String, List<Finding>> scanner) {
    this.policy = policy;
    this.trace = trace;
    this.tokenizer = tokens.tokenizer();
    reader = new PromptTokens.Reader(tokens, blockTokens);
    numbers = new TextNumbers(pseudonyms, policy.k());
    surrogates = new SurrogateText(tokens.words(), reader);
    redactor = new Redactor(scanner, policy.detect(), tokens.words(), reader);
    tally = new TextTally(blockTokens);
    fit = new TokenFit(reader);
    learning = new TokenFit.Nothing(reader);
  }

  /** Learns a row's content; {@code row} is counted from 1. */
  public void learn(String content, int unit, long row) {
    JsonNode tree = tree(content, row);
    new ContentWalk(reader.read(tree), new LearningMask(numbers, unit), learning, policy.tools())
        .walk(tree);
  }

  /** Ends the learning. */
  public void freeze(long[] unitCodes) {
    numbers.freeze(unitCodes);
  }

  /**
   * A row's released content.
   *
   * @throws InputException if it has not the raw content's token count
   */
  public String released(String content, int unit, long row) {
    JsonNode tree = tree(content, row);
    PromptTokens prompt = reader.read(tree);
    ObjectNode made = new ContentWalk(prompt, mask(unit), fit, policy.tools()).walk(tree);
    long[] raw = reader.encode(prompt.prompt().text());
    long[] after = reader.encode(reader.form().like(prompt.prompt(), made));
    if (raw.length != after.length) {
      throw new InputException(
          trace,
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

  private TextMask mask(int unit) {
    SurrogateMask whole = new SurrogateMask(numbers, surrogates, remembered, tally, unit);
    return policy.profile() == Profile.SURROGATE_TEXT
        ? whole
        : new RedactionMask(numbers, whole, redactor, tally, unit);
  }

  private JsonNode tree(String content, long row) {
    try {
      JsonNode tree = Json.tree(content);
      if (tree.path("messages").isArray()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      // Its message may hold a part of the content.
    }
    throw new InputException(trace, row, "its content is no JSON with messages, expected it");
  }

  /** What the counts were made with, for the header: digests of tokenizer and chat template. */
  public SortedMap<String, String> options() {
    SortedMap<String, String> options = new TreeMap<>();
    options.put("tokenizer_sha256", tokenizer.sha256());
    tokenizer
        .chatTemplate()
        .ifPresent(template -> options.put("chat_template_sha256", template.sha256()));
    options.put("text_block_tokens", String.valueOf(reader.blockTokens()));
    options.put("tools", policy.tools().word());
    return options;
  }

  /** What was done. */
  public TextCounts counts() {
    return tally.counts();
  }
}
