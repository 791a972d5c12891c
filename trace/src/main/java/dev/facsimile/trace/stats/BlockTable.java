package dev.facsimile.trace.stats;

import java.util.Arrays;
import java.util.Objects;

/**
 * Numbers 64-bit keys from 0 in the order of their first appearance. Open addressing over the
 * numbers; the keys themselves lie in their order, so that those which follow each other again and
 * again are found beside each other.
 */
public final class BlockTable {
  private static final long MIX = 0x9e3779b97f4a7c15L;
  private static final double HALF = 0.5;
  private static final double DENSE = 0.75;

  private final double mostFilled;

  /**
   * In the high half of each the hash of a key, so that others are hardly ever looked at and that
   * growing looks at none; in the low half its number + 1. 0 is free.
   */
  private long[] places = new long[1024];

  /** By number. */
  private long[] keys = new long[512];

  private int size;

  /** Which is at most half full: 24 to 44 bytes a key. */
  public BlockTable() {
    this(HALF);
  }

  private BlockTable(double mostFilled) {
    this.mostFilled = mostFilled;
  }

  /** One of 19 to 33 bytes a key, in which keys that it lacks are looked up more slowly. */
  public static BlockTable dense() {
    return new BlockTable(DENSE);
  }

  /** Keys numbered. */
  public int size() {
    return size;
  }

  /** The number of {@code key}, or -1 if it has none yet. */
  public int indexOf(long key) {
    return (int) places[place(key, hash(key))] - 1;
  }

  /** The number of {@code key}, which gets the next one if it has none yet. */
  public int number(long key) {
    int hash = hash(key);
    int place = place(key, hash);
    int number = (int) places[place] - 1;
    return number >= 0 ? number : add(key, hash, place);
  }

  /**
   * {@link #number(long)} of a key that is likely to have the number {@code guess}, any number: it
   * is found without a search where that is so. Keys of which one often follows the other have
   * numbers that follow each other.
   */
  public int number(long key, int guess) {
    return guess >= 0 && guess < size && keys[guess] == key ? guess : number(key);
  }

  private int add(long key, int hash, int place) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size + size / 2);
    }
    keys[size++] = key;
    places[place] = (long) hash << Integer.SIZE | size;
    if (size > mostFilled * places.length) {
      grow();
    }
    return size - 1;
  }

  /**
   * The key of this number.
   *
   * @throws IndexOutOfBoundsException if none has it
   */
  public long key(int number) {
    return keys[Objects.checkIndex(number, size)];
  }

  /** By number: the keys. */
  public long[] keys() {
    return Arrays.copyOf(keys, size);
  }

  private static int hash(long key) {
    long hash = key * MIX;
    return (int) (hash ^ (hash >>> Integer.SIZE));
  }

  private int place(long key, int hash) {
    int mask = places.length - 1;
    int place = hash & mask;
    long found = places[place];
    while (found != 0 && ((int) (found >>> Integer.SIZE) != hash || keys[(int) found - 1] != key)) {
      place = (place + 1) & mask;
      found = places[place];
    }
    return place;
  }

  private void grow() {
    long[] old = places;
    places = new long[old.length * 2];
    int mask = places.length - 1;
    for (long found : old) {
      if (found != 0) {
        int place = (int) (found >>> Integer.SIZE) & mask;
        while (places[place] != 0) {
          place = (place + 1) & mask;
        }
        places[place] = found;
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
