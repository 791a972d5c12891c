package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.PrefixReuse.TrunkNode;
import dev.facsimile.trace.stats.BlockTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The blocks that at least 1 % of a class's prompts (and at least 20) begin with: system prompts
 * and templates, which are shared however far apart two requests are. It can be sent to where
 * prompts are matched.
 */
public final class Trunk implements Serializable {
  private static final long serialVersionUID = 1;

  private static final double SHARE = 0.01;
  private static final int FEWEST = 20;
  private static final int MOST_NODES = 4096;

  /** Its blocks; the first one is at position 1. */
  private final long[] blocks;

  /** For each of them the position of the one before it; 0 where it is at the start. */
  private final int[] parents;

  private final transient BlockTable positions = new BlockTable();

  /**
   * A block that enough prompts have.
   *
   * @param block its id
   * @param follows whether it followed another in the first prompt that had it
   * @param before the block that it followed there; 0 where it stood at the start
   */
  public record Often(long block, boolean follows, long before) implements Serializable {}

  /**
   * Of blocks that enough prompts have.
   *
   * @param often in the order of the first prompts that had them
   */
  public Trunk(List<Often> often) {
    int[] found = new int[Math.min(MOST_NODES, often.size())];
    // A block comes after the one that it followed, so parents come first.
    for (Often block : often) {
      int parent = block.follows() ? place(block.before()) : 0;
      if (positions.size() < MOST_NODES && (!block.follows() || parent > 0)) {
        found[positions.number(block.block())] = parent;
      }
    }
    blocks = positions.keys();
    parents = Arrays.copyOf(found, blocks.length);
  }

  private Trunk(long[] blocks, int[] parents) {
    this.blocks = blocks;
    this.parents = parents;
    for (long block : blocks) {
      positions.number(block);
    }
  }

  private Object readResolve() {
    return new Trunk(blocks, parents);
  }

  /**
   * Prompts that must have a block of the trunk.
   *
   * @param minCount fewest prompts that any block which is told of is in
   * @param prompts of the class
   */
  public static double enough(int minCount, long prompts) {
    return Math.max(Math.max(FEWEST, minCount), SHARE * prompts);
  }

  /** How many leading blocks of a prompt are in the trunk; they stand from one place to another. */
  public int depth(long[] ids, int from, int to) {
    int depth = 0;
    while (from + depth < to && place(ids[from + depth]) > 0) {
      depth++;
    }
    return depth;
  }

  /** The position of a block, from 1; 0 if it is not in the trunk. */
  public int place(long block) {
    return positions.indexOf(block) + 1;
  }

  /** Places where prompts may start anew: its blocks and the start of a prompt. */
  int places() {
    return parents.length + 1;
  }

  /**
   * Its blocks.
   *
   * @param starts by place: prompts that start anew there
   */
  List<TrunkNode> nodes(long[] starts) {
    List<TrunkNode> told = new ArrayList<>();
    for (int i = 0; i < parents.length; i++) {
      told.add(new TrunkNode(parents[i], starts[i + 1]));
    }
    return told;
  }
}
