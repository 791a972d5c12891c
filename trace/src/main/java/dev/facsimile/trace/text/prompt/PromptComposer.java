package dev.facsimile.trace.text.prompt;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.PromptSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * Writes prompts of exactly the planned number of tokens. A block's text depends on the seed, the
 * block's id, where it begins in its prompt and the tokenizer, and on nothing else: not on the
 * order of prompts, on other requests or on the process. So two prompts that share their first k
 * blocks share the text of these, token for token, and differ from there on.
 *
 * <p>Blocks are cut as a server cuts them, from the first token of the whole prompt on: where a
 * chat template stands before the text, the first block has fewer tokens of text. A block that is
 * not full has a text of its length and changes no other.
 *
 * <p>Texts are put together from pieces whose tokens add up in this tokenizer. Some prompts are
 * counted again whole, as a server counts them; all, if pieces do not always add up. One that is
 * off gets another end. Safe for use by several threads.
 */
public final class PromptComposer implements PromptSource {
  private static final int FRONT_TOKENS = 4;
  private static final int ALWAYS_VERIFIED = 16;
  private static final int TRIES = 24;
  private static final int OWN_END = 8;

  private final PromptVocabulary vocabulary;
  private final PromptSettings settings;
  private final double verifiedShare;
  private final Optional<BlockScheme> scheme;
  private final BlockKeys keys;
  private final LongAdder prompts = new LongAdder();
  private final LongAdder tokensMade = new LongAdder();
  private final LongAdder verified = new LongAdder();
  private final LongAdder repaired = new LongAdder();
  private final LongAdder tooShort = new LongAdder();
  private final LongAdder inexact = new LongAdder();

  /**
   * Prompts of one workload.
   *
   * @param scheme how the blocks of requests are cut; absent where they have none
   */
  public PromptComposer(
      PromptVocabulary vocabulary, PromptSettings settings, Optional<BlockScheme> scheme) {
    this.vocabulary = vocabulary;
    this.settings = settings;
    this.scheme = scheme;
    keys = new BlockKeys(settings, scheme);
    verifiedShare = vocabulary.addsUp() ? settings.verifiedShare() : 1;
  }

  /** What they are written with. */
  public PromptVocabulary vocabulary() {
    return vocabulary;
  }

  /** Share of the prompts that are counted again whole: all, if pieces do not always add up. */
  public double verifiedShare() {
    return verifiedShare;
  }

  /** How they are written. */
  public PromptSettings settings() {
    return settings;
  }

  /** How the prompts came out so far. */
  public PromptCounts counts() {
    return new PromptCounts(
        prompts.sum(),
        tokensMade.sum(),
        verified.sum(),
        repaired.sum(),
        tooShort.sum(),
        inexact.sum());
  }

  @Override
  public String of(Request request, int tokens) {
    return compose(request, tokens).text();
  }

  /** The prompt of {@code request}, of {@code tokens} tokens. */
  public ComposedPrompt compose(Request request, int tokens) {
    int room = tokens - vocabulary.frameTokens();
    ComposedPrompt prompt;
    if (tokens < vocabulary.fewestTokens()) {
      tooShort.increment();
      prompt = shortest(tokens);
    } else {
      String text = write(request, room, 0);
      prompt =
          isVerified(request, room)
              ? verified(request, room, text)
              : new ComposedPrompt(text, tokens, false);
    }
    prompts.increment();
    tokensMade.add(prompt.tokens());
    return prompt;
  }

  /** Tallies a prompt of which this writer made a part, and which was counted whole. */
  void counted(int tokens) {
    tally(tokens, true);
  }

  /** Tallies a prompt of which this writer made a part. */
  void tally(int tokens, boolean whole) {
    prompts.increment();
    tokensMade.add(tokens);
    verified.add(whole ? 1 : 0);
  }

  /** Tallies a prompt whose count was wrong at first. */
  void tallyOff(boolean isExactNow) {
    (isExactNow ? repaired : inexact).increment();
  }

  /** The text of a prompt of that many tokens, not counted again and not tallied. */
  String text(Request request, int tokens) {
    return write(request, tokens - vocabulary.frameTokens(), 0);
  }

