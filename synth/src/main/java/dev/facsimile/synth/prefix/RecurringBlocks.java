package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.Recurrence;
import dev.facsimile.synth.model.Recurrence.Place;
import dev.facsimile.synth.model.Recurrence.Visited;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Gives the rests of prompts their blocks, of which some were in the rests of others. Holds at most
 * {@value #MOST} blocks of each kind of number of visits, those that were asked for last.
 */
final class RecurringBlocks {
  private static final int MOST = 1 << 16;

  /** So many blocks around the wanted age are looked at. */
  private static final int NEAR = 256;

  /** A shelf is put together when fewer than one in so many places are taken. */
  private static final int SPARSE = 4;

  private final double[][] shares = new double[Recurrence.KINDS][2];
  private final double continues;
  private final Shelf[] shelves;
  private final int[] least;
  private final BlockIdSpace ids;
  private final UniformRandomProvider random;
  private long blocks;

  RecurringBlocks(Recurrence how, BlockIdSpace ids, UniformRandomProvider random) {
    this.ids = ids;
    this.random = random;
    for (Place place : how.places()) {
      shares[place.kind()][0] = place.share(false);
      shares[place.kind()][1] = place.share(true);
    }
    continues = how.runs() == 0 ? 0 : (double) how.runsContinued() / how.runs();
    List<Visited> visits = how.visits();
    least = visits.stream().mapToInt(Visited::least).toArray();
    shelves = visits.stream().map(Shelf::new).toArray(Shelf[]::new);
  }

  /** A block that may recur. */
  private static final class Block {
    private final long id;
    private int visits;
    private long asked;
    private Optional<Block> followed = Optional.empty();

    /** Place on its shelf; -1 on none. */
    private int place = -1;

    Block(long id) {
      this.id = id;
    }
  }

  /** Blocks of one kind of number of visits, in the order in which they were asked for last. */
  private static final class Shelf {
    private final double weight;
    private final long[] ages;
    private Block[] row = new Block[64];
    private long[] asked = new long[64];
    private int end;
    private int live;

    Shelf(Visited visited) {
      weight = (double) visited.recurrences() / Math.max(1, visited.chances());
      ages = visited.ages().stream().mapToLong(Long::longValue).toArray();
      Arrays.parallelPrefix(ages, Long::sum);
    }

    void put(Block block) {
      if (end == row.length) {
        makeRoom();
      }
      row[end] = block;
      asked[end] = block.asked;
      block.place = end++;
      live++;
    }

    void take(Block block) {
      row[block.place] = null;
      block.place = -1;
      live--;
      if (end > SPARSE * live + row.length / SPARSE) {
        makeRoom();
      }
    }

    /** Moves blocks together; of too many the first half is forgotten. */
    private void makeRoom() {
      int forgotten = live > MOST / 2 && row.length >= MOST ? live / 2 : 0;
      boolean grows = forgotten == 0 && live > row.length / 2;
      Block[] before = row;
      row = grows ? new Block[before.length * 2] : new Block[before.length];
      asked = Arrays.copyOf(asked, row.length);
      end = 0;
      for (Block block : before) {
        if (block == null) {
          continue;
        }
        if (forgotten > 0) {
          forgotten--;
          live--;
          block.place = -1;
          block.followed = Optional.empty();
          continue;
        }
        row[end] = block;
        asked[end] = block.asked;
        block.place = end++;
      }
    }

    /** A block that was asked for before {@code now}, at about a drawn age. */
    Optional<Block> draw(long now, UniformRandomProvider random) {
      double at = random.nextDouble() * ages[ages.length - 1];
      int place = Arrays.binarySearch(ages, (long) at + 1);
      // Equal sums are ages that no recurrence has; the first of them has.
      int bin = place >= 0 ? place : -place - 1;
      while (bin > 0 && ages[bin - 1] == ages[bin]) {
        bin--;
      }
      long from = Recurrence.leastAge(bin);
      long age = from + (long) (random.nextDouble() * (Recurrence.leastAge(bin + 1) - from));
      return near(now - age, now);
    }

    private Optional<Block> near(long wanted, long now) {
      int found = Arrays.binarySearch(asked, 0, end, wanted);
      int above = found >= 0 ? found : -found - 1;
      int below = above - 1;
      for (int looked = 0; looked < NEAR && (below >= 0 || above < end); looked++) {
        boolean up = below < 0 || (above < end && asked[above] - wanted <= wanted - asked[below]);
        int candidate = up ? above++ : below--;
        if (row[candidate] != null && asked[candidate] < now) {
          return Optional.of(row[candidate]);
        }
      }
      return Optional.empty();
    }
  }

  /**
   * A prompt with its rest.
   *
   * @param known what it shares with others from the start
   * @param count blocks of the rest
   * @param full how many of those may be others' too: the last one may not be full
   */
  Prompt then(Prompt known, int count, int full) {
    long start = blocks;
    Block[] rest = new Block[count];
    long[] first = new long[count];
    boolean recurs = false;
    for (int i = 0; i < count; i++) {
      double share = shares[Recurrence.kindOf(i, i == count - 1)][recurs ? 1 : 0];
      Optional<Block> due = recurs ? rest[i - 1].followed : Optional.empty();
      Optional<Block> again =
          i < full && random.nextDouble() < share ? again(start, due) : Optional.empty();
      recurs = again.isPresent();
      rest[i] = recurs ? again.get() : new Block(ids.take(1));
      first[i] = rest[i].id;
      if (recurs) {
        // Not to be drawn once more for the same prompt.
        rest[i].asked = start + i;
        shelf(rest[i]).ifPresent(shelf -> shelf.take(again.get()));
      }
    }
    blocks += count;
    ask(rest, start, full);
    return known.then(first);
  }

  private Optional<Block> again(long start, Optional<Block> due) {
    if (due.isPresent() && random.nextDouble() < continues) {
      Optional<Block> next = due.filter(block -> block.place >= 0 && block.asked < start);
      if (next.isPresent()) {
        return next;
      }
    }
    double sum = 0;
    for (Shelf shelf : shelves) {
      sum += shelf.live > 0 ? shelf.weight : 0;
    }
    double target = random.nextDouble() * sum;
    for (Shelf shelf : shelves) {
      target -= shelf.live > 0 ? shelf.weight : 0;
      if (shelf.live > 0 && target < 0) {
        return shelf.draw(start, random);
      }
    }
    return Optional.empty();
  }

  private void ask(Block[] rest, long start, int full) {
    for (int i = 0; i < Math.min(full, rest.length); i++) {
      Block block = rest[i];
      block.visits++;
      block.asked = start + i;
      block.followed =
          i + 1 < Math.min(full, rest.length) ? Optional.of(rest[i + 1]) : Optional.empty();
      shelf(block).ifPresent(shelf -> shelf.put(block));
    }
  }

  /** Where a block of its visits stands; nowhere where such ones never recur. */
  private Optional<Shelf> shelf(Block block) {
    int place = least.length - 1;
    while (place >= 0 && least[place] > block.visits) {
      place--;
    }
    return place < 0 ? Optional.empty() : Optional.of(shelves[place]);
  }
}
