package dev.facsimile.anonymize.detect.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Some thousand bytes of a text with what stands where in them. The loops that look at bytes do the
 * same for each, by sums and masks of that byte and those beside it: the compiler makes vector
 * instructions of such loops if they are short, which look at as many bytes at once as the
 * processor can. So there are several, and the bytes beside are copies of the text that are moved
 * by one, since all that a loop reads and writes must have the same index. The high bit of a mark
 * is what it says; the others mean nothing.
 */
final class Stretch {
  /** Bytes of a text that are looked at together: all arrays stay in the nearest memory. */
  static final int LENGTH = 1 << 12;

  private static final int BLOCK = Long.SIZE;
  private static final int STEP = 8;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long HIGHS = 0x8080808080808080L;

  /** Moves the high bits of eight bytes into the highest byte, the first into its lowest bit. */
  private static final long GATHER = 0x0002040810204081L;

  /** Places written at once; nearly all blocks have no more. */
  private static final int AT_ONCE = 3;

  /** What was found last. */
  final int[] places = new int[LENGTH + AT_ONCE];

  /** Beside {@link #places}, for who keeps more of each. */
  final int[] ends = new int[LENGTH + AT_ONCE];

  /** Beside {@link #places}, for who keeps more of each. */
  final long[] fitting = new long[LENGTH + AT_ONCE];

  private final byte[] here = new byte[LENGTH];
  private final byte[] before = new byte[LENGTH];
  private final byte[] after = new byte[LENGTH];
  private final byte[] marks = new byte[LENGTH];

  /**
   * Writes down where from {@code from} on, within a stretch, a run of digits begins or one of the
   * signs {@code @ \ % &} stands, or a colon before a slash, a colon or a hexadecimal digit.
   *
   * @return the number of places
   */
  int places(byte[] text, int from) {
    int length = Math.min(LENGTH, text.length - from);
    int padded = length + BLOCK - 1 & -BLOCK;
    copy(text, from, length, padded, here);
    int first = from == 0 ? 1 : 0;
    before[0] = 0;
    System.arraycopy(text, from - 1 + first, before, first, length - first);
    int behind = Math.min(length, text.length - from - 1);
    copy(text, from + 1, behind, padded, after);
    markDigits(here, before, marks, padded);
    markSigns(here, marks, padded);
    markColons(here, after, marks, padded);
    int size = 0;
    for (int block = 0; block < padded; block += BLOCK) {
      size = write(gathered(block), from + block, size);
    }
    return size;
  }

  private static void copy(byte[] text, int from, int length, int padded, byte[] to) {
    System.arraycopy(text, from, to, 0, length);
    Arrays.fill(to, length, padded, (byte) 0);
  }

  /** Sets the high bit of the marks where a run of digits begins. */
  private static void markDigits(byte[] here, byte[] before, byte[] marks, int length) {
    for (int i = 0; i < length; i++) {
      byte b = here[i];
      byte a = before[i];
      marks[i] = (byte) (~((b ^ 0x30) + 0x76 | b) & ((a ^ 0x30) + 0x76 | a));
    }
  }

  /** Sets the high bit of the marks at signs that are wanted wherever they stand. */
  private static void markSigns(byte[] here, byte[] marks, int length) {
    for (int i = 0; i < length; i++) {
      byte b = here[i];
      int percentOrAnd = b + 0x5b & ~(b + 0x59);
      int others = (b ^ '@') + 0x7f & (b ^ '\\') + 0x7f;
      marks[i] = (byte) (marks[i] | (percentOrAnd | ~others) & ~b);
    }
  }

  /** Sets the high bit of the marks at colons before something that is wanted. */
  private static void markColons(byte[] here, byte[] after, byte[] marks, int length) {
    for (int i = 0; i < length; i++) {
      byte b = here[i];
      byte c = after[i];
      int small = c | 0x20;
      int digitOrSign = c + 0x51 & ~(c + 0x45);
      int hexLetter = small + 0x1f & ~(small + 0x19);
      marks[i] = (byte) (marks[i] | ~((b ^ ':') + 0x7f | b | c) & (digitOrSign | hexLetter));
    }
  }

  /** The high bits of the marks of one block, the first in the lowest bit. */
  private long gathered(int block) {
    long bits = 0;
    for (int i = 0; i < BLOCK; i += STEP) {
      bits |= ((long) LONGS.get(marks, block + i) & HIGHS) * GATHER >>> Long.SIZE - STEP << i;
    }
    return bits;
  }

  private int write(long bits, int block, int size) {
    int count = Long.bitCount(bits);
    long rest = bits;
    for (int k = 0; k < AT_ONCE; k++) {
      places[size + k] = block + Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
    }
    for (int k = AT_ONCE; k < count; k++) {
      places[size + k] = block + Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
    }
    return size + count;
  }
}
