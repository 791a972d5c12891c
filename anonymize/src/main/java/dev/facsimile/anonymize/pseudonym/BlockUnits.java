package dev.facsimile.anonymize.pseudonym;

import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.stats.LongSeries;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Which units have a block, up to k of them, in a piece of a trace or in all pieces. Holds 40 to 80
 * bytes for each block, and 8 more for each further unit that it remembers.
 */
public final class BlockUnits {
  private static final int NONE = -1;

  private final int k;
  private final BlockTable table = new BlockTable();
  private final LongSeries blocks = new LongSeries();

  /** The entry of each block that was added last. */
  private int[] last = new int[1024];

  /** Units that each block remembers. */
  private int[] counts = new int[1024];

  private final LongSeries units = new LongSeries();

  /** The block's entry before. */
  private int[] before = new int[1024];

  /**
   * No blocks yet.
   *
   * @param k the most units to remember of each
   */
  public BlockUnits(int k) {
    this.k = k;
  }

  /** Adds a block of a unit. */
  public void add(long block, long unit) {
    int number = table.number(block);
    if (number == blocks.size()) {
      blocks.add(block);
      last = table.roomIn(last);
      counts = table.roomIn(counts);
      last[number] = NONE;
    }
    if (counts[number] < k && !remembers(number, unit)) {
      if (units.size() == before.length) {
        before = Arrays.copyOf(before, before.length * 2);
      }
      before[units.size()] = last[number];
      last[number] = units.size();
      units.add(unit);
      counts[number]++;
    }
  }

  private boolean remembers(int number, long unit) {
    for (int entry = last[number]; entry != NONE; entry = before[entry]) {
      if (units.get(entry) == unit) {
        return true;
      }
    }
    return false;
  }

  /**
   * Blocks and a unit of each.
   *
   * @param blocks a block for each pair
   * @param units its unit
   */
  public record Pairs(long[] blocks, long[] units) implements Serializable {}

  /** Pairs of several lists in one. */
  public static Pairs joined(List<Pairs> lists) {
    return new Pairs(
        lists.stream().map(Pairs::blocks).flatMapToLong(Arrays::stream).toArray(),
        lists.stream().map(Pairs::units).flatMapToLong(Arrays::stream).toArray());
  }

  /** The pairs of each of so many buckets, into which blocks are spread evenly. */
  public List<Pairs> byBucket(int buckets) {
    int[] bucketOf = new int[blocks.size()];
    int[] sizes = new int[buckets];
    for (int i = 0; i < bucketOf.length; i++) {
      bucketOf[i] = CodeSet.bucket(SeededStreams.mix(blocks.get(i)), buckets);
      sizes[bucketOf[i]] += counts[i];
    }
    Pairs[] pairs = new Pairs[buckets];
    Arrays.setAll(pairs, b -> new Pairs(new long[sizes[b]], new long[sizes[b]]));
    for (int i = 0; i < bucketOf.length; i++) {
      int bucket = bucketOf[i];
      for (int entry = last[i]; entry != NONE; entry = before[entry]) {
        int at = --sizes[bucket];
        pairs[bucket].blocks()[at] = blocks.get(i);
        pairs[bucket].units()[at] = units.get(entry);
      }
    }
    return List.of(pairs);
  }

  /** Adds the pairs of a piece. */
  public void add(Pairs pairs) {
    for (int i = 0; i < pairs.blocks().length; i++) {
      add(pairs.blocks()[i], pairs.units()[i]);
    }
  }

  /** Those of a piece's blocks that k units have, in order. */
  public long[] shared(Pairs piece) {
    return Arrays.stream(piece.blocks()).filter(this::isShared).sorted().distinct().toArray();
  }

  private boolean isShared(long block) {
    int number = table.indexOf(block);
    return number >= 0 && counts[number] == k;
  }

  /** Distinct blocks. */
  public long size() {
    return blocks.size();
  }

  /** Blocks that k units have. */
  public long shared() {
    return Arrays.stream(counts, 0, blocks.size()).filter(count -> count == k).count();
  }

  /** Blocks that several units have, fewer than k. */
  public long split() {
    return Arrays.stream(counts, 0, blocks.size()).filter(count -> count > 1 && count < k).count();
  }
}
