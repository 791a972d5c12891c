package dev.facsimile.anonymize.detect.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Finds many literals, whatever their case, in one pass. Four bytes at every second place are
 * looked up in a table (Wu and Manber 1994, "A fast algorithm for multi-pattern searching", who
 * hash blocks of a text as well), which says whether a literal may begin there, one before or one
 * behind. No step waits for the one before, and no branch is taken at random: places are written
 * down always and kept only if something may stand there. Where one may, the literals with these
 * first letters are compared, eight at a time.
 */
final class LiteralSieve {
  /** Fewest letters of a literal: fewer would let through too much of a text. */
  static final int SHORTEST = 3;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int BLOCK = 4;
  private static final int WORD = 8;
  private static final int COARSE_BITS = 18;
  private static final int FINE_BITS = 17;
  private static final int HEAD_BITS = 11;
  private static final int COARSE = 0x9E3779B1;
  private static final int FINE = 0x85EBCA6B;

  /** Makes small letters of capitals; of other signs it makes some the same, which does no harm. */
  private static final int SMALL = 0x20202020;

  private static final int ANY = 0x100;

  /** The one byte that is not ASCII. */
  private static final int FOREIGN = -1;

  /** Where, seen from a place, a literal may begin: one before it, right there, one behind it. */
  private static final int BEFORE = 1;

  private static final int HERE = 2;
  private static final int BEHIND = 4;

  /** Bytes looked at before what was kept is told: the places stay in the nearest memory. */
  private static final int STRETCH = 1 << 13;

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  /** Whether a block may be anything, one bit each: small enough for the nearest memory. */
  private final long[] coarse = new long[1 << COARSE_BITS - 6];

  /** What a block may be, under another hash, so that few are taken for something by both. */
  private final byte[] fine = new byte[1 << FINE_BITS];

  /** The literals by their heads, the shorter ones of each first, and where each head's begin. */
  private final int[] numbers;

  private final byte[][] letters;
  private final long[] values;
  private final long[] masks;
  private final short[] first = new short[(1 << HEAD_BITS) + 1];

  /** What the literals of one head have in common of their first eight letters, and where. */
  private final long[] headValues = new long[1 << HEAD_BITS];

  private final long[] headMasks = new long[1 << HEAD_BITS];

  /** The pass's own lists of places and of starts, three for each place, one for each thread. */
  private final ThreadLocal<int[][]> lists =
      ThreadLocal.withInitial(() -> new int[][] {new int[STRETCH / 2 + 1], new int[STRETCH * 2]});

  /** Takes what is found, in order of where it begins, and the shorter one first. */
  interface Sink {
    /** Literal number {@code literal} stands from {@code start} to {@code end}. */
    void literal(int literal, int start, int end);
  }

  LiteralSieve(List<String> literals) {
    byte[][] written = literals.stream().map(LiteralSieve::bytes).toArray(byte[][]::new);
    numbers =
        IntStream.range(0, written.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(k -> head(value(written[k])))
                    .thenComparingInt(k -> written[k].length))
            .mapToInt(Integer::intValue)
            .toArray();
    letters = new byte[numbers.length][];
    values = new long[numbers.length];
    masks = new long[numbers.length];
    for (int n = 0; n < numbers.length; n++) {
      letters[n] = written[numbers[n]];
      values[n] = value(letters[n]);
      masks[n] = -1L >>> Long.SIZE - Byte.SIZE * Math.min(WORD, letters[n].length);
      mark(letters[n]);
      for (int head = head(values[n]) + 1; head < first.length; head++) {
        first[head] = (short) (n + 1);
      }
    }
    Arrays.fill(headValues, -1);
    Arrays.fill(headMasks, -1);
    for (int head = 0; head < headMasks.length; head++) {
      for (int n = first[head]; n < first[head + 1]; n++) {
        headMasks[head] &= masks[n] & same(values[first[head]], values[n]);
      }
      if (first[head] < first[head + 1]) {
        headValues[head] = values[first[head]] & headMasks[head];
      }
    }
  }

  /** All ones in the bytes that two words have in common. */
  private static long same(long one, long other) {
    // The literals are ASCII, so that no sum carries over into the next byte.
    long equal = ~((one ^ other) + ~HIGHS) & HIGHS;
    return (equal >>> 7) * 0xff;
  }

  private static byte[] bytes(String literal) {
    String small = literal.toLowerCase(Locale.ROOT);
    if (small.length() < SHORTEST || !small.chars().allMatch(c -> c > 0 && c < 0x80)) {
      throw new IllegalArgumentException(
          "literal '" + literal + "', expected " + SHORTEST + " or more ASCII characters");
    }
    return small.getBytes(StandardCharsets.US_ASCII);
  }

  private static long value(byte[] letters) {
    return wordAtEnd(letters, 0);
  }

  private void mark(byte[] letters) {
    mark(HERE, letters[0], letters[1], letters[2], letters.length > 3 ? letters[3] : ANY);
    if (letters.length > BLOCK) {
      mark(BEFORE, letters[1], letters[2], letters[3], letters[4]);
    } else {
      mark(BEHIND, ANY, letters[0], letters[1], letters[2]);
    }
  }