  /**
   * Text of {@code tokens} tokens that no other request has, for a message that follows others: a
   * later turn, an answer, the result of a tool. Tokens are its own, without a template's.
   *
   * @param part tells several texts of one request apart
   */
  public String message(Request request, String part, int tokens) {
    Page page = new Page(vocabulary.opening(), Math.max(0, tokens));
    long key = keys.own(request, part);
    page.write(vocabulary.language(key), key, page.end());
    return page.text();
  }

  /**
   * Text of {@code tokens} tokens that goes on from another text, as in a completion's prompt that
   * follows an answer.
   *
   * @param part tells several texts of one request apart
   */
  String goingOn(Request request, String part, int tokens) {
    Page page = Page.goingOn(vocabulary.opening(), Math.max(0, tokens));
    long key = keys.own(request, part);
    page.write(vocabulary.language(key), key, page.end());
    return page.text();
  }

  /** The same prompts for a server that counts more or fewer tokens around a text. */
  public PromptComposer servedWith(ServerOverhead learnt) {
    return new PromptComposer(vocabulary.servedWith(learnt), settings, scheme);
  }

  /** Nothing, or one word: what comes nearest. */
  private ComposedPrompt shortest(int tokens) {
    String word = vocabulary.opening().word(0);
    int one = vocabulary.count(word);
    int none = vocabulary.count("");
    return Math.abs(none - tokens) < Math.abs(one - tokens)
        ? new ComposedPrompt("", none, true)
        : new ComposedPrompt(word, one, true);
  }

  /** Whether a prompt is one of those that are counted again whole. */
  boolean isVerified(Request request, int room) {
    double place = (SeededStreams.mix(keys.own(request)) >>> 11) * 0x1p-53;
    return room <= ALWAYS_VERIFIED || place < verifiedShare;
  }

  private ComposedPrompt verified(Request request, int room, String first) {
    verified.increment();
    int wanted = room + vocabulary.frameTokens();
    String text = first;
    int tokens = vocabulary.count(text);
    if (tokens == wanted) {
      return new ComposedPrompt(text, tokens, true);
    }
    Set<Integer> tried = new HashSet<>();
    int length = room;
    for (int attempt = 1; attempt <= TRIES && tokens != wanted; attempt++) {
      tried.add(length);
      int next = Math.max(1, length + wanted - tokens);
      length = tried.contains(next) && attempt % 2 == 0 ? room : next;
      text = write(request, length, attempt);
      tokens = vocabulary.count(text);
    }
    (tokens == wanted ? repaired : inexact).increment();
    return new ComposedPrompt(text, tokens, true);
  }

  /**
   * Writes a text.
   *
   * @param room tokens of text, without the chat template's
   * @param attempt from 1 on, the last tokens are others
   */
  private String write(Request request, int room, int attempt) {
    Page page = new Page(vocabulary.opening(), room);
    long own = keys.own(request);
    int end = attempt == 0 ? page.end() : page.end() - Math.min(OWN_END, room / 2);
    keys.front(request).ifPresent(key -> page.front(vocabulary.language(0), key, FRONT_TOKENS));
    if (scheme.isPresent() && request.prefixBlocks().isPresent()) {
      writeBlocks(page, request, request.prefixBlocks().get(), end);
    }
    page.write(vocabulary.language(own), own, end);
    page.write(vocabulary.language(own), SeededStreams.mix(own + attempt), page.end());
    return page.text();
  }

  private void writeBlocks(Page page, Request request, BlockIds blocks, int end) {
    long scope = keys.scope(request);
    long key = scope;
    for (int i = 0; i < blocks.size() && page.at() < end; i++) {
      long blockEnd = (i + 1L) * scheme.orElseThrow().blockTokens();
      // A block that the chat template fills has no text of its own: it marks the next one.
      key = BlockKeys.block(key, blocks.get(i));
      if (blockEnd > page.at()) {
        page.write(vocabulary.language(key), key, (int) Math.min(end, blockEnd));
        key = scope;
      }
    }
  }
}
