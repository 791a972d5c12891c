package dev.facsimile.anonymize.detect.scan;

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
 */
final class KeywordAutomaton {
  private static final int CLASS_BITS = 6;
  private static final int OUTPUT = 0x8000;
  private static final int STATE = 0x7fff;
  private static final int LANE_FROM = 160;

  private final byte[] classes = new byte[256];
  private final char[] next;
  private final int[][] keywordsAt;
  private final int longest;

  KeywordAutomaton(List<String> keywords) {
    assignClasses(keywords);
    List<int[]> trie = new ArrayList<>();
    List<List<Integer>> outputs = new ArrayList<>();
    addState(trie, outputs);
    int max = 1;
    for (int k = 0; k < keywords.size(); k++) {
      int state = 0;
      for (byte b :
          keywords
              .get(k)
              .toLowerCase(Locale.ROOT)
              .getBytes(java.nio.charset.StandardCharsets.US_ASCII)) {
        int symbol = classes[b];
        if (trie.get(state)[symbol] == 0) {
          trie.get(state)[symbol] = addState(trie, outputs);
        }
        state = trie.get(state)[symbol];
      }
      outputs.get(state).add(k);
      max = Math.max(max, keywords.get(k).length());
    }
    longest = max;
    complete(trie, outputs);
    if (trie.size() > STATE) {
      throw new IllegalArgumentException(trie.size() + " states, expected at most " + STATE);
    }
    next = new char[trie.size() << CLASS_BITS];
    keywordsAt = new int[trie.size()][];
    for (int s = 0; s < trie.size(); s++) {
      keywordsAt[s] = outputs.get(s).stream().mapToInt(Integer::intValue).toArray();
      for (int c = 0; c < 1 << CLASS_BITS; c++) {
        int to = trie.get(s)[c];
        next[s << CLASS_BITS | c] = (char) (outputs.get(to).isEmpty() ? to : to | OUTPUT);
      }
    }
  }

  private void assignClasses(List<String> keywords) {
    int used = 0;
    for (String keyword : keywords) {
      for (char c : keyword.toLowerCase(Locale.ROOT).toCharArray()) {
        if (classes[c] == 0) {
          classes[c] = (byte) ++used;
        }
      }
    }
    if (used >= 1 << CLASS_BITS) {
      throw new IllegalArgumentException(
          "keywords use " + used + " characters, expected at most " + ((1 << CLASS_BITS) - 1));
    }
    for (char c = 'A'; c <= 'Z'; c++) {
      classes[c] = classes[Character.toLowerCase(c)];
    }
  }

  private static int addState(List<int[]> trie, List<List<Integer>> outputs) {
    trie.add(new int[1 << CLASS_BITS]);
    outputs.add(new ArrayList<>());
    return trie.size() - 1;
  }

  /** Fills in where each state goes when its text does not go on, breadth first. */
  private static void complete(List<int[]> trie, List<List<Integer>> outputs) {
    int[] fallback = new int[trie.size()];
    Queue<Integer> open = new ArrayDeque<>();
    for (int to : trie.get(0)) {
      if (to != 0) {
        open.add(to);
      }
    }
    while (!open.isEmpty()) {
      int state = open.remove();
      outputs.get(state).addAll(outputs.get(fallback[state]));
      for (int c = 0; c < 1 << CLASS_BITS; c++) {
        int to = trie.get(state)[c];
        int shorter = trie.get(fallback[state])[c];
        if (to == 0) {
          trie.get(state)[c] = shorter;
        } else {
          fallback[to] = shorter;
          open.add(to);
        }
      }
    }
  }

  /** Keywords that end in {@code state}. */
  int[] keywords(int state) {
    return keywordsAt[state];
  }

  /** Reads {@code text} and tells each place where keywords end, in no order. */
  void find(byte[] text, Hits hits) {
    int lane = text.length / 4;
    if (lane < LANE_FROM) {
      readTo(text, 0, text.length, 0, 0, hits);
      return;
    }
    int b = warm(text, lane);
    int c = warm(text, 2 * lane);
    int d = warm(text, 3 * lane);
    int a = 0;
    for (int i = 0; i < lane; i++) {
      a = step(a, text[i]);
      b = step(b, text[lane + i]);
      c = step(c, text[2 * lane + i]);
      d = step(d, text[3 * lane + i]);
      if (((a | b | c | d) & OUTPUT) != 0) {
        tell(hits, a, i + 1);
        tell(hits, b, lane + i + 1);
        tell(hits, c, 2 * lane + i + 1);
        tell(hits, d, 3 * lane + i + 1);
      }
    }
    readTo(text, 4 * lane, text.length, d, 4 * lane, hits);
  }

  private int step(int state, byte symbol) {
    return next[(state & STATE) << CLASS_BITS | classes[symbol & 0xff]];
  }

  private static void tell(Hits hits, int state, int end) {
    if ((state & OUTPUT) != 0) {
      hits.add(end, state & STATE);
    }
  }

  /** The state at {@code from}, of a reader that came from far enough before. */
  private int warm(byte[] text, int from) {
    int state = 0;
    for (int i = Math.max(0, from - longest); i < from; i++) {
      state = step(state, text[i]);
    }
    return state;
  }

  private void readTo(byte[] text, int from, int to, int state, int tellFrom, Hits hits) {
    int s = state;
    for (int i = from; i < to; i++) {
      s = step(s, text[i]);
      if ((s & OUTPUT) != 0 && i >= tellFrom) {
        hits.add(i + 1, s & STATE);
      }
    }
  }

  /** Places where keywords end: a list of (end, state). */
  static final class Hits {
    private int[] pairs = new int[64];
    private int size;

    void add(int end, int state) {
      if (size == pairs.length) {
        pairs = Arrays.copyOf(pairs, size * 2);
      }
      pairs[size++] = end;
      pairs[size++] = state;
    }

    int count() {
      return size / 2;
    }

    int end(int index) {
      return pairs[2 * index];
    }

    int state(int index) {
      return pairs[2 * index + 1];
    }
  }
}
