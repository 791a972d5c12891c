package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.stats.BlockTable;
import java.util.Arrays;

/**
 * What an infinite prefix cache that starts empty sees of one side, hung on its requests. Requests
 * without blocks share nothing. Holds some numbers for each block of a request.
 *
 * @param depth leading blocks of the request that were there already
 * @param newBlocks blocks behind them
 * @param reuseTime for each leading block that was there, the time since it was last asked for
 * @param visits for each block asked for the first time, how many requests ask for it, this one
 *     included
 */
record PrefixColumns(RowValues depth, RowValues newBlocks, RowValues reuseTime, RowValues visits) {

  static PrefixColumns of(Traffic traffic) {
    int rows = traffic.rows();
    if (traffic.prefixes().isEmpty()) {
      RowValues none = RowValues.each(rows, row -> 0);
      RowValues nothing = new RowValues.Builder(rows).endRows(rows).build();
      return new PrefixColumns(none, none, nothing, nothing);
    }
    Prefixes prefixes = traffic.prefixes().get();
    int[] hits = prefixes.hitBlocks();
    Pass pass = new Pass(traffic, prefixes.held());
    return new PrefixColumns(
        RowValues.each(rows, row -> hits[row]),
        RowValues.each(rows, row -> prefixes.blockCounts()[row] - hits[row]),
        pass.reuseTime(),
        pass.visits());
  }

  /** Goes through the held blocks in order of arrival. */
  private static final class Pass {
    private final Traffic traffic;
    private final HeldBlocks held;
    private final BlockTable seen = new BlockTable();
    private final RowValues.Builder reuseTime;
    private final int[] seenAfter;
    private long[] lastAsked = new long[1024];
    private int[] visits = new int[1024];

    Pass(Traffic traffic, HeldBlocks held) {
      this.traffic = traffic;
      this.held = held;
      reuseTime = new RowValues.Builder(traffic.rows());
      seenAfter = new int[traffic.rows() + 1];
      int next = 0;
      for (int row = 0; row < traffic.rows(); row++) {
        if (next < held.size() && held.rows()[next] == row) {
          ask(next++, traffic.arrivals()[row]);
        }
        reuseTime.endRow();
        seenAfter[row + 1] = seen.size();
      }
    }

    private void ask(int request, long arrival) {
      boolean leading = true;
      for (int i = held.starts()[request]; i < held.starts()[request + 1]; i++) {
        int known = seen.size();
        int block = seen.number(held.ids()[i]);
        grow();
        leading = leading && block < known;
        if (leading) {
          reuseTime.add(RowValues.ofNanos(arrival - lastAsked[block]));
        }
        lastAsked[block] = arrival;
        visits[block]++;
      }
    }

    private void grow() {
      visits = seen.roomIn(visits);
      if (lastAsked.length < visits.length) {
        lastAsked = Arrays.copyOf(lastAsked, visits.length);
      }
    }

    RowValues reuseTime() {
      return reuseTime.build();
    }

    RowValues visits() {
      RowValues.Builder values = new RowValues.Builder(traffic.rows());
      for (int row = 0; row < traffic.rows(); row++) {
        for (int block = seenAfter[row]; block < seenAfter[row + 1]; block++) {
          values.add(visits[block]);
        }
        values.endRow();
      }
      return values.build();
    }
  }
}
