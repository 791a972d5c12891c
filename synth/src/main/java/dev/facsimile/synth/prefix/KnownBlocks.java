package dev.facsimile.synth.prefix;

import java.util.Arrays;

/**
 * Blocks that may recur, by a number that each has as long as it is known; numbers of forgotten
 * blocks are given out again. What is told of one block lies together in memory: a workload's
 * blocks are asked for in no order, and each would cost several reads of far memory otherwise.
 */
final class KnownBlocks {
  /** No block's number. */
  static final int NONE = -1;

  private static final int ID = 0;
  private static final int FOLLOWED_ID = 1;

  /** The number of the block that followed, and the place on the shelf. */
  private static final int LINKS = 2;

  /** Visits, and the shelf that blocks of as many stand on. */
  private static final int VISITS = 3;

  private static final int FIELDS = 4;

  private long[] fields = new long[FIELDS * 256];
  private int[] forgotten = new int[64];
  private int free;
  private int size;

  /** A new block of this id, 1 or more, that nobody has asked for. */
  int add(long id) {
    int block = free > 0 ? forgotten[--free] : size++;
    if (size * FIELDS > fields.length) {
      fields = Arrays.copyOf(fields, 2 * fields.length);
    }
    int at = block * FIELDS;
    fields[at + ID] = id;
    fields[at + FOLLOWED_ID] = 0;
    fields[at + LINKS] = pair(NONE, NONE);
    fields[at + VISITS] = pair(0, NONE);
    return block;
  }

  /** Forgets a block, which stands on no shelf any more. */
  void forget(int block) {
    fields[block * FIELDS + ID] = 0;
    if (free == forgotten.length) {
      forgotten = Arrays.copyOf(forgotten, 2 * free);
    }
    forgotten[free++] = block;
  }

  long id(int block) {
    return fields[block * FIELDS + ID];
  }

  /** Whether some block followed when it was asked for last. */
  boolean isFollowed(int block) {
    return fields[block * FIELDS + FOLLOWED_ID] != 0;
  }

  /** That one, or {@link #NONE} if it is forgotten. */
  int followed(int block) {
    int at = block * FIELDS;
    int next = high(fields[at + LINKS]);
    return id(next) == fields[at + FOLLOWED_ID] ? next : NONE;
  }

  void follow(int block, int next) {
    int at = block * FIELDS;
    fields[at + FOLLOWED_ID] = id(next);
    fields[at + LINKS] = pair(next, place(block));
  }

  void followNothing(int block) {
    fields[block * FIELDS + FOLLOWED_ID] = 0;
  }

  /** Its place on its shelf, or {@link #NONE}. */
  int place(int block) {
    return (int) fields[block * FIELDS + LINKS];
  }

  void place(int block, int place) {
    int at = block * FIELDS + LINKS;
    fields[at] = pair(high(fields[at]), place);
  }

  int visits(int block) {
    return high(fields[block * FIELDS + VISITS]);
  }

  /** The shelf for its visits, or {@link #NONE}. */
  int shelf(int block) {
    return (int) fields[block * FIELDS + VISITS];
  }

  void visited(int block, int visits, int shelf) {
    fields[block * FIELDS + VISITS] = pair(visits, shelf);
  }

  private static long pair(int high, int low) {
    return (long) high << Integer.SIZE | low & 0xFFFF_FFFFL;
  }

  private static int high(long pair) {
    return (int) (pair >> Integer.SIZE);
  }
}
