package dev.facsimile.synth.prefix;

import java.util.Arrays;

/**
 * Counts in how many prompts of a part each block is, one class after another, where the part's
 * blocks are numbered. Holds 4 bytes for each of them and 16 for each of the class at hand.
 */
public final class TrunkVisits {
  private final long[] ids;

  /** By number of a block: its place among those of the class + 1; 0 where it is in none yet. */
  private final int[] placeOf;

  /** By place: the block's number. */
  private int[] numbers = new int[1024];

  /** By place: prompts that have the block. */
  private int[] visits = new int[1024];

  /** By place: the number of the last prompt that has it, from 1. */
  private int[] lastPrompt = new int[1024];

  /** By place: that of the block before it + 1; 0 at the start of a prompt. */
  private int[] before = new int[1024];

  private int size;
  private int prompts;

  /**
   * Of no prompts yet.
   *
   * @param ids of the part's blocks, by number
   */
  public TrunkVisits(long[] ids) {
    this.ids = ids;
    this.placeOf = new int[ids.length];
  }

  /**
   * Counts a prompt's blocks, each once, whose numbers stand in a row from one place to another.
   */
  public void visit(int[] blocks, int from, int to) {
    prompts++;
    int previous = 0;
    for (int i = from; i < to; i++) {
      int place = placeOf[blocks[i]] == 0 ? add(blocks[i], previous) : placeOf[blocks[i]];
      if (lastPrompt[place - 1] != prompts) {
        lastPrompt[place - 1] = prompts;
        visits[place - 1]++;
      }
      previous = place;
    }
  }

  private int add(int number, int previous) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
      visits = Arrays.copyOf(visits, 2 * size);
      lastPrompt = Arrays.copyOf(lastPrompt, 2 * size);
      before = Arrays.copyOf(before, 2 * size);
    }
    numbers[size] = number;
    visits[size] = 0;
    lastPrompt[size] = 0;
    before[size++] = previous;
    placeOf[number] = size;
    return size;
  }

  /**
   * What was counted of a class in a part.
   *
   * @param prompts how many
   * @param ids of the part's blocks, by number
   * @param numbers of the class's blocks, in the order of their first prompts
   * @param visits by place in that order: prompts that have the block
   * @param before by place: the place of the block before it, where it stood first, + 1; 0 at the
   *     start of a prompt
   */
  public record Counted(int prompts, long[] ids, int[] numbers, int[] visits, int[] before) {}

  /** What was counted of the class at hand; goes on to the next one. */
  public Counted counted() {
    for (int place = 0; place < size; place++) {
      placeOf[numbers[place]] = 0;
    }
    Counted counted =
        new Counted(
            prompts,
            ids,
            Arrays.copyOf(numbers, size),
            Arrays.copyOf(visits, size),
            Arrays.copyOf(before, size));
    size = 0;
    prompts = 0;
    return counted;
  }
}
