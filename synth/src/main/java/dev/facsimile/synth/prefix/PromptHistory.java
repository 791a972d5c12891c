package dev.facsimile.synth.prefix;

import java.util.OptionalLong;

/** The prompts generated last, which later ones may continue. Holds at most 65,536. */
final class PromptHistory {
  private static final int CAPACITY = 1 << 16;

  /** So many prompts around the wanted time compete by their tail … */
  private static final int NEAR = 192;

  /** … and so many are looked at until one is long enough. */
  private static final int FAR = 8192;

  private final long[] arrivals = new long[CAPACITY];
  private final int[] blocks = new int[CAPACITY];
  private final int[] shareable = new int[CAPACITY];
  private final int[] continuedFrom = new int[CAPACITY];
  private final int[] marks = new int[CAPACITY];
  private final PromptPlan[] prompts = new PromptPlan[CAPACITY];
  private long next;

  /**
   * Adds a prompt, not earlier than the last one.
   *
   * @param shareableBlocks leading blocks that a later prompt may have too
   * @param mark whatever the caller wants to know of it again
   */
  void add(long arrivalNanos, PromptPlan prompt, int shareableBlocks, int mark) {
    int slot = slot(next++);
    arrivals[slot] = arrivalNanos;
    prompts[slot] = prompt;
    blocks[slot] = prompt.blocks();
    shareable[slot] = shareableBlocks;
    continuedFrom[slot] = 0;
    marks[slot] = mark;
  }

  /**
   * The prompt to continue after {@code depth} blocks: near {@code targetNanos}, with nearly {@code
   * tail} blocks after those, and not one whose block at that depth a later prompt has already
   * taken over, because then that later one would be the most recent.
   */
  OptionalLong find(long targetNanos, int depth, int tail) {
    long first = Math.max(0, next - CAPACITY);
    long after = firstAfter(targetNanos, first);
    OptionalLong best = OptionalLong.empty();
    OptionalLong taken = OptionalLong.empty();
    int bestMiss = Integer.MAX_VALUE;
    long below = after - 1;
    long above = after;
    for (int looked = 0; looked < FAR && (below >= first || above < next); looked++) {
      if (looked >= NEAR && best.isPresent()) {
        break;
      }
      boolean up = above < next && (below < first || (looked & 1) == 0);
      long candidate = up ? above++ : below--;
      int slot = slot(candidate);
      if (shareable[slot] < depth) {
        continue;
      }
      if (continuedFrom[slot] >= depth) {
        taken = taken.isPresent() ? taken : OptionalLong.of(candidate);
        continue;
      }
      int miss = Math.abs(blocks[slot] - depth - tail);
      if (miss < bestMiss) {
        bestMiss = miss;
        best = OptionalLong.of(candidate);
      }
    }
    return best.isPresent() ? best : taken;
  }

  /** The first prompt after {@code nanos}, or the next one to come. */
  private long firstAfter(long nanos, long first) {
    long low = first;
    long high = next;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (arrivals[slot(middle)] > nanos) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** A found prompt, of which the first {@code depth} blocks are now continued. */
  PromptPlan continueFrom(long found, int depth) {
    int slot = slot(found);
    continuedFrom[slot] = Math.max(continuedFrom[slot], depth);
    return prompts[slot];
  }

  /** The mark of a found prompt. */
  int mark(long found) {
    return marks[slot(found)];
  }

  private static int slot(long ordinal) {
    return (int) (ordinal & (CAPACITY - 1));
  }
}
