package dev.facsimile.anonymize.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.policy.Policy;
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
 * The text of one release, under a profile that has text. Every row's content is learned first, and
 * then released by {@link #released}, by the same profile or, of another part of the trace, by
 * others with the same key.
 *
 * <p>Holds what {@link TextTokens}, {@link PromptTokens.Reader} and {@link Redactor} tell, and 64
 * MB of made-up texts at most.
 */
public final class TextProfile {
  /** Tokens in a block where the trace has none; the usual size of a server's cache blocks. */
  public static final int DEFAULT_BLOCK_TOKENS = 16;

  private final Path trace;
  private final TokenFit.Nothing learning;
  private final boolean shared;
  final Policy policy;
  final PromptTokens.Reader reader;
  final SurrogateText surrogates;
  final Redactor redactor;
  final Pseudonyms pseudonyms;
  final Remembered remembered = new Remembered();

  /**
   * No content yet.
   *
   * @param trace the raw trace, for messages
   * @param tokens the declared tokenizer
   * @param blockTokens tokens in a block
   * @param shared whether units may share texts; otherwise nothing but tools need be learned
   * @param scanner gives the findings in a text
   */
  public TextProfile(
      Policy policy,
      Path trace,
      TextTokens tokens,
      int blockTokens,
      Pseudonyms pseudonyms,
      boolean shared,
      Function<String, List<Finding>> scanner) {
    this.policy = policy;
    this.trace = trace;
    this.pseudonyms = pseudonyms;
    this.shared = shared;
    reader = new PromptTokens.Reader(tokens, blockTokens);
    surrogates = new SurrogateText(tokens.words(), reader);
    redactor = new Redactor(scanner, policy.detect(), tokens.words(), reader);
    learning = new TokenFit.Nothing(reader);
  }

  /**
   * Learns a row's content.
   *
   * @param seen hears of it
   * @param row the row's place, from 1, to tell of
   */
  public void learn(String content, SeenTexts seen, long row) {
    JsonNode tree = tree(content, row);
    PromptTokens prompt = shared ? reader.read(tree) : reader.unread();
    new ContentWalk(prompt, new LearningMask(seen), learning, policy.tools()).walk(tree);
  }

  /** The released contents, where all of the trace was learned. */
  public ReleasedTexts released(TextCrowds crowds) {
    return released(crowds, (raw, hitsBefore, after, hitsAfter) -> {});
  }

  /** As {@link #released(TextCrowds)}, of a part of a trace whose prompts {@code blocks} sees. */
  public ReleasedTexts released(TextCrowds crowds, PromptBlocks blocks) {
    return new ReleasedTexts(this, new TextSeeds(pseudonyms, crowds), blocks);
  }

  JsonNode tree(String content, long row) {
    try {
      JsonNode tree = Json.tree(content);
      if (tree.path("messages").isArray()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      // Its message may hold a part of the content.
    }
    throw refused(row, "its content is no JSON with messages, expected it");
  }

  InputException refused(long row, String what) {
    return new InputException(trace, row, what);
  }

  /** What counts are made with, for the header: digests of tokenizer and chat template. */
  public static SortedMap<String, String> options(
      Policy policy, Tokenizer tokenizer, int blockTokens) {
    SortedMap<String, String> options = new TreeMap<>();
    options.put("tokenizer_sha256", tokenizer.sha256());
    tokenizer
        .chatTemplate()
        .ifPresent(template -> options.put("chat_template_sha256", template.sha256()));
    options.put("text_block_tokens", String.valueOf(blockTokens));
    options.put("tools", policy.tools().word());
    return options;
  }
}