  /** Marks all blocks that these four bytes fit. */
  private void mark(int kind, int first, int second, int third, int fourth) {
    boolean open = first == ANY || fourth == ANY;
    for (int any = open ? FOREIGN : 0; any < (open ? 0x80 : 1); any++) {
      int a = first == ANY ? any & 0xff : first;
      int d = fourth == ANY ? any : fourth;
      int block = a | second << 8 | third << 16 | d << 24;
      fine[fineSlot(block)] |= (byte) kind;
      coarse[coarseSlot(block) >>> 6] |= 1L << coarseSlot(block);
    }
  }

  private static int coarseSlot(int block) {
    return (block | SMALL) * COARSE >>> Integer.SIZE - COARSE_BITS;
  }

  private static int fineSlot(int block) {
    return (block | SMALL) * FINE >>> Integer.SIZE - FINE_BITS;
  }

  private static int head(long word) {
    return (int) (word & 0xffffff) * COARSE >>> 32 - HEAD_BITS;
  }

  /**
   * Reads a text and tells each literal in it.
   *
   * @param text one byte for each unit: ASCII as it is, any other as -1
   */
  void find(byte[] text, Sink sink) {
    int[] places = lists.get()[0];
    int[] starts = lists.get()[1];
    int compared = -1;
    // The last place looked at this way has eight bytes after the one behind it.
    int to = Math.max(0, text.length - WORD & -2);
    for (int from = 0; from < to; from += STRETCH) {
      int count = coarse(text, from, Math.min(to, from + STRETCH), places);
      count = heads(text, starts, fine(text, places, count, starts));
      for (int i = 0; i < count; i++) {
        if (starts[i] > compared) {
          compared = starts[i];
          compare(text, compared, (long) LONGS.get(text, compared), sink);
        }
      }
    }
    for (int start = Math.max(compared + 1, to - 1); start + SHORTEST <= text.length; start++) {
      compare(text, start, wordAtEnd(text, start), sink);
    }
  }

  /** Writes down every second place at which something may stand. */
  private int coarse(byte[] text, int from, int to, int[] places) {
    long[] table = coarse;
    int size = 0;
    for (int i = from; i < to; i += 2) {
      int slot = coarseSlot((int) INTS.get(text, i));
      places[size] = i;
      size += (int) (table[slot >>> 6] >>> slot) & 1;
    }
    return size;
  }

  /** Writes down where, by the second table, a literal may begin at or beside these places. */
  private int fine(byte[] text, int[] places, int count, int[] starts) {
    byte[] table = fine;
    int size = 0;
    for (int k = 0; k < count; k++) {
      int at = places[k];
      int kinds = table[fineSlot((int) INTS.get(text, at))];
      starts[size] = Math.max(0, at - 1);
      size += kinds & 1;
      starts[size] = at;
      size += kinds >>> 1 & 1;
      starts[size] = at + 1;
      size += kinds >>> 2;
    }
    return size;
  }

  /** Keeps the places at which all stands that the literals of the same head have in common. */
  private int heads(byte[] text, int[] starts, int count) {
    long[] values = headValues;
    long[] masks = headMasks;
    int size = 0;
    for (int k = 0; k < count; k++) {
      int start = starts[k];
      long small = small((long) LONGS.get(text, start));
      int head = head(small);
      long differing = (small ^ values[head]) & masks[head];
      starts[size] = start;
      size += (int) ((differing | -differing) >>> Long.SIZE - 1) ^ 1;
    }
    return size;
  }

  private void compare(byte[] text, int start, long word, Sink sink) {
    long small = small(word);
    int head = head(small);
    for (int n = first[head]; n < first[head + 1]; n++) {
      if ((small & masks[n]) == values[n] && (masks[n] != -1 || same(text, start, letters[n]))) {
        sink.literal(numbers[n], start, start + letters[n].length);
      }
    }
  }

  /** The word with capitals as small letters; bytes of other scripts stay what they are. */
  private static long small(long word) {
    long low = word & ~HIGHS;
    long capitals = low + 0x3f * ONES & ~(low + 0x25 * ONES) & ~word & HIGHS;
    return word | capitals >>> 2;
  }

  private static boolean same(byte[] text, int start, byte[] letters) {
    if (start + letters.length > text.length) {
      return false;
    }
    for (int i = WORD; i < letters.length; i++) {
      byte b = text[start + i];
      if ((b >= 'A' && b <= 'Z' ? b | 0x20 : b) != letters[i]) {
        return false;
      }
    }
    return true;
  }

  /** The bytes from {@code start} on where fewer than eight may be left: zero stands for none. */
  private static long wordAtEnd(byte[] text, int start) {
    long word = 0;
    for (int i = 0; i < WORD && start + i < text.length; i++) {
      word |= (text[start + i] & 0xffL) << Byte.SIZE * i;
    }
    return word;
  }
}
