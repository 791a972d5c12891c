package dev.facsimile.trace.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Small numbers as Parquet packs levels and places in a dictionary: runs of one number, and groups
 * of eight packed bit by bit (the format's "RLE/bit-packing hybrid").
 */
final class HybridRuns {
  private static final int GROUP = 8;
  private static final int MOST_VARINT_BITS = 35;

  private HybridRuns() {}

  /**
   * Reads {@code count} numbers into {@code numbers}.
   *
   * @param in at the first run; left somewhere behind the last one
   * @param width bits of a number, 0 to 32
   * @throws IOException if a run is not what the format says
   */
  static void read(ByteBuffer in, int width, int[] numbers, int count) throws IOException {
    int at = 0;
    while (at < count) {
      int header = header(in);
      long run = header >>> 1;
      if (run == 0) {
        throw new IOException("a run in a page is empty");
      }
      if ((header & 1) == 0) {
        int end = (int) Math.min(count, at + run);
        Arrays.fill(numbers, at, end, whole(in, width));
        at = end;
      } else {
        int end = (int) Math.min(count, at + run * GROUP);
        int next = (int) Math.min(in.limit(), in.position() + run * width);
        unpack(in, width, numbers, at, end);
        in.position(next);
        at = end;
      }
    }
  }

  private static int header(ByteBuffer in) throws IOException {
    int header = 0;
    for (int shift = 0; shift < MOST_VARINT_BITS; shift += 7) {
      int next = in.get();
      header |= (next & 0x7f) << shift;
      if (next >= 0) {
        return header;
      }
    }
    throw new IOException("a run in a page has no length");
  }

  private static int whole(ByteBuffer in, int width) {
    int number = 0;
    for (int shift = 0; shift < width; shift += Byte.SIZE) {
      number |= (in.get() & 0xff) << shift;
    }
    return number;
  }

  /** The last group may be cut short behind the last number that there is. */
  private static void unpack(ByteBuffer in, int width, int[] numbers, int from, int end) {
    long mask = (1L << width) - 1;
    long bits = 0;
    int known = 0;
    for (int i = from; i < end; i++) {
      while (known < width) {
        bits |= (in.hasRemaining() ? in.get() & 0xffL : 0) << known;
        known += Byte.SIZE;
      }
      numbers[i] = (int) (bits & mask);
      bits >>>= width;
      known -= width;
    }
  }
}
