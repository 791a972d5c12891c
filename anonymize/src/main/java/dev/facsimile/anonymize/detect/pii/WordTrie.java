package dev.facsimile.anonymize.detect.pii;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Words and beginnings of words as a tree of lower-case letters, read letter by letter. */
final class WordTrie {
  /** Where a word begins. */
  static final int ROOT = 0;

  /** From here no word goes on. */
  static final int DEAD = -1;

  /** A beginning that may go on has been read: no more letters need to be. */
  static final int STEM = -2;

  private static final int LETTERS = 26;

  private final List<Map<Character, Integer>> next = new ArrayList<>();
  private final short[] latin;
  private final boolean[] word;
  private final boolean[] stem;

  /** A tree of whole words and of beginnings that may go on. */
  WordTrie(List<String> words, List<String> stems) {
    next.add(new HashMap<>());
    int[] wordNodes = words.stream().mapToInt(this::add).toArray();
    int[] stemNodes = stems.stream().mapToInt(this::add).toArray();
    word = marked(wordNodes);
    stem = marked(stemNodes);
    if (next.size() > Short.MAX_VALUE) {
      throw new IllegalArgumentException(next.size() + " letters, expected fewer than 32768");
    }
    latin = new short[next.size() * LETTERS];
    for (int i = 0; i < latin.length; i++) {
      latin[i] = (short) other(i / LETTERS, (char) ('a' + i % LETTERS));
    }
  }

  private int other(int node, char lower) {
    int to = next.get(node).getOrDefault(lower, DEAD);
    return to != DEAD && stem[to] ? STEM : to;
  }

  private int add(String letters) {
    int node = ROOT;
    for (char c : letters.toCharArray()) {
      Integer to = next.get(node).putIfAbsent(c, next.size());
      if (to == null) {
        to = next.size();
        next.add(new HashMap<>());
      }
      node = to;
    }
    return node;
  }

  private boolean[] marked(int[] nodes) {
    boolean[] marked = new boolean[next.size()];
    for (int node : nodes) {
      marked[node] = true;
    }
    return marked;
  }

  /** Where {@code lower} leads from {@code node}; once no word goes on, none ever does. */
  int step(int node, char lower) {
    if (node < ROOT) {
      return node;
    }
    int letter = lower - 'a';
    return letter >= 0 && letter < LETTERS ? latin[node * LETTERS + letter] : other(node, lower);
  }

  /** As {@link #step} for an ASCII letter, small or capital. */
  int stepLatin(int node, byte letter) {
    return node < ROOT ? node : latin[node * LETTERS + (letter | 0x20) - 'a'];
  }

  /** Whether what was read up to {@code node} is a whole word of the tree. */
  boolean isWord(int node) {
    return node >= ROOT && word[node];
  }
}
