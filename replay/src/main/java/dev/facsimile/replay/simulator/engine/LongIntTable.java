package dev.facsimile.replay.simulator.engine;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;

/**
 * A hash table from longs to numbers from 0, open addressing with linear probing (Knuth, TAOCP 3,
 * 6.4, algorithm R for removal). Holds 12 bytes an entry at 2 to 4 slots an entry.
 */
final class LongIntTable {
  private static final int EMPTY = -1;

  private long[] keys = new long[1024];
  private int[] values = filled(1024);
  private int size;

  private static int[] filled(int length) {
    int[] values = new int[length];
    Arrays.fill(values, EMPTY);
    return values;
  }

  int size() {
    return size;
  }

  /** The number of {@code key}, or -1. */
  int get(long key) {
    int slot = slot(key);
    return values[slot];
  }

  /** Sets the number of {@code key}, which must be 0 or more. */
  void put(long key, int value) {
    int slot = slot(key);
    if (values[slot] == EMPTY) {
      size++;
    }
    keys[slot] = key;
    values[slot] = value;
    if (size * 2 > keys.length) {
      grow();
    }
  }

  /** Takes {@code key} out. */
  void remove(long key) {
    int hole = slot(key);
    if (values[hole] == EMPTY) {
      return;
    }
    size--;
    int mask = keys.length - 1;
    for (int next = (hole + 1) & mask; values[next] != EMPTY; next = (next + 1) & mask) {
      int home = home(keys[next]);
      if (((next - home) & mask) >= ((next - hole) & mask)) {
        keys[hole] = keys[next];
        values[hole] = values[next];
        hole = next;
      }
    }
    values[hole] = EMPTY;
  }

  private int home(long key) {
    return (int) SeededStreams.mix(key) & (keys.length - 1);
  }

  private int slot(long key) {
    int slot = home(key);
    while (values[slot] != EMPTY && keys[slot] != key) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    values = filled(keys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != EMPTY) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
