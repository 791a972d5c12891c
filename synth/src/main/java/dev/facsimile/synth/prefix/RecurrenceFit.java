package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.Recurrence;
import dev.facsimile.synth.model.Recurrence.Place;
import dev.facsimile.synth.model.Recurrence.Visited;
import dev.facsimile.trace.stats.BlockTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Counts how the blocks of one class recur behind different beginnings. Holds four numbers for each
 * distinct block of a rest, until {@value #ENOUGH} of them show that hardly any recurs: then it
 * holds nothing any more.
 */
final class RecurrenceFit {
  private static final int ENOUGH = 1 << 16;

  /** Beside the visits of a block that is in the rest at hand. */
  private static final int IN_REST = Integer.MIN_VALUE;

  /** What is less is not told. */
  private static final double SHARE = 0.01;

  private final int fewest;
  private BlockTable table = BlockTable.dense();
  private boolean looking = true;

  /** By block: rests that it was in … */
  private int[] visits = new int[1024];

  /** … the blocks of rests before the last of those … */
  private int[] asked = new int[1024];

  /** … and the block that followed it there, or -1. */
  private int[] followed = new int[1024];

  private final long[][] places = new long[Recurrence.KINDS][4];
  private final long[] recurrences = new long[Recurrence.MOST_VISITED + 1];
  private final long[] chances = new long[Recurrence.MOST_VISITED + 1];
  private final long[] population = new long[Recurrence.MOST_VISITED + 1];
  private final long[][] ages =
      new long[Recurrence.MOST_VISITED + 1][Recurrence.AGES_PER_OCTAVE * Integer.SIZE];
  private int blocks;
  private long recurring;
  private long runs;
  private long runsContinued;

  /** Of blocks that recur at least {@code fewest} times, together. */
  RecurrenceFit(int fewest) {
    this.fewest = fewest;
  }

  /** Takes a prompt's rest: the ids from one place up to another. */
  void add(long[] ids, int from, int to) {
    int count = to - from;
    if (!looking || count <= 0 || blocks > Integer.MAX_VALUE - count) {
      return;
    }
    int known = table.size();
    int[] rest = new int[count];
    boolean afterRecurring = false;
    int block = -1;
    for (int i = 0; i < count; i++) {
      int due = afterRecurring ? followed[block] : -1;
      block = table.number(ids[from + i], block + 1);
      rest[i] = block;
      // One that is in the prompt already is not asked for again.
      boolean recurs = block < known && visits[block] >= 0;
      count(Recurrence.kindOf(i, i == count - 1), afterRecurring, recurs);
      if (recurs) {
        recur(block, due);
        visits[block] |= IN_REST;
      }
      afterRecurring = recurs;
    }
    ask(rest);
    if (table.size() > ENOUGH && recurring < SHARE * blocks) {
      looking = false;
      table = BlockTable.dense();
      visits = new int[0];
      asked = new int[0];
      followed = new int[0];
    }
  }

  private void count(int kind, boolean afterRecurring, boolean recurs) {
    places[kind][afterRecurring ? 2 : 0]++;
    if (recurs) {
      places[kind][afterRecurring ? 3 : 1]++;
      recurring++;
    }
  }

  private void recur(int block, int due) {
    if (due >= 0) {
      runs++;
      if (due == block) {
        runsContinued++;
        return;
      }
    }
    int visited = Recurrence.visitedOf(visits[block]);
    recurrences[visited]++;
    ages[visited][Recurrence.ageOf(Math.max(1, blocks - asked[block]))]++;
    for (int i = 0; i < chances.length; i++) {
      chances[i] += population[i] > 0 ? 1 : 0;
    }
  }

  private void ask(int[] rest) {
    visits = table.roomIn(visits);
    asked = table.roomIn(asked);
    followed = table.roomIn(followed);
    for (int i = 0; i < rest.length; i++) {
      int block = rest[i];
      visits[block] &= ~IN_REST;
      if (visits[block] > 0) {
        population[Recurrence.visitedOf(visits[block])]--;
      }
      visits[block]++;
      population[Recurrence.visitedOf(visits[block])]++;
      asked[block] = blocks;
      followed[block] = i + 1 < rest.length ? rest[i + 1] : -1;
      blocks++;
    }
  }

  /** What was found; absent where blocks do not recur. */
  Optional<Recurrence> recurrence() {
    if (!looking || recurring < fewest || recurring < SHARE * blocks) {
      return Optional.empty();
    }
    List<Place> told = new ArrayList<>();
    for (int kind = 0; kind < places.length; kind++) {
      long[] at = places[kind];
      if (at[0] + at[2] > 0) {
        told.add(new Place(kind, at[0], at[1], at[2], at[3]));
      }
    }
    List<Visited> visited = new ArrayList<>();
    for (int i = 0; i < recurrences.length; i++) {
      if (recurrences[i] > 0) {
        int oldest = ages[i].length;
        while (ages[i][oldest - 1] == 0) {
          oldest--;
        }
        List<Long> counts = Arrays.stream(ages[i], 0, oldest).boxed().toList();
        visited.add(new Visited(Recurrence.leastOf(i), recurrences[i], chances[i], counts));
      }
    }
    return visited.isEmpty()
        ? Optional.empty()
        : Optional.of(new Recurrence(told, visited, runs, runsContinued));
  }
}
