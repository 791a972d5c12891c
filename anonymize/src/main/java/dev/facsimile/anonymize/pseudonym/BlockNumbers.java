package dev.facsimile.anonymize.pseudonym;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Dense numbers for prefix blocks. A block of at least k units has one number; a block of fewer has
 * one for each unit, so that a unit cannot find another's prompts by planting their prefix. First
 * every block is added, then {@link #freeze} is called, then numbers are asked for; who asks for
 * none but only {@link #isShared} need not freeze.
 *
 * <p>Holds every distinct block: 21 to 43 bytes for each, in open addressing, and about 200 more
 * for one of several units. While it freezes, 8 to 24 bytes for each number come on top.
 */
public final class BlockNumbers {
  private static final String OWN = "block";
  private static final String SHARED = "shared block";
  private static final int START = 1 << 10;
  private static final double FULL = 0.75;

  private final int k;
  private long[] blocks = new long[START];

  /** The first unit of each block, from 1 on; 0 marks a free place. */
  private int[] firstUnits = new int[START];

  /** The number of each block of one unit. */
  private int[] numbers = {};

  private final Map<Long, Several> several = new HashMap<>();
  private int size;
  private int numbersGiven;
  private int shared;

  /** What is known of a block of several units. */
  private static final class Several {
    final UpToK units = new UpToK();
    int[] numbers = {};
  }

  /**
   * No blocks yet.
   *
   * @param k the least number of units that make a block one for all of them, 2 or more
   */
  public BlockNumbers(int k) {
    this.k = k;
  }

  /** Adds a block of a unit. */
  public void add(long block, int unit) {
    int place = place(block);
    if (firstUnits[place] == 0) {
      blocks[place] = block;
      firstUnits[place] = unit + 1;
      size++;
      if (size > FULL * blocks.length) {
        grow();
      }
    } else if (firstUnits[place] != unit + 1) {
      addFurther(block, firstUnits[place] - 1, unit);
    }
  }

  private void addFurther(long block, int firstUnit, int unit) {
    UpToK units = several.computeIfAbsent(block, id -> new Several()).units;
    units.add(firstUnit, k);
    units.add(unit, k);
  }

  /** Where {@code block} is, or would be. */
  private int place(long block) {
    int mask = blocks.length - 1;
    // Fibonacci hashing: ids of raw traces are often counted up.
    int place = (int) ((block * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (firstUnits[place] != 0 && blocks[place] != block) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    long[] oldBlocks = blocks;
    int[] oldUnits = firstUnits;
    blocks = new long[Math.multiplyExact(oldBlocks.length, 2)];
    firstUnits = new int[blocks.length];
    for (int i = 0; i < oldBlocks.length; i++) {
      if (oldUnits[i] != 0) {
        int place = place(oldBlocks[i]);
        blocks[place] = oldBlocks[i];
        firstUnits[place] = oldUnits[i];
      }
    }
  }

  /**
   * Ends the adding and gives the numbers.
   *
   * @param unitCodes the code of each unit, by its index
   */
  public void freeze(Pseudonyms pseudonyms, long[] unitCodes) {
    DenseNumbers dense = new DenseNumbers();
    for (int place = 0; place < blocks.length; place++) {
      if (firstUnits[place] != 0) {
        for (long code : codes(place, pseudonyms, unitCodes)) {
          dense.add(code);
        }
      }
    }
    dense.freeze();
    numbersGiven = dense.size();
    numbers = new int[blocks.length];
    for (int place = 0; place < blocks.length; place++) {
      if (firstUnits[place] != 0) {
        number(place, codes(place, pseudonyms, unitCodes), dense);
      }
    }
  }

  private void number(int place, long[] codes, DenseNumbers dense) {
    int[] given = Arrays.stream(codes).mapToInt(code -> dense.of(code).orElseThrow()).toArray();
    Several units = several.get(blocks[place]);
    if (units == null) {
      numbers[place] = given[0];
    } else {
      units.numbers = given;
      shared += units.units.count() == k ? 1 : 0;
    }
  }

  /** The code by which a unit's own block is numbered. */
  static long ownCode(Pseudonyms pseudonyms, long unitCode, long block) {
    return pseudonyms.of(OWN, unitCode, block);
  }

  /** The code by which a block that k units share is numbered. */
  static long sharedCode(Pseudonyms pseudonyms, long block) {
    return pseudonyms.of(SHARED, block);
  }

  /** One code for a block of one unit or of k; else one for each unit. */
  private long[] codes(int place, Pseudonyms pseudonyms, long[] unitCodes) {
    long block = blocks[place];
    Several units = several.get(block);
    if (units == null) {
      return new long[] {ownCode(pseudonyms, unitCodes[firstUnits[place] - 1], block)};
    }
    if (units.units.count() == k) {
      return new long[] {sharedCode(pseudonyms, block)};
    }
    long[] codes = new long[units.units.count()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = ownCode(pseudonyms, unitCodes[units.units.get(i)], block);
    }
    return codes;
  }

  /** The number of a block of a unit, both added before. */
  public int of(long block, int unit) {
    int place = place(block);
    if (numbers[place] != 0) {
      return numbers[place];
    }
    Several units = several.get(block);
    return units.units.count() == k ? units.numbers[0] : units.numbers[units.units.indexOf(unit)];
  }

  /** Whether k units have a block that was added; needs no numbers. */
  public boolean isShared(long block) {
    Several units = several.get(block);
    return units != null && units.units.count() == k;
  }

  /** A small number of its own for a raw block that was added; stays the same after the freeze. */
  public int placeOf(long block) {
    return place(block);
  }

  /** Numbers given. */
  public int size() {
    return numbersGiven;
  }

  /** Blocks that keep one number because at least k units have them. */
  public int shared() {
    return shared;
  }

  /** Blocks of several units, fewer than k, which got a number for each unit. */
  public int split() {
    return several.size() - shared;
  }
}
