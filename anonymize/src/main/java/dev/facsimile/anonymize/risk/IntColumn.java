package dev.facsimile.anonymize.risk;

import java.util.Arrays;

/** A growing array of ints; 4 bytes for each, and half as much again while it grows. */
final class IntColumn {
  private int[] values = new int[1024];
  private int size;

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1));
    }
    values[size++] = value;
  }

  int get(int index) {
    return values[index];
  }

  int size() {
    return size;
  }
}
