package dev.facsimile.anonymize.pseudonym;

import java.util.HashMap;
import java.util.Map;

/**
 * Dense numbers for prefix blocks. A block of at least k units has one number; a block of fewer has
 * one for each unit, so that a unit cannot find another's prompts by planting their prefix. First
 * every block is added, then {@link #freeze} is called, then numbers are asked for. Holds every
 * distinct block with up to k units: about 150 bytes for each block.
 */
public final class BlockNumbers {
  private static final String OWN = "block";
  private static final String SHARED = "shared block";

  private final int k;
  private final Map<Long, Block> blocks = new HashMap<>();
  private int numbers;
  private int shared;
  private int split;

  private static final class Block {
    final UpToK units = new UpToK();
    int[] numbers = {};
  }

  public BlockNumbers(int k) {
    this.k = k;
  }

  /** Adds a block of a unit. */
  public void add(long block, int unit) {
    blocks.computeIfAbsent(block, id -> new Block()).units.add(unit, k);
  }

  /**
   * Ends the adding and gives the numbers.
   *
   * @param unitCodes the code of each unit, by its index
   */
  public void freeze(Pseudonyms pseudonyms, long[] unitCodes) {
    DenseNumbers dense = new DenseNumbers();
    blocks.forEach(
        (id, block) -> {
          for (long code : codes(id, block.units, pseudonyms, unitCodes)) {
            dense.add(code);
          }
        });
    dense.freeze();
    numbers = dense.size();
    blocks.forEach(
        (id, block) -> {
          long[] codes = codes(id, block.units, pseudonyms, unitCodes);
          block.numbers = new int[codes.length];
          for (int i = 0; i < codes.length; i++) {
            block.numbers[i] = dense.of(codes[i]).orElseThrow();
          }
          count(block.units);
        });
  }

  private void count(UpToK units) {
    if (units.count() == k) {
      shared++;
    } else if (units.count() > 1) {
      split++;
    }
  }

  private long[] codes(long id, UpToK units, Pseudonyms pseudonyms, long[] unitCodes) {
    if (units.count() == k) {
      return new long[] {pseudonyms.of(SHARED, id)};
    }
    long[] codes = new long[units.count()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = pseudonyms.of(OWN, unitCodes[units.get(i)], id);
    }
    return codes;
  }

  /** The number of a block of a unit, both added before. */
  public int of(long block, int unit) {
    Block found = blocks.get(block);
    return found.units.count() == k ? found.numbers[0] : found.numbers[found.units.indexOf(unit)];
  }

  /** Numbers given. */
  public int size() {
    return numbers;
  }

  /** Blocks that keep one number because at least k units have them. */
  public int shared() {
    return shared;
  }

  /** Blocks of several units, fewer than k, which got a number for each unit. */
  public int split() {
    return split;
  }
}
