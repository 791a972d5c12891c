package dev.facsimile.replay.http;

import java.util.Arrays;

/** Bytes kept from one read to the next; grows as needed, never shrinks. */
final class GrowingBytes {
  private byte[] bytes = new byte[256];
  private int size;

  void append(byte[] source, int from, int to) {
    int length = to - from;
    if (size + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + length, 2 * bytes.length));
    }
    System.arraycopy(source, from, bytes, size, length);
    size += length;
  }

  void append(char ascii) {
    append(new byte[] {(byte) ascii}, 0, 1);
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  /** The array itself: valid until the next append. */
  byte[] array() {
    return bytes;
  }
}
