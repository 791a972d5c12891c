package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.stats.BlockTable;
import java.util.Optional;

/**
 * What an infinite prefix cache that starts empty sees of one side, hung on its requests. Requests
 * without blocks share nothing. Holds some numbers for each block of a request.
 *
 * @param depth leading blocks of the request that were there already
 * @param reuseTime for each of them, the time since it was last asked for
 * @param newBlocks blocks that were not there yet
 * @param visits for each of those, how many requests ask for it, this one included
 * @param distinct blocks in the cache at the end
 */
record PrefixColumns(
    RowValues depth, RowValues reuseTime, RowValues newBlocks, RowValues visits, int distinct) {

  static PrefixColumns of(Traffic traffic) {
    return new Pass(traffic).columns();
  }

  private static final class Pass {
    private final Traffic traffic;
    private final BlockTable seen = new BlockTable();
    private final RowValues.Builder depth;
    private final RowValues.Builder reuseTime;
    private final int[] created;
    private long[] lastAsked = new long[1024];
    private int[] visits = new int[1024];

    Pass(Traffic traffic) {
      this.traffic = traffic;
      depth = new RowValues.Builder(traffic.rows());
      reuseTime = new RowValues.Builder(traffic.rows());
      created = new int[traffic.rows() + 1];
    }

    PrefixColumns columns() {
      for (int row = 0; row < traffic.rows(); row++) {
        Optional<BlockIds> ids = traffic.blocks(row);
        depth.add(ids.isPresent() ? ask(ids.get(), traffic.arrivals()[row]) : 0);
        depth.endRow();
        reuseTime.endRow();
        created[row + 1] = seen.size();
      }
      RowValues.Builder visitsOfNew = new RowValues.Builder(traffic.rows());
      for (int row = 0; row < traffic.rows(); row++) {
        for (int block = created[row]; block < created[row + 1]; block++) {
          visitsOfNew.add(visits[block]);
        }
        visitsOfNew.endRow();
      }
      return new PrefixColumns(
          depth.build(),
          reuseTime.build(),
          RowValues.each(traffic.rows(), row -> created[row + 1] - created[row]),
          visitsOfNew.build(),
          seen.size());
    }

    /** Asks for all blocks of a request; how many leading ones were there. */
    private int ask(BlockIds ids, long arrival) {
      int hits = 0;
      boolean leading = true;
      for (int i = 0; i < ids.size(); i++) {
        int known = seen.size();
        int block = seen.number(ids.get(i));
        grow();
        leading = leading && block < known;
        if (leading) {
          hits++;
          reuseTime.add(RowValues.ofNanos(arrival - lastAsked[block]));
        }
        lastAsked[block] = arrival;
        visits[block]++;
      }
      return hits;
    }

    private void grow() {
      visits = seen.roomIn(visits);
      if (lastAsked.length < visits.length) {
        lastAsked = java.util.Arrays.copyOf(lastAsked, visits.length);
      }
    }
  }
}
