package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.Recurrence;
import dev.facsimile.synth.model.Recurrence.Visited;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Blocks of one kind of number of visits, in the order in which they were asked for last. Holds at
 * most {@value #MOST}, those that were asked for last.
 */
final class Shelf {
  private static final int MOST = 1 << 16;

  /** So many blocks around the wanted age are looked at. */
  private static final int NEAR = 256;

  /** A shelf is put together when fewer than one in so many places are taken. */
  private static final int SPARSE = 4;

  private static final int GUIDES = 256;
  private static final int PAGE = 64;

  private final KnownBlocks known;
  private final double weight;

  /** Recurrences up to each age … */
  private final long[] ages;

  /** … and the first age that may be meant, by the part of all recurrences. */
  private final int[] guide = new int[GUIDES];

  /** By place: the block, or {@link KnownBlocks#NONE}, … */
  private int[] blocks = new int[64];

  /** … and when it was asked for, also where it is not there any more. */
  private long[] asked = new long[64];

  /** Those times of the first place of each page: few enough to be searched in near memory. */
  private long[] pages = new long[1];

  private int end;
  private int live;

  Shelf(Visited visited, KnownBlocks known) {
    this.known = known;
    weight = (double) visited.recurrences() / Math.max(1, visited.chances());
    ages = visited.ages().stream().mapToLong(Long::longValue).toArray();
    Arrays.parallelPrefix(ages, Long::sum);
    long all = ages[ages.length - 1];
    for (int i = 0; i < GUIDES; i++) {
      // Rounded down: a guide may be too early, never too late.
      guide[i] = ageFrom(0, (long) ((double) i / GUIDES * all));
    }
  }

  /** How often a block recurs from here while there is one. */
  double weight() {
    return live > 0 ? weight : 0;
  }

  /** Puts a block at the end, which was asked for at {@code time}, later than all that are here. */
  void put(int block, long time) {
    if (end == blocks.length) {
      makeRoom();
    }
    append(block, time);
    live++;
  }

  private void append(int block, long time) {
    if (end % PAGE == 0) {
      pages[end / PAGE] = time;
    }
    blocks[end] = block;
    asked[end] = time;
    known.place(block, end++);
  }

  void take(int block) {
    blocks[known.place(block)] = KnownBlocks.NONE;
    known.place(block, KnownBlocks.NONE);
    live--;
    if (end > SPARSE * live + blocks.length / SPARSE) {
      makeRoom();
    }
  }

  /** Moves blocks together; of too many the first half is forgotten. */
  private void makeRoom() {
    int leaving = live > MOST / 2 && blocks.length >= MOST ? live / 2 : 0;
    int last = end;
    end = 0;
    for (int i = 0; i < last; i++) {
      int block = blocks[i];
      if (block == KnownBlocks.NONE) {
        continue;
      }
      if (leaving > 0) {
        leaving--;
        live--;
        known.forget(block);
        continue;
      }
      append(block, asked[i]);
    }
    if (live > blocks.length / 2) {
      blocks = Arrays.copyOf(blocks, 2 * blocks.length);
      asked = Arrays.copyOf(asked, blocks.length);
      pages = Arrays.copyOf(pages, blocks.length / PAGE);
    }
  }

  /**
   * A block that was asked for before {@code now}, at about a drawn age, or {@link
   * KnownBlocks#NONE}.
   */
  int draw(long now, UniformRandomProvider random) {
    double part = random.nextDouble();
    long at = (long) (part * ages[ages.length - 1]);
    int age = ageFrom(guide[(int) (part * GUIDES)], at);
    long from = Recurrence.leastAge(age);
    long width = Recurrence.leastAge(age + 1) - from;
    return near(now - from - (long) (random.nextDouble() * width));
  }

  /** The first age from one on up to which there are more than {@code at} recurrences. */
  private int ageFrom(int age, long at) {
    int found = age;
    while (found < ages.length - 1 && ages[found] <= at) {
      found++;
    }
    return found;
  }

  private int near(long wanted) {
    int above = firstFrom(wanted);
    int below = above - 1;
    for (int looked = 0; looked < NEAR && (below >= 0 || above < end); looked++) {
      boolean up = below < 0 || (above < end && asked[above] - wanted <= wanted - asked[below]);
      int block = blocks[up ? above++ : below--];
      if (block != KnownBlocks.NONE) {
        return block;
      }
    }
    return KnownBlocks.NONE;
  }

  /** The first place that was asked for at {@code wanted} or later, or the end. */
  private int firstFrom(long wanted) {
    int page = firstFrom(wanted, pages, 0, (end + PAGE - 1) / PAGE);
    int from = Math.max(0, page - 1) * PAGE;
    return firstFrom(wanted, asked, from, Math.min(end, page * PAGE));
  }

  private static int firstFrom(long wanted, long[] times, int from, int to) {
    int low = from;
    // Halved without a branch: which half it is in cannot be foretold.
    for (int left = to - from; left > 0; left >>>= 1) {
      int half = left >>> 1;
      low = times[low + half] < wanted ? low + left - half : low;
    }
    return low;
  }
}
