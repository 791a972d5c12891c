package dev.facsimile.trace.text.prompt;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.text.Tokenizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How texts begin and end within a frame: the words that may come first, and the tokens that the
 * frame takes.
 *
 * @param words texts that may come first, all of the same number of tokens
 * @param wordTokens that number
 * @param before tokens of the frame before the text
 * @param after tokens of the frame behind it
 * @param addUp whether the text's tokens and the frame's added up in every trial
 */
record Opening(List<String> words, int wordTokens, int before, int after, boolean addUp) {
  private static final int MOST = 2_048;
  private static final int SAMPLES = 48;
  private static final int COMPARED = 24;

  /**
   * Learns it.
   *
   * @param units what comes behind the first word
   */
  static Opening learn(Tokenizer tokenizer, Frame frame, Units units, List<Unit> fillers) {
    List<String> candidates = candidates(units, fillers);
    Unit next = units.samples(1).get(0);
    Map<Integer, List<String>> bySize = new TreeMap<>();
    for (String word : candidates) {
      int tokens = tokenizer.count(frame.around(word + next.text())) - next.tokens();
      if (tokenizer.count(frame.around(word)) == tokens) {
        bySize.computeIfAbsent(tokens, n -> new ArrayList<>()).add(word);
      }
    }
    List<String> words = best(bySize);
    if (words.isEmpty()) {
      throw new InputException(
          tokenizer.file(), "makes other tokens of a word at the start of a prompt each time");
    }
    return measure(tokenizer, frame, units, words);
  }

  private static List<String> candidates(Units units, List<Unit> fillers) {
    Set<String> candidates = new LinkedHashSet<>();
    List<Unit> heads = units.heads();
    int step = Math.max(1, heads.size() / MOST);
    for (int i = 0; i < heads.size(); i += step) {
      candidates.add(first(heads.get(i)));
    }
    units.samples(SAMPLES).forEach(unit -> candidates.add(first(unit)));
    fillers.stream().limit(SAMPLES).forEach(unit -> candidates.add(first(unit)));
    candidates.remove("");
    return List.copyOf(candidates);
  }

  /** A piece without the space or mark that keeps it apart from what is before it. */
  private static String first(Unit unit) {
    String text = unit.text();
    int at = 0;
    while (at < text.length() && !Character.isLetterOrDigit(text.codePointAt(at))) {
      at++;
    }
    return text.substring(at);
  }

  /** The shortest that there are many of, or else those of which there are most. */
  private static List<String> best(Map<Integer, List<String>> bySize) {
    int most = bySize.values().stream().mapToInt(List::size).max().orElse(0);
    return bySize.values().stream()
        .filter(words -> words.size() * 4 >= most)
        .findFirst()
        .orElse(List.of());
  }

  private static Opening measure(
      Tokenizer tokenizer, Frame frame, Units units, List<String> words) {
    long[] first = tokenizer.encode(frame.around(words.get(0)));
    int before = first.length;
    int after = first.length;
    for (int i = 1; i < Math.min(COMPARED, words.size()); i++) {
      long[] other =
          tokenizer.encode(frame.around(words.get(i * words.size() / COMPARED % words.size())));
      before = Math.min(before, sameStart(first, other));
      after = Math.min(after, sameEnd(first, other));
    }
    // Of a single candidate, all is alike: it is taken for one token.
    before = Math.min(before, first.length - 1);
    after = Math.min(after, first.length - 1 - before);
    int wordTokens = first.length - before - after;
    boolean addUp = true;
    for (Unit unit : units.samples(SAMPLES)) {
      for (String word : List.of(words.get(0), words.get(words.size() / 2))) {
        addUp &= tokenizer.count(frame.around(word + unit.text())) == first.length + unit.tokens();
      }
    }
    return new Opening(words, wordTokens, before, after, addUp);
  }

  private static int sameStart(long[] a, long[] b) {
    int same = 0;
    while (same < Math.min(a.length, b.length) && a[same] == b[same]) {
      same++;
    }
    return same;
  }

  private static int sameEnd(long[] a, long[] b) {
    int same = 0;
    while (same < Math.min(a.length, b.length)
        && a[a.length - 1 - same] == b[b.length - 1 - same]) {
      same++;
    }
    return same;
  }

  /**
   * The same in a frame of more or fewer tokens. Where they stand is not known. More are taken to
   * stand behind the text: if they are before it, blocks are shared by as many whole blocks as
   * planned and some tokens more. Fewer are missed before it, for the same reason.
   */
  Opening shifted(int tokens) {
    int less = Math.min(before, Math.max(0, -tokens));
    return new Opening(words, wordTokens, before - less, after + tokens + less, addUp);
  }

  String word(long bits) {
    return words.get((int) Long.remainderUnsigned(bits, words.size()));
  }
}
