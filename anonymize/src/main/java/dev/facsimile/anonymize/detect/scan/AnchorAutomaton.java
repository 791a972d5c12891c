package dev.facsimile.anonymize.detect.scan;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;

/**
 * Finds many literals, whatever their case, and a few signs in one pass (Aho and Corasick 1975,
 * "Efficient string matching", as a complete transition table). A block of text is read in four
 * lanes at once, because one lane waits for the memory of the step before.
 *
 * <p>The table is kept small, so that it stays in the processor's nearest memory: it knows the
 * first letters of each literal alone, and signs other than letters share a few classes. Where it
 * says that a literal may stand, the literal itself is compared.
 */
final class AnchorAutomaton {
  private static final int CLASS_BITS = 5;
  private static final int CLASSES = 1 << CLASS_BITS;
  private static final int LETTERS = 26;
  private static final int OTHER = 0;
  private static final int SIGN = LETTERS + 1;
  private static final int DIGIT = LETTERS + 2;

  /** An entry is a row, whose number is a multiple of the classes, and this bit. */
  private static final int OUTPUT = 1;

  private static final int ROW = 0xffff & -CLASSES;
  private static final int MOST_STATES = 0x10000 / CLASSES;
  private static final int DEEPEST = 6;
  private static final int LANES = 4;

  /** Bytes of a lane at most: a place in it and an entry share an int. */
  private static final int LONGEST_LANE = 4096;

  private static final int LANE_FROM = 32;
  private static final byte[] CLASS = classes();

  private final byte[][] keywords;
  private final int depth;
  private final char[] next;
  private final int[][] keywordsAt;

  /** The scan's own places of hits, one for each thread: a text would clear more than it uses. */
  private final ThreadLocal<int[][]> lanes =
      ThreadLocal.withInitial(() -> new int[LANES][LONGEST_LANE + 1]);

  /** Takes what is found: of each block of the text all keywords, then all signs, in order. */
  interface Sink {
    /** Keyword number {@code keyword} stands from {@code start} to {@code end}. */
    void keyword(int keyword, int start, int end);

    /** One of {@code @ : \ % &} stands at {@code at}, or the first of a run of digits. */
    void sign(int at);
  }

