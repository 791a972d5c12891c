package dev.facsimile.anonymize.pseudonym;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Numbers from 1 on for a set of codes, in the order of the codes: random to whoever lacks the key.
 * First every code is added, then {@link #freeze} is called, then numbers are asked for. Holds 8
 * bytes for each distinct code, and up to three times that while it grows.
 */
public final class DenseNumbers {
  private static final int START = 1 << 10;

  private long[] codes = new long[START];
  private int size;
  private boolean frozen;

  /** Adds a code; one that was added before counts once. */
  public void add(long code) {
    if (frozen) {
      throw new IllegalStateException("codes are frozen");
    }
    if (size == codes.length) {
      compact();
      if (size > codes.length / 2) {
        codes = Arrays.copyOf(codes, Math.multiplyExact(codes.length, 2));
      }
    }
    codes[size++] = code;
  }

  /** Ends the adding. */
  public void freeze() {
    compact();
    codes = Arrays.copyOf(codes, size);
    frozen = true;
  }

  /** Distinct codes. */
  public int size() {
    if (!frozen) {
      throw new IllegalStateException("codes are not frozen");
    }
    return size;
  }

  /** The number of {@code code}, absent if it was never added. */
  public OptionalInt of(long code) {
    if (!frozen) {
      throw new IllegalStateException("codes are not frozen");
    }
    int index = Arrays.binarySearch(codes, code);
    return index < 0 ? OptionalInt.empty() : OptionalInt.of(index + 1);
  }

  /** The distinct codes, in order. */
  public long[] codes() {
    return Arrays.copyOf(codes, size());
  }

  private void compact() {
    Arrays.sort(codes, 0, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || codes[i] != codes[i - 1]) {
        codes[kept++] = codes[i];
      }
    }
    size = kept;
  }
}
