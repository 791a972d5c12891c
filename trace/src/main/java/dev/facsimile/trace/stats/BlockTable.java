package dev.facsimile.trace.stats;

import java.util.Arrays;

/** Numbers 64-bit keys from 0 in the order of their first appearance. Open addressing. */
public final class BlockTable {
  private static final long MIX = 0x9e3779b97f4a7c15L;
  private static final double HALF = 0.5;
  private static final double DENSE = 0.75;

  private final double mostFilled;

  private long[] keys = new long[1024];

  /** Number of the key in the same place + 1; 0 is free. */
  private int[] numbers = new int[1024];

  private int size;

  /** Which is at most half full: 24 to 48 bytes a key. */
  public BlockTable() {
    this(HALF);
  }

  private BlockTable(double mostFilled) {
    this.mostFilled = mostFilled;
  }

  /** One of 16 to 32 bytes a key, in which keys that it lacks are looked up more slowly. */
  public static BlockTable dense() {
    return new BlockTable(DENSE);
  }

  /** Keys numbered. */
  public int size() {
    return size;
  }

  /** The number of {@code key}, or -1 if it has none yet. */
  public int indexOf(long key) {
    return numbers[place(key)] - 1;
  }

  /** The number of {@code key}, which gets the next one if it has none yet. */
  public int number(long key) {
    int place = place(key);
    if (numbers[place] == 0) {
      keys[place] = key;
      numbers[place] = ++size;
      if (size > mostFilled * keys.length) {
        grow();
        return size - 1;
      }
    }
    return numbers[place] - 1;
  }

  /** By number: the keys. */
  public long[] keys() {
    long[] byNumber = new long[size];
    for (int i = 0; i < keys.length; i++) {
      if (numbers[i] != 0) {
        byNumber[numbers[i] - 1] = keys[i];
      }
    }
    return byNumber;
  }

  private int place(long key) {
    int mask = keys.length - 1;
    long hash = key * MIX;
    int place = (int) (hash ^ (hash >>> 32)) & mask;
    while (numbers[place] != 0 && keys[place] != key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNumbers = numbers;
    keys = new long[oldKeys.length * 2];
    numbers = new int[oldKeys.length * 2];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldNumbers[i] != 0) {
        int place = place(oldKeys[i]);
        keys[place] = oldKeys[i];
        numbers[place] = oldNumbers[i];
      }
    }
  }

  /** {@code values} with room for every number. */
  public int[] roomIn(int[] values) {
    return values.length >= size
        ? values
        : Arrays.copyOf(values, Math.max(size, values.length * 2));
  }

  /** {@code values} with room for every number. */
  public long[] roomIn(long[] values) {
    return values.length >= size
        ? values
        : Arrays.copyOf(values, Math.max(size, values.length * 2));
  }
}
