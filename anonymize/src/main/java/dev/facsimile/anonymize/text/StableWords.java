package dev.facsimile.anonymize.text;

import dev.facsimile.anonymize.detect.names.CommonWords;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.VocabularyFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Words that are one token each wherever they stand among others, so that a text of n of them has
 * exactly n tokens. They are lower-case pieces of the tokenizer's own vocabulary, ordinary English
 * words that nobody is called by if it has {@value #ENOUGH} of them, and each is tried with the
 * tokenizer itself; nothing is assumed of the kind of tokenizer.
 *
 * <p>Holds at most {@value #MOST} words.
 */
final class StableWords {
  private static final int MOST = 8_192;
  private static final int ENOUGH = 512;
  private static final int FEWEST = 64;
  private static final int MOST_MORE = 2;
  private static final int FEWEST_STARTS = 4;
  private static final int BATCH = 256;
  private static final int TRIALS = 40;
  private static final Pattern WORD = Pattern.compile("[a-z]{3,8}");

  private final List<String> words;
  private final List<String> first;

  /** By how many tokens more they are inside a line than alone: none, one, two. */
  private final List<List<String>> starts;

  private final int lineBreakTokens;
  private final boolean breaksLines;

  private StableWords(
      List<String> words, List<List<String>> starts, int lineBreakTokens, boolean breaksLines) {
    this.words = words;
    this.first = starts.get(0);
    this.starts = starts;
    this.lineBreakTokens = lineBreakTokens;
    this.breaksLines = breaksLines;
  }

  /**
   * The stable words of a tokenizer.
   *
   * @param file the tokenizer's file
   * @throws InputException if it has too few of them
   */
  static StableWords of(Tokenizer tokenizer, Path file) throws IOException {
    Set<String> candidates = VocabularyFile.words(file, WORD);
    List<String> ordinary = stable(tokenizer, only(candidates, CommonWords::ordinary));
    List<String> words = ordinary.size() < ENOUGH ? stable(tokenizer, candidates) : ordinary;
    List<List<String>> starts = allStarts(tokenizer, words);
    if (starts.get(0).size() < FEWEST) {
      starts = allStarts(tokenizer, candidates);
    }
    List<String> first = starts.get(0);
    if (words.size() < FEWEST || first.size() < FEWEST_STARTS) {
      throw new InputException(
          file,
          "has "
              + words.size()
              + " words that are one token each wherever they stand and "
              + first.size()
              + " that may begin a text, expected at least "
              + FEWEST
              + " and "
              + FEWEST_STARTS
              + ": text of exact token counts cannot be made with this tokenizer");
    }
    int lineBreak = tokenizer.count(first.get(0) + "\n" + first.get(1)) - 2;
    StableWords broken = new StableWords(words, starts, lineBreak, true);
    boolean breaks = (lineBreak == 0 || lineBreak == 1) && broken.countsHold(tokenizer);
    StableWords chosen = new StableWords(words, starts, lineBreak, breaks);
    if (!breaks && !chosen.countsHold(tokenizer)) {
      throw new InputException(
          file, "makes other tokens of words together than apart: text cannot be made with it");
    }
    return chosen;
  }

  private static List<List<String>> allStarts(Tokenizer tokenizer, Collection<String> words) {
    return IntStream.rangeClosed(0, MOST_MORE)
        .mapToObj(more -> words.stream().filter(word -> starts(tokenizer, word, more)).toList())
        .toList();
  }

  private static Set<String> only(Set<String> words, Predicate<String> kept) {
    return words.stream().filter(kept).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static List<String> stable(Tokenizer tokenizer, Set<String> candidates) {
    List<String> all = new ArrayList<>(candidates);
    List<String> stable = new ArrayList<>();
    for (int from = 0; from < all.size() && stable.size() < MOST; from += BATCH) {
      keepStable(tokenizer, all.subList(from, Math.min(all.size(), from + BATCH)), stable);
    }
    return List.copyOf(stable.subList(0, Math.min(MOST, stable.size())));
  }

  /** Halves a group until all of its words are one token each, or one word is left that is not. */
  private static void keepStable(Tokenizer tokenizer, List<String> group, List<String> stable) {
    String joined = "the " + String.join(" ", group) + " the";
    if (tokenizer.count(joined) == group.size() + tokenizer.count("the the")) {
      stable.addAll(group);
    } else if (group.size() > 1) {
      keepStable(tokenizer, group.subList(0, group.size() / 2), stable);
      keepStable(tokenizer, group.subList(group.size() / 2, group.size()), stable);
    }
  }

  /**
   * Whether a word is one token as the start of a text, and {@code more} tokens more as the start
   * of a line: some tokenizers put a mark of a space before a text, and not before its lines.
   */
  private static boolean starts(Tokenizer tokenizer, String word, int more) {
    int line = tokenizer.count("user\n");
    int another = tokenizer.count("the the") - tokenizer.count("the");
    return tokenizer.count(word) == 1
        && tokenizer.count("user\n" + word + " the") == line + 1 + more + another
        && tokenizer.count("user\n" + word) == line + 1 + more;
  }

  private boolean countsHold(Tokenizer tokenizer) {
    for (int trial = 0; trial < TRIALS; trial++) {
      int tokens = 1 + trial * trial;
      Layout layout = new Layout(trial % 16, 16);
      String text = text(layout, tokens, position -> SeededStreams.mix(position));
      if (tokenizer.count(text) != tokens) {
        return false;
      }
    }
    return true;
  }

  /** Gives 64 random bits for a position in the text. */
  @FunctionalInterface
  interface Draw {
    long at(int position);
  }

  /**
   * Where a text begins in its prompt.
   *
   * @param start the position of its first token
   * @param blockTokens tokens in a block; lines break at starts of blocks
   */
  record Layout(int start, int blockTokens) {
    /** The layout of what begins that many tokens later. */
    Layout from(int tokens) {
      return new Layout(start + tokens, blockTokens);
    }

    boolean breaksAt(int position) {
      int place = start + position;
      return blockTokens > 1
          && position > 0
          && place % blockTokens == 0
          && place / blockTokens % 2 == 0;
    }
  }

  /** A text of exactly {@code tokens} tokens, its first word without a space before it. */
  String text(Layout layout, int tokens, Draw draw) {
    return text(layout, tokens, draw, 0);
  }

  /** Numbers of tokens that a text may have more inside a line than alone. */
  List<Integer> starts() {
    return IntStream.range(0, starts.size())
        .filter(more -> !starts.get(more).isEmpty())
        .boxed()
        .toList();
  }

  /** As {@link #text(Layout, int, Draw)}, and {@code more} tokens more at the start of a line. */
  String text(Layout layout, int tokens, Draw draw, int more) {
    StringBuilder text = new StringBuilder(tokens * 7);
    for (int position = 0; position < tokens; position++) {
      boolean starts = position == 0;
      boolean line = breaksLines && layout.breaksAt(position);
      if (line && lineBreakTokens == 0) {
        text.append('\n');
        starts = true;
      } else if (line && position + 1 < tokens) {
        text.append('\n');
        position++;
        starts = true;
      }
      text.append(starts ? "" : " ").append(word(from(position, starts, more), draw.at(position)));
    }
    return text.toString();
  }

  private List<String> from(int position, boolean starts, int more) {
    if (position == 0) {
      return this.starts.get(more);
    }
    return starts ? first : words;
  }

  private static String word(List<String> from, long bits) {
    return from.get((int) Long.remainderUnsigned(bits, from.size()));
  }

  /** All words, for who must tell made-up text from other text. */
  Set<String> all() {
    Set<String> all = new LinkedHashSet<>(words);
    starts.forEach(all::addAll);
    return Collections.unmodifiableSet(all);
  }
}
