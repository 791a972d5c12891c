package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.Recurrence;
import dev.facsimile.synth.model.Recurrence.Place;
import dev.facsimile.synth.model.Recurrence.Visited;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Gives the rests of prompts their blocks, of which some were in the rests of others. Holds those
 * that stand on a {@link Shelf} for each kind of number of visits.
 */
final class RecurringBlocks {
  private final double[][] shares = new double[Recurrence.KINDS][2];
  private final double continues;
  private final KnownBlocks known = new KnownBlocks();
  private final Shelf[] shelves;
  private final int[] least;
  private final BlockIdSpace ids;
  private final UniformRandomProvider random;
  private long blocks;

  /** The rest at hand: its blocks that others may have too, and the ids of all. */
  private int[] rest = new int[64];

  private long[] restIds = new long[64];

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
    shelves = visits.stream().map(v -> new Shelf(v, known)).toArray(Shelf[]::new);
  }

  /** A prompt with its rest. As {@link PromptPlan.Completion}. */
  Prompt complete(Prompt beginning, int kept, int blocks, int full) {
    return then(beginning.prefix(kept), blocks - kept, full - kept);
  }

  private Prompt then(Prompt beginning, int count, int full) {
    if (rest.length < count) {
      rest = new int[2 * count];
      restIds = new long[2 * count];
    }
    int shareable = Math.min(full, count);
    boolean recurs = false;
    for (int i = 0; i < shareable; i++) {
      double share = shares[Recurrence.kindOf(i, i == count - 1)][recurs ? 1 : 0];
      int again = KnownBlocks.NONE;
      if (random.nextDouble() < share) {
        again = again(recurs ? rest[i - 1] : KnownBlocks.NONE);
      }
      recurs = again != KnownBlocks.NONE;
      if (recurs) {
        // Not to be drawn once more for the same prompt.
        shelves[known.shelf(again)].take(again);
      }
      rest[i] = recurs ? again : known.add(ids.take(1));
      restIds[i] = known.id(rest[i]);
    }
    for (int i = shareable; i < count; i++) {
      restIds[i] = ids.take(1);
    }
    ask(shareable);
    blocks += count;
    return beginning.then(restIds, count);
  }

  /** A block that was asked for before; none where there is none of the drawn age. */
  private int again(int before) {
    if (before != KnownBlocks.NONE && known.isFollowed(before) && random.nextDouble() < continues) {
      int next = known.followed(before);
      if (next != KnownBlocks.NONE && known.place(next) != KnownBlocks.NONE) {
        return next;
      }
    }
    double sum = 0;
    for (Shelf shelf : shelves) {
      sum += shelf.weight();
    }
    double target = random.nextDouble() * sum;
    for (Shelf shelf : shelves) {
      target -= shelf.weight();
      if (target < 0) {
        return shelf.draw(blocks, random);
      }
    }
    return KnownBlocks.NONE;
  }

  /** The first blocks of the rest have been asked for, and go where those of their visits stand. */
  private void ask(int shareable) {
    for (int i = 0; i < shareable; i++) {
      int block = rest[i];
      if (i + 1 < shareable) {
        known.follow(block, rest[i + 1]);
      } else {
        known.followNothing(block);
      }
    }
    for (int i = 0; i < shareable; i++) {
      int block = rest[i];
      int visits = known.visits(block) + 1;
      int shelf = known.shelf(block);
      while (shelf + 1 < least.length && least[shelf + 1] <= visits) {
        shelf++;
      }
      known.visited(block, visits, shelf);
      if (shelf == KnownBlocks.NONE) {
        // Such ones never recur.
        known.forget(block);
      } else {
        shelves[shelf].put(block, blocks + i);
      }
    }
  }
}
