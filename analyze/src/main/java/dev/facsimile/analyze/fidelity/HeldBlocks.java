package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.stats.BlockTable;
import java.util.Arrays;
import java.util.Optional;

/**
 * The prefix blocks of some of a side's requests, held as they are.
 *
 * @param rows the requests, ascending
 * @param starts where the blocks of each begin in {@code ids}, and where the last one's end
 * @param ids the blocks, one request after another
 * @param groups the session of each request, or, where it has none, all requests that share its
 *     first block beyond the common prompts; numbered from 0
 */
record HeldBlocks(int[] rows, int[] starts, long[] ids, int[] groups) {

  /** Number of requests. */
  int size() {
    return rows.length;
  }

  /** The blocks of a request of the side, if they are held. */
  Optional<BlockIds> of(int row) {
    int at = Arrays.binarySearch(rows, row);
    return at < 0
        ? Optional.empty()
        : Optional.of(BlockIds.of(Arrays.copyOfRange(ids, starts[at], starts[at + 1])));
  }

  /** Those of them that are among {@code wanted}, which ascend and are numbered from 0. */
  HeldBlocks at(int[] wanted) {
    int[] from = new int[rows.length];
    int[] newRows = new int[rows.length];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      int place = Arrays.binarySearch(wanted, rows[i]);
      if (place >= 0) {
        from[count] = i;
        newRows[count++] = place;
      }
    }
    return of(Arrays.copyOf(from, count), Arrays.copyOf(newRows, count));
  }

  /** The requests at places {@code from}, as those of other rows. */
  HeldBlocks of(int[] from, int[] newRows) {
    int[] newStarts = new int[from.length + 1];
    for (int i = 0; i < from.length; i++) {
      newStarts[i + 1] = newStarts[i] + starts[from[i] + 1] - starts[from[i]];
    }
    long[] newIds = new long[newStarts[from.length]];
    BlockTable groupNumbers = new BlockTable();
    int[] newGroups = new int[from.length];
    for (int i = 0; i < from.length; i++) {
      newGroups[i] = groupNumbers.number(groups[from[i]]);
      System.arraycopy(ids, starts[from[i]], newIds, newStarts[i], newStarts[i + 1] - newStarts[i]);
    }
    return new HeldBlocks(newRows, newStarts, newIds, newGroups);
  }
}
