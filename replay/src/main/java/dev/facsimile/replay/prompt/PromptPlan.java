package dev.facsimile.replay.prompt;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.prompt.PromptComposer;
import dev.facsimile.trace.text.prompt.PromptSettings;
import dev.facsimile.trace.text.prompt.PromptVocabulary;
import dev.facsimile.trace.text.prompt.ServerOverhead;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a replay's prompts are to be written with the served model's tokenizer.
 *
 * @param composer writes texts of exact token counts
 * @param history what later turns say of earlier ones
 * @param content real conversations in place of made-up text
 * @param tools how many tools each request defines; absent for requests without
 * @param calibrates whether the server is asked, before the run, how many tokens it counts around a
 *     text
 * @param answersCounted share of the answers whose tokens are counted with the tokenizer
 */
public record PromptPlan(
    PromptComposer composer,
    History history,
    Optional<Content> content,
    OptionalInt tools,
    boolean calibrates,
    double answersCounted) {

  /**
   * A file of conversations.
   *
   * @param file OpenAI messages, ShareGPT or Alpaca
   * @param tolerance how far a conversation's length may be from the plan's, as a share of it
   * @param contextWindow the most tokens that prompt and planned answer may have together
   */
  public record Content(Path file, double tolerance, OptionalInt contextWindow) {}

  private static final String TOKENIZER = "prompt_tokenizer_sha256";
  private static final String OVERHEAD = "prompt_server_overhead";
  private static final String TURN_OVERHEAD = "prompt_server_turn_overhead";
  private static final String CONTENT = "content_sha256";
  private static final String COUNTED = "count_answers";

  /** Whether an earlier run, by its manifest's options, wrote its prompts with a tokenizer. */
  public static boolean isOf(Map<String, String> options) {
    return options.containsKey(TOKENIZER);
  }

  /**
   * The plan of an earlier run, once more: what its server was found to count is not asked again,
   * so that prompts are the same.
   *
   * @param options its manifest's
   * @param tokenizer must be that run's
   * @param content must be that run's file, where it had one
   * @param blocks how the workload's blocks are cut
   * @throws InputException if a file is another one, or missing
   */
  public static PromptPlan again(
      Map<String, String> options,
      Tokenizer tokenizer,
      Optional<Path> content,
      Optional<BlockScheme> blocks)
      throws IOException {
    requireSame(tokenizer.file(), tokenizer.sha256(), options.get(TOKENIZER));
    PromptSettings settings = PromptSettings.of(options);
    PromptVocabulary vocabulary =
        PromptVocabulary.learn(tokenizer, settings.counting(), settings.languages());
    return new PromptPlan(
        new PromptComposer(vocabulary, settings, blocks).servedWith(overhead(options)),
        History.valueOf(options.get("history").toUpperCase(Locale.ROOT)),
        options.containsKey(CONTENT)
            ? Optional.of(contentAgain(options, content))
            : Optional.empty(),
        number(options, "tools"),
        false,
        Double.parseDouble(options.getOrDefault(COUNTED, "0")));
  }

  private static ServerOverhead overhead(Map<String, String> options) {
    return options.containsKey(OVERHEAD)
        ? new ServerOverhead(
            Integer.parseInt(options.get(OVERHEAD)), Integer.parseInt(options.get(TURN_OVERHEAD)))
        : ServerOverhead.NONE;
  }

  /** What a server was found to count, for the manifest. */
  static Map<String, String> normal(ServerOverhead overhead) {
    return Map.of(
        OVERHEAD,
        Integer.toString(overhead.promptTokens()),
        TURN_OVERHEAD,
        Integer.toString(overhead.turnTokens()));
  }

  private static Content contentAgain(Map<String, String> options, Optional<Path> content)
      throws IOException {
    Path file =
        content.orElseThrow(
            () ->
                new InputException(
                    "the run said real conversations of a file: give it again by --content"));
    requireSame(file, InputFiles.sha256(file), options.get(CONTENT));
    return new Content(
        file,
        Double.parseDouble(options.get("content_tolerance")),
        number(options, "context_window"));
  }

  private static OptionalInt number(Map<String, String> options, String name) {
    return options.containsKey(name)
        ? OptionalInt.of(Integer.parseInt(options.get(name)))
        : OptionalInt.empty();
  }

  private static void requireSame(Path file, String found, String expected) {
    if (!found.equals(expected)) {
      throw new InputException(
          file, "is not the file of that run: its SHA-256 is " + found + ", expected " + expected);
    }
  }

  /** The same for another run: what is counted is counted from 0. */
  public PromptPlan anew() {
    return new PromptPlan(
        composer.servedWith(composer.vocabulary().overhead()),
        history,
        content,
        tools,
        calibrates,
        answersCounted);
  }

  /** In a normal form, for the manifest. */
  SortedMap<String, String> normal() throws IOException {
    SortedMap<String, String> normal = new TreeMap<>(composer.settings().normal());
    normal.put(TOKENIZER, composer.vocabulary().tokenizer().sha256());
    normal.put("history", history.word());
    normal.put(COUNTED, Double.toString(answersCounted));
    if (!composer.vocabulary().overhead().equals(ServerOverhead.NONE)) {
      normal.putAll(normal(composer.vocabulary().overhead()));
    }
    tools.ifPresent(count -> normal.put("tools", Integer.toString(count)));
    if (content.isPresent()) {
      normal.put(CONTENT, InputFiles.sha256(content.get().file()));
      normal.put("content_tolerance", Double.toString(content.get().tolerance()));
      content
          .get()
          .contextWindow()
          .ifPresent(most -> normal.put("context_window", Integer.toString(most)));
    }
    return normal;
  }

  /** Made-up prompts, one message each, counted as the tokenizer's files tell; answers too. */
  public static PromptPlan of(PromptComposer composer) {
    return new PromptPlan(
        composer, History.BLOCKS, Optional.empty(), OptionalInt.empty(), false, 1);
  }
}
