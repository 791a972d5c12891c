package dev.facsimile.anonymize.detect.scan;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Queue;

/**
 * Finds many literals in one pass, whatever their case (Aho and Corasick 1975, "Efficient string
 * matching", as a complete transition table). Long texts are read in four lanes at once, because
 * one lane waits for the memory of the step before.
 *
 * <p>The table is kept small, so that it stays in the processor's nearest memory: it knows the
 * first letters of each literal alone, and signs other than letters share a few classes. Where it
 * says that a literal may stand, the literal itself is compared.
 */
final class KeywordAutomaton {
  private static final int CLASS_BITS = 5;
  private static final int CLASSES = 1 << CLASS_BITS;
  private static final int LETTERS = 26;

  /** An entry is a row, whose number is a multiple of the classes, and this bit. */
  private static final int OUTPUT = 1;

  private static final int ROW = 0xffff & -CLASSES;
  private static final int MOST_STATES = 0x10000 / CLASSES;
  private static final int DEEPEST = 6;
  private static final int LANE_FROM = 96;

  private final byte[] classes = classes();
  private final byte[][] keywords;
  private final int depth;
  private final char[] next;
  private final int[][] keywordsAt;

  /** Takes the keywords found, in no order. */
  @FunctionalInterface
  interface Sink {
    /** Keyword number {@code keyword} stands from {@code start} to {@code end}. */
    void keyword(int keyword, int start, int end);
  }

  KeywordAutomaton(List<String> keywords) {
    this.keywords =
        keywords.stream()
            .map(word -> word.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);
    int tried = DEEPEST;
    Trie trie = new Trie(tried);
    while (trie.rows.size() > MOST_STATES) {
      trie = new Trie(--tried);
    }
    depth = tried;
    trie.complete();
    int states = trie.rows.size();
    next = new char[states * CLASSES];
    keywordsAt = new int[states][];
    for (int s = 0; s < states; s++) {
      keywordsAt[s] = trie.outputs.get(s).stream().mapToInt(Integer::intValue).toArray();
      for (int c = 0; c < CLASSES; c++) {
        int to = trie.rows.get(s)[c];
        int output = trie.outputs.get(to).isEmpty() ? 0 : OUTPUT;
        next[s * CLASSES + c] = (char) (to * CLASSES | output);
      }
    }
  }

  /** Each letter has a class; of the signs only the most frequent ones have their own. */
  private static byte[] classes() {
    byte[] classes = new byte[256];
    Arrays.fill(classes, '!', 0x7f, (byte) (LETTERS + 1));
    for (char c = 'a'; c <= 'z'; c++) {
      classes[c] = (byte) (c - 'a' + 1);
      classes[Character.toUpperCase(c)] = classes[c];
    }
    Arrays.fill(classes, '0', '9' + 1, (byte) (LETTERS + 2));
    classes[' '] = LETTERS + 3;
    classes['"'] = LETTERS + 4;
    classes['_'] = LETTERS + 5;
    return classes;
  }

  /** The literals' first letters as a tree, and what is found at each of its nodes. */
  private final class Trie {
    private final List<int[]> rows = new ArrayList<>();
    private final List<List<Integer>> outputs = new ArrayList<>();

    Trie(int deepest) {
      addState();
      for (int k = 0; k < keywords.length; k++) {
        int state = 0;
        for (int i = 0; i < Math.min(deepest, keywords[k].length); i++) {
          int symbol = classes[keywords[k][i]];
          if (rows.get(state)[symbol] == 0) {
            rows.get(state)[symbol] = addState();
          }
          state = rows.get(state)[symbol];
        }
        outputs.get(state).add(k);
      }
    }

    private int addState() {
      rows.add(new int[CLASSES]);
      outputs.add(new ArrayList<>());
      return rows.size() - 1;
    }

