package dev.facsimile.anonymize.verify;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Released bytes in which strings are looked for: an index of windows of 8 bytes, at every place of
 * a part or at every eighth, and the places where each window lies. A run of 15 bytes or more that
 * a string shares with a part holds an indexed window, whatever its place. Holds the bytes and
 * about 28 bytes for each window.
 */
final class Haystack {
  /** Bytes in a window. */
  static final int WINDOW = 8;

  /** A run of so many bytes holds an indexed window, whatever its place. */
  private static final int SURE = 2 * WINDOW - 1;

  /** Windows after which a haystack counts as full. */
  static final int MOST_WINDOWS = 4 << 20;

  /** Places of one window that are tried: more are only there when one thing repeats. */
  private static final int MOST_PLACES = 64;

  private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
  private byte[] bytes = new byte[0];
  private long[] places = new long[1024];
  private int windows;
  private long[] keys = new long[0];
  private int[] heads = new int[0];
  private int[] next = new int[0];
  private int mask;

  /** Adds a part; no string is found across two parts. */
  void add(byte[] part, boolean everyPlace) {
    int base = collected.size();
    collected.writeBytes(part);
    // A byte that UTF-8 has not, so that no run goes on into the next part.
    collected.write(0xFF);
    for (int at = 0; at + WINDOW <= part.length; at += everyPlace ? 1 : WINDOW) {
      if (windows == places.length) {
        places = Arrays.copyOf(places, windows * 2);
      }
      places[windows++] = base + at;
    }
  }

  boolean isFull() {
    return windows >= MOST_WINDOWS;
  }

  boolean isEmpty() {
    return windows == 0;
  }

  /** Ends the adding. */
  void index() {
    bytes = collected.toByteArray();
    int slots = Math.max(2, Integer.highestOneBit(Math.max(1, windows)) * 4);
    mask = slots - 1;
    keys = new long[slots];
    heads = new int[slots];
    Arrays.fill(heads, -1);
    next = new int[windows];
    for (int i = 0; i < windows; i++) {
      long key = window(bytes, (int) places[i]);
      int slot = slot(key);
      keys[slot] = key;
      next[i] = heads[slot];
      heads[slot] = i;
    }
  }

  private int slot(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & mask;
    while (heads[slot] >= 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private static long window(byte[] from, int at) {
    long key = 0;
    for (int i = 0; i < WINDOW; i++) {
      key = key << 8 | from[at + i] & 0xFF;
    }
    return key;
  }

  /**
   * The longest run that {@code needle} shares with the bytes, if it has {@code least} bytes or
   * more: where it lies in the needle, as {from, to}; else an empty array.
   *
   * <p>Of each {@code least - 14} places in the needle, windows at 8 that follow one another are
   * looked up: every run of that many bytes holds such 8 whole, and so one that is indexed.
   */
  int[] sharedRun(byte[] needle, int least) {
    int[] longest = {};
    long key = 0;
    int every = Math.max(WINDOW, least - SURE + 1);
    int place = -WINDOW;
    for (int i = 0; i < needle.length; i++) {
      key = key << 8 | needle[i] & 0xFF;
      place = place == every - 1 ? 0 : place + 1;
      if (i < WINDOW - 1 || place >= WINDOW) {
        continue;
      }
      int slot = slot(key);
      int tried = 0;
      for (int w = heads[slot]; w >= 0 && tried < MOST_PLACES; w = next[w], tried++) {
        int[] run = extended(needle, i - WINDOW + 1, (int) places[w]);
        int length = run[1] - run[0];
        if (length >= least && (longest.length == 0 || length > longest[1] - longest[0])) {
          longest = run;
        }
      }
    }
    return longest;
  }

  private int[] extended(byte[] needle, int inNeedle, int inBytes) {
    int from = inNeedle;
    int before = inBytes;
    while (from > 0 && before > 0 && needle[from - 1] == bytes[before - 1]) {
      from--;
      before--;
    }
    int to = inNeedle + WINDOW;
    int behind = inBytes + WINDOW;
    while (to < needle.length && behind < bytes.length && needle[to] == bytes[behind]) {
      to++;
      behind++;
    }
    return new int[] {from, to};
  }
}