  AnchorAutomaton(List<String> keywords) {
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
        boolean tells = c == SIGN || c == DIGIT && !trie.afterDigit.get(s);
        int output = tells || !trie.outputs.get(to).isEmpty() ? OUTPUT : 0;
        next[s * CLASSES + c] = (char) (to * CLASSES | output);
      }
    }
  }

  /** Each letter has a class; of the signs only the most frequent ones have their own. */
  private static byte[] classes() {
    byte[] classes = new byte[256];
    for (char c = 'a'; c <= 'z'; c++) {
      classes[c] = (byte) (c - 'a' + 1);
      classes[Character.toUpperCase(c)] = classes[c];
    }
    for (char c = '0'; c <= '9'; c++) {
      classes[c] = DIGIT;
    }
    for (char c : "@:\\%&".toCharArray()) {
      classes[c] = SIGN;
    }
    classes[' '] = LETTERS + 3;
    classes['"'] = LETTERS + 4;
    classes['_'] = LETTERS + 5;
    return classes;
  }

  /** The literals' first letters as a tree, and what is found at each of its nodes. */
  private final class Trie {
    private final List<int[]> rows = new ArrayList<>();
    private final List<List<Integer>> outputs = new ArrayList<>();
    private final List<Boolean> afterDigit = new ArrayList<>();

    Trie(int deepest) {
      addState(OTHER);
      // Without a literal that begins with one, the reader must still know that it read a digit.
      rows.get(0)[DIGIT] = addState(DIGIT);
      for (int k = 0; k < keywords.length; k++) {
        int state = 0;
        for (int i = 0; i < Math.min(deepest, keywords[k].length); i++) {
          int symbol = CLASS[keywords[k][i]];
          if (rows.get(state)[symbol] == 0) {
            rows.get(state)[symbol] = addState(symbol);
          }
          state = rows.get(state)[symbol];
        }
        outputs.get(state).add(k);
      }
    }

    private int addState(int symbol) {
      rows.add(new int[CLASSES]);
      outputs.add(new ArrayList<>());
      afterDigit.add(symbol == DIGIT);
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

  /** Reads {@code text} and tells each keyword and sign in it. */
  void find(byte[] text, Sink sink) {
    int[][] hits = lanes.get();
    int from = 0;
    while (text.length - from >= LANES * LANE_FROM) {
      int lane = Math.min(LONGEST_LANE, (text.length - from) / LANES);
      read(text, from, lane, hits, sink);
      from += LANES * lane;
    }
    if (from < text.length) {
      int[] rest = hits[0];
      int size = 0;
      int state = before(text, from);
      for (int i = 0; i < text.length - from; i++) {
        state = next[state & ROW | CLASS[text[from + i] & 0xff]];
        rest[size] = i << 16 | state;
        size += state & OUTPUT;
      }
      tellKeywords(text, from, rest, size, sink);
      tellSigns(text, from, rest, size, sink);
    }
  }

  private void read(byte[] text, int from, int lane, int[][] hits, Sink sink) {
    // Locals, for the compiler reads fields anew after every call.
    char[] to = next;
    byte[] kinds = CLASS;
    int[] inFirst = hits[0];
    int[] inSecond = hits[1];
    int[] inThird = hits[2];
    int[] inFourth = hits[3];
    int second = from + lane;
    int third = second + lane;
    int fourth = third + lane;
    int a = before(text, from);
    int b = before(text, second);
    int c = before(text, third);
    int d = before(text, fourth);
    int sizeA = 0;
    int sizeB = 0;
    int sizeC = 0;
    int sizeD = 0;
    for (int i = 0; i < lane; i++) {
      a = to[a & ROW | kinds[text[from + i] & 0xff]];
      b = to[b & ROW | kinds[text[second + i] & 0xff]];
      c = to[c & ROW | kinds[text[third + i] & 0xff]];
      d = to[d & ROW | kinds[text[fourth + i] & 0xff]];
      if (((a | b | c | d) & OUTPUT) != 0) {
        // All four are written, and only what is a hit stays: which one it was is never a branch.
        int place = i << 16;
        inFirst[sizeA] = place | a;
        sizeA += a & OUTPUT;
        inSecond[sizeB] = place | b;
        sizeB += b & OUTPUT;
        inThird[sizeC] = place | c;
        sizeC += c & OUTPUT;
        inFourth[sizeD] = place | d;
        sizeD += d & OUTPUT;
      }
    }
    tellKeywords(text, from, inFirst, sizeA, sink);
    tellKeywords(text, second, inSecond, sizeB, sink);
    tellKeywords(text, third, inThird, sizeC, sink);
    tellKeywords(text, fourth, inFourth, sizeD, sink);
    tellSigns(text, from, inFirst, sizeA, sink);
    tellSigns(text, second, inSecond, sizeB, sink);
    tellSigns(text, third, inThird, sizeC, sink);
    tellSigns(text, fourth, inFourth, sizeD, sink);
  }

  /** The state at {@code from}, of a reader that came from far enough before. */
  private int before(byte[] text, int from) {
    int state = 0;
    for (int i = Math.max(0, from - depth); i < from; i++) {
      state = next[state & ROW | CLASS[text[i] & 0xff]];
    }
    return state;
  }

  private void tellKeywords(byte[] text, int from, int[] hits, int size, Sink sink) {
    for (int h = 0; h < size; h++) {
      int[] candidates = keywordsAt[(hits[h] & ROW) / CLASSES];
      for (int keyword : candidates) {
        byte[] letters = keywords[keyword];
        int start = from + (hits[h] >>> 16) + 1 - Math.min(depth, letters.length);
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

  private static void tellSigns(byte[] text, int from, int[] hits, int size, Sink sink) {
    for (int h = 0; h < size; h++) {
      int at = from + (hits[h] >>> 16);
      int kind = CLASS[text[at] & 0xff];
      if (kind == SIGN || kind == DIGIT && (at == 0 || CLASS[text[at - 1] & 0xff] != DIGIT)) {
        sink.sign(at);
      }
    }
  }
}
