package dev.facsimile.synth.prefix;

import dev.facsimile.trace.stats.BlockTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Counts, of the blocks of a class that fall to one of several shares, in how many prompts each is.
 * Holds 48 to 93 bytes a block.
 */
public final class TrunkShare {
  private static final int PART_SHIFT = 32;

  private final BlockTable table = new BlockTable();
  private long[] visits = new long[1024];
  private long[] orders = new long[1024];
  private final BitSet follows = new BitSet();
  private long[] before = new long[1024];
  private long prompts;

  /**
   * What falls to a share of what was counted in a part.
   *
   * @param prompts of the part, those of other shares too
   * @param blocks in the order of their first prompts
   * @param visits by block: prompts that have it
   * @param orders by block: its place in the order of first prompts
   * @param follows by block: whether it followed another in the first prompt that had it
   * @param before by block: the one that it followed there
   */
  public record Slice(
      int prompts, long[] blocks, int[] visits, long[] orders, boolean[] follows, long[] before)
      implements Serializable {}

  /**
   * A block that enough prompts have.
   *
   * @param order its place in the order of first prompts
   * @param block the block
   */
  public record Found(long order, Trunk.Often block) implements Serializable {}

  /** The share, of so many, that a block or another key falls to. */
  public static int shareOf(long key, int shares) {
    long hash = key * 0x9e3779b97f4a7c15L;
    return (int) Long.remainderUnsigned(hash ^ (hash >>> 29), shares);
  }

  /** Cuts what was counted in a part, by its number from 0. */
  public static List<Slice> slices(TrunkVisits.Counted counted, int part, int shares) {
    long[] all =
        Arrays.stream(counted.numbers()).mapToLong(number -> counted.ids()[number]).toArray();
    int[] sizes = new int[shares];
    for (long block : all) {
      sizes[shareOf(block, shares)]++;
    }
    List<Slice> slices = new ArrayList<>();
    for (int size : sizes) {
      slices.add(
          new Slice(
              counted.prompts(),
              new long[size],
              new int[size],
              new long[size],
              new boolean[size],
              new long[size]));
    }
    Arrays.fill(sizes, 0);
    for (int i = 0; i < all.length; i++) {
      int share = shareOf(all[i], shares);
      Slice slice = slices.get(share);
      int at = sizes[share]++;
      int previous = counted.before()[i];
      slice.blocks()[at] = all[i];
      slice.visits()[at] = counted.visits()[i];
      slice.orders()[at] = (long) part << PART_SHIFT | i;
      slice.follows()[at] = previous > 0;
      slice.before()[at] = previous > 0 ? all[previous - 1] : 0;
    }
    return slices;
  }

  /** Takes the slice of the next part. */
  public void add(Slice slice) {
    prompts += slice.prompts();
    for (int i = 0; i < slice.blocks().length; i++) {
      int known = table.size();
      int number = table.number(slice.blocks()[i]);
      if (number == known) {
        visits = table.roomIn(visits);
        orders = table.roomIn(orders);
        before = table.roomIn(before);
        orders[number] = slice.orders()[i];
        follows.set(number, slice.follows()[i]);
        before[number] = slice.before()[i];
      }
      visits[number] += slice.visits()[i];
    }
  }

  /** The blocks of this share that enough prompts have, of which none may be told below a count. */
  public List<Found> often(int minCount) {
    List<Found> found = new ArrayList<>();
    double enough = Trunk.enough(minCount, prompts);
    long[] blocks = table.keys();
    for (int i = 0; i < blocks.length; i++) {
      if (visits[i] >= enough) {
        found.add(new Found(orders[i], new Trunk.Often(blocks[i], follows.get(i), before[i])));
      }
    }
    return found;
  }

  /** The trunk of what all shares found. */
  public static Trunk trunk(List<Found> found) {
    return new Trunk(
        found.stream().sorted(Comparator.comparingLong(Found::order)).map(Found::block).toList());
  }
}
