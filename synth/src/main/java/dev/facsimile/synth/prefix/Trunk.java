package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.PrefixReuse.TrunkNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.stats.BlockTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the blocks that at least 1 % of a class's prompts (and at least 20) begin with: system
 * prompts and templates, which are shared however far apart two requests are. Holds every distinct
 * block.
 */
final class Trunk {
  private static final double SHARE = 0.01;
  private static final int FEWEST = 20;
  private static final int MOST_NODES = 4096;

  private final int fewest;
  private final BlockTable table = new BlockTable();
  private int[] visits = new int[1024];

  /** By block: the number of the last prompt that has it, from 1. */
  private int[] lastPrompt = new int[1024];

  /** By block: the number of the block before it + 1; 0 at the start of a prompt. */
  private int[] before = new int[1024];

  /** By block: its position in the trunk, from 1; 0 when it is not in it. */
  private int[] node = {};

  private final List<Integer> parents = new ArrayList<>();
  private long[] starts = {0};
  private int prompts;

  /** Of blocks that at least {@code minCount} prompts have. */
  Trunk(int minCount) {
    fewest = Math.max(FEWEST, minCount);
  }

  /** Counts a prompt's blocks, each once. */
  void visit(BlockIds blocks) {
    prompts++;
    int previous = 0;
    for (int i = 0; i < blocks.size(); i++) {
      int number = table.number(blocks.get(i));
      visits = table.roomIn(visits);
      before = table.roomIn(before);
      lastPrompt = table.roomIn(lastPrompt);
      if (visits[number] == 0) {
        before[number] = previous;
      }
      if (lastPrompt[number] != prompts) {
        lastPrompt[number] = prompts;
        visits[number]++;
      }
      previous = number + 1;
    }
  }

  /** Ends the counting: from here on the trunk is known. */
  void close() {
    node = new int[table.size()];
    double enough = Math.max(fewest, SHARE * prompts);
    // A block is numbered after the one before it, so parents come first.
    for (int block = 0; block < node.length && parents.size() < MOST_NODES; block++) {
      int parent = before[block] == 0 ? 0 : node[before[block] - 1];
      if (visits[block] >= enough && (before[block] == 0 || parent > 0)) {
        parents.add(parent);
        node[block] = parents.size();
      }
    }
    starts = new long[parents.size() + 1];
  }

  /** How many leading blocks of a prompt are in the trunk. */
  int depth(BlockIds blocks) {
    int depth = 0;
    while (depth < blocks.size() && nodeOf(blocks.get(depth)) > 0) {
      depth++;
    }
    return depth;
  }

  private int nodeOf(long block) {
    int number = table.indexOf(block);
    return number < 0 ? 0 : node[number];
  }

  /**
   * Counts a prompt that starts anew after {@code depth} blocks of the trunk.
   *
   * @return the last of those, as a position in the trunk; 0 is none
   */
  int countStart(BlockIds blocks, int depth) {
    int last = depth == 0 ? 0 : nodeOf(blocks.get(depth - 1));
    starts[last]++;
    return last;
  }

  /** Places where prompts may start anew: its blocks and the start of a prompt. */
  int places() {
    return starts.length;
  }

  /** Prompts that start anew from the empty prompt. */
  long startsAtRoot() {
    return starts[0];
  }

  List<TrunkNode> nodes() {
    List<TrunkNode> nodes = new ArrayList<>();
    for (int i = 0; i < parents.size(); i++) {
      nodes.add(new TrunkNode(parents.get(i), starts[i + 1]));
    }
    return nodes;
  }
}