    /** Fills in where each state goes when its text does not go on, breadth first. */
    void complete() {
      int[] fallback = new int[rows.size()];
      Queue<Integer> open = new ArrayDeque<>();
      for (int to : rows.get(0)) {
        if (to != 0) {
          open.add(to);
        }
      }
      while (!open.isEmpty()) {
        int state = open.remove();
        outputs.get(state).addAll(outputs.get(fallback[state]));
        for (int c = 0; c < CLASSES; c++) {
          int to = rows.get(state)[c];
          int shorter = rows.get(fallback[state])[c];
          if (to == 0) {
            rows.get(state)[c] = shorter;
          } else {
            fallback[to] = shorter;
            open.add(to);
          }
        }
      }
    }
  }

  /** Reads {@code text} and tells each keyword in it. */
  void find(byte[] text, Sink sink) {
    Hits hits = new Hits();
    read(text, hits);
    for (int h = 0; h < hits.size; h += 2) {
      int headEnd = hits.pairs[h];
      for (int keyword : keywordsAt[hits.pairs[h + 1]]) {
        byte[] letters = keywords[keyword];
        int start = headEnd - Math.min(depth, letters.length);
        if (start + letters.length <= text.length && same(text, start, letters)) {
          sink.keyword(keyword, start, start + letters.length);
        }
      }
    }
  }

  private static boolean same(byte[] text, int start, byte[] letters) {
    for (int i = 0; i < letters.length; i++) {
      byte b = text[start + i];
      byte small = b >= 'A' && b <= 'Z' ? (byte) (b | 0x20) : b;
      if (small != letters[i]) {
        return false;
      }
    }
    return true;
  }

  private void read(byte[] text, Hits hits) {
    int lane = text.length / 4;
    if (lane < LANE_FROM) {
      readTo(text, 0, text.length, 0, hits);
      return;
    }
    // Locals, for the compiler reads fields anew after every call.
    char[] to = next;
    byte[] kinds = classes;
    int secondFrom = lane;
    int thirdFrom = 2 * lane;
    int fourthFrom = 3 * lane;
    int a = 0;
    int b = warm(text, secondFrom);
    int c = warm(text, thirdFrom);
    int d = warm(text, fourthFrom);
    for (int i = 0; i < lane; i++) {
      a = to[a & ROW | kinds[text[i] & 0xff]];
      b = to[b & ROW | kinds[text[secondFrom + i] & 0xff]];
      c = to[c & ROW | kinds[text[thirdFrom + i] & 0xff]];
      d = to[d & ROW | kinds[text[fourthFrom + i] & 0xff]];
      if (((a | b | c | d) & OUTPUT) != 0) {
        tell(hits, a, i + 1);
        tell(hits, b, secondFrom + i + 1);
        tell(hits, c, thirdFrom + i + 1);
        tell(hits, d, fourthFrom + i + 1);
      }
    }
    readTo(text, 4 * lane, text.length, d, hits);
  }

  private static void tell(Hits hits, int state, int end) {
    if ((state & OUTPUT) != 0) {
      hits.add(end, state / CLASSES);
    }
  }

  /** The state at {@code from}, of a reader that came from far enough before. */
  private int warm(byte[] text, int from) {
    int state = 0;
    for (int i = Math.max(0, from - depth); i < from; i++) {
      state = next[state & ROW | classes[text[i] & 0xff]];
    }
    return state;
  }

  private void readTo(byte[] text, int from, int end, int state, Hits hits) {
    char[] to = next;
    byte[] kinds = classes;
    int s = state;
    for (int i = from; i < end; i++) {
      s = to[s & ROW | kinds[text[i] & 0xff]];
      tell(hits, s, i + 1);
    }
  }

  /** Places where first letters end: pairs of the place and the state. */
  private static final class Hits {
    private int[] pairs = new int[64];
    private int size;

    void add(int end, int state) {
      if (size == pairs.length) {
        pairs = Arrays.copyOf(pairs, size * 2);
      }
      pairs[size++] = end;
      pairs[size++] = state;
    }
  }
}
