package dev.facsimile.synth.prefix;

import dev.facsimile.trace.stats.BlockTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts in how many prompts of a class each block is. The counts of consecutive parts merge. Holds
 * every distinct block.
 */
public final class TrunkCounts {
  private final BlockTable table = new BlockTable();

  /** By block, numbered from 0 in the order of their first prompts: prompts that have it. */
  private int[] visits = new int[1024];

  /** By block: the number of the last prompt that has it, from 1. */
  private int[] lastPrompt = new int[1024];

  /** By block: the number of the block before it + 1; 0 at the start of a prompt. */
  private int[] before = new int[1024];

  private int prompts;

  /**
   * What was counted of consecutive prompts.
   *
   * @param prompts how many
   * @param blocks in the order of their first prompts
   * @param visits by block: prompts that have it
   * @param before by block: the place of the block before it, where it stood first, + 1; 0 at the
   *     start of a prompt
   */
  public record Counted(int prompts, long[] blocks, int[] visits, int[] before)
      implements Serializable {}

  /** Counts a prompt's blocks, each once, which stand in a row from one place up to another. */
  public void visit(long[] ids, int from, int to) {
    prompts++;
    int previous = 0;
    for (int i = from; i < to; i++) {
      int number = number(ids[i], previous);
      if (lastPrompt[number] != prompts) {
        lastPrompt[number] = prompts;
        visits[number]++;
      }
      previous = number + 1;
    }
  }

  private int number(long block, int previous) {
    int known = table.size();
    int number = table.number(block);
    if (number == known) {
      visits = table.roomIn(visits);
      lastPrompt = table.roomIn(lastPrompt);
      before = table.roomIn(before);
      before[number] = previous;
    }
    return number;
  }

  /** What was counted. */
  public Counted counted() {
    int size = table.size();
    return new Counted(
        prompts, table.keys(), Arrays.copyOf(visits, size), Arrays.copyOf(before, size));
  }

  /** Takes the counts of the prompts right behind those seen here. */
  public void merge(Counted behind) {
    prompts += behind.prompts();
    int[] numbers = new int[behind.blocks().length];
    for (int i = 0; i < numbers.length; i++) {
      int previous = behind.before()[i] == 0 ? 0 : numbers[behind.before()[i] - 1] + 1;
      numbers[i] = number(behind.blocks()[i], previous);
      visits[numbers[i]] += behind.visits()[i];
    }
  }

  /** The trunk of blocks that at least {@code minCount} prompts have. */
  public Trunk trunk(int minCount) {
    List<Trunk.Often> often = new ArrayList<>();
    double enough = Trunk.enough(minCount, prompts);
    long[] blocks = table.keys();
    for (int i = 0; i < blocks.length; i++) {
      if (visits[i] >= enough) {
        often.add(
            new Trunk.Often(blocks[i], before[i] > 0, before[i] > 0 ? blocks[before[i] - 1] : 0));
      }
    }
    return new Trunk(often);
  }
}
