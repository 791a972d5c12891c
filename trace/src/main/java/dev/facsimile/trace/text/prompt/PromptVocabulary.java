package dev.facsimile.trace.text.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.text.CachedEncoder;
import dev.facsimile.trace.text.ChatText;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.VocabularyFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What has been learnt of a tokenizer and its chat template to write prompts with: pieces of text
 * whose tokens add up, for each language, and how a prompt begins and ends. Learnt by trial, so
 * that every kind of tokenizer will do; the same each time. Safe for use by several threads. Holds
 * some ten thousand words for each language, and the tokenizer, which it does not close.
 */
public final class PromptVocabulary {
  private static final Pattern FILLER = PromptLanguage.EN.heads().orElseThrow();
  private static final int MOST_HEADS = 32_768;

  /** Longer texts are encoded in pieces where that is safe: whole, they take gigabytes. */
  private static final int LONG_TEXT = 1 << 20;

  private final Tokenizer tokenizer;
  private final CachedEncoder encoder;
  private final Counting counting;
  private final Frame frame;
  private final List<Units> languages = new ArrayList<>();
  private final Opening opening;
  private final ServerOverhead overhead;
  private final Object oneLongText = new Object();

  private PromptVocabulary(Tokenizer tokenizer, Counting counting, List<PromptLanguage> wanted)
      throws IOException {
    this.tokenizer = tokenizer;
    this.counting = counting;
    encoder = new CachedEncoder(tokenizer);
    frame = Frame.of(tokenizer, counting);
    List<Unit> fillers = heads(tokenizer, FILLER);
    for (PromptLanguage language : wanted) {
      languages.add(Units.learn(tokenizer, language, heads(language, fillers), fillers));
    }
    opening = Opening.learn(tokenizer, frame, languages.get(0), fillers);
    overhead = ServerOverhead.NONE;
  }

  private PromptVocabulary(PromptVocabulary learnt, ServerOverhead overhead) {
    tokenizer = learnt.tokenizer;
    encoder = learnt.encoder;
    counting = learnt.counting;
    frame = learnt.frame;
    languages.addAll(learnt.languages);
    opening = learnt.opening.shifted(overhead.promptTokens());
    this.overhead = overhead;
  }

  /**
   * Learns what it needs, which takes a second or so of computing.
   *
   * @param languages the languages to write in, at least one
   * @throws InputException if the tokenizer has too few words of a language, or chat is to be
   *     counted and there is no template or it does not take a single message
   */
  public static PromptVocabulary learn(
      Tokenizer tokenizer, Counting counting, List<PromptLanguage> languages) throws IOException {
    return new PromptVocabulary(tokenizer, counting, languages);
  }

  private List<Unit> heads(PromptLanguage language, List<Unit> fillers) throws IOException {
    if (language.heads().isEmpty()) {
      return List.of();
    }
    Pattern word = language.heads().get();
    return word == FILLER ? fillers : heads(tokenizer, word);
  }

  /** One-token words of the tokenizer's own vocabulary. */
  private static List<Unit> heads(Tokenizer tokenizer, Pattern word) throws IOException {
    List<String> texts =
        VocabularyFile.tokens(tokenizer.file()).stream().map(VocabularyFile::text).toList();
    // Most vocabularies mark the start of a word; a token without the mark is no word then.
    boolean marked =
        texts.stream()
            .anyMatch(text -> text.startsWith(" ") && word.matcher(text.strip()).matches());
    List<String> spaced =
        texts.stream()
            .filter(text -> !marked || text.startsWith(" "))
            .map(String::strip)
            .filter(text -> word.matcher(text).matches())
            .distinct()
            .map(text -> " " + text)
            .toList();
    UnitTrial trial = new UnitTrial(tokenizer);
    List<Unit> heads = trial.single(spaced, MOST_HEADS);
    trial.settle(heads);
    return List.copyOf(heads);
  }

  /**
   * The same for a server that counts more or fewer tokens around a text than the tokenizer's files
   * tell.
   *
   * @param learnt how many, beyond what this counts now
   * @throws IllegalArgumentException if fewer than none would be left
   */
  public PromptVocabulary servedWith(ServerOverhead learnt) {
    if (frameTokens() + learnt.promptTokens() < 0) {
      throw new IllegalArgumentException(
          "a frame of " + frameTokens() + " tokens and " + learnt.promptTokens());
    }
    return new PromptVocabulary(this, overhead.plus(learnt));
  }

  /** What the server was found to count beyond the tokenizer's files. */
  public ServerOverhead overhead() {
    return overhead;
  }

  /** The shortest prompt that can be made: the chat template and one word. */
  public int fewestTokens() {
    return frameTokens() + opening.wordTokens();
  }

  /** Tokens that the chat template takes; 0 of a bare text. */
  public int frameTokens() {
    return opening.before() + opening.after();
  }

  /** What is counted. */
  public Counting counting() {
    return counting;
  }

  /** The tokenizer. */
  public Tokenizer tokenizer() {
    return tokenizer;
  }

  /** Whether pieces added up in every trial; if not, every prompt is counted again whole. */
  public boolean addsUp() {
    return opening.addUp() && languages.stream().allMatch(Units::addUp);
  }

  /** The number of tokens of a finished prompt, counted whole, through the chat template. */
  public int count(String text) {
    return countWhole(frame.whole(text)) + overhead.promptTokens();
  }

  /** The number of tokens of a text by itself. */
  int countWhole(String whole) {
    if (whole.length() <= LONG_TEXT) {
      return tokenizer.count(whole);
    }
    synchronized (oneLongText) {
      return encoder.cuts() ? encoder.count(whole) : tokenizer.count(whole);
    }
  }

  /** The prompt as a server tokenizes it: the text within the chat template, or by itself. */
  public String whole(String text) {
    return frame.whole(text);
  }

  /**
   * A conversation as a server tokenizes it, up to where the answer begins. Bare, a single message
   * is its text.
   */
  public String written(JsonNode messages) {
    return written(messages, Optional.empty());
  }

  /** The same with definitions of tools; without a template, they are not written. */
  public String written(JsonNode messages, Optional<JsonNode> tools) {
    if (counting == Counting.CHAT) {
      return Frame.render(tokenizer.chatTemplate().orElseThrow(), messages, tools);
    }
    JsonNode first = messages.path(0).path("content");
    return messages.size() == 1 && first.isTextual() ? first.textValue() : ChatText.of(messages);
  }

  /** The number of tokens of a conversation, with definitions of tools. */
  public int count(JsonNode messages, Optional<JsonNode> tools) {
    return countWhole(written(messages, tools)) + overhead.of(messages);
  }

  /**
   * Tokens that the template adds for another turn, beside those of the answer before it and of the
   * user's text; of bare texts, those that the server was found to add.
   */
  public int turnTokens() {
    if (counting == Counting.BARE) {
      return overhead.turnTokens();
    }
    String word = opening.word(0);
    ArrayNode turns = JsonNodeFactory.instance.arrayNode();
    turns.addObject().put("role", "user").put("content", word);
    int first = count(turns, Optional.empty());
    turns.addObject().put("role", "assistant").put("content", word);
    turns.addObject().put("role", "user").put("content", word);
    return count(turns, Optional.empty()) - first - 2 * opening.wordTokens();
  }

  Opening opening() {
    return opening;
  }

  /** The language that a block is in. */
  Units language(long key) {
    return languages.size() == 1
        ? languages.get(0)
        : languages.get((int) Long.remainderUnsigned(key >>> 7, languages.size()));
  }
}
