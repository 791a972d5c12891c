package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.cache.PrefixPass;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.stats.BlockTable;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Requests of one side, in order of arrival, whose blocks go through caches again and again, a part
 * of the requests at a time. Holds four bytes a block and twelve a request.
 */
final class CachePool {
  private final Traffic requests;
  private final Optional<BlockScheme> scheme;
  private final int[] starts;
  private final int[] blocks;
  private final int distinct;

  /**
   * Of a side.
   *
   * @param requests those whose blocks are held, see {@link Traffic#held()}
   * @param held their blocks
   * @param scheme how they are cut, if that is known
   */
  CachePool(Traffic requests, HeldBlocks held, Optional<BlockScheme> scheme) {
    this.requests = requests;
    this.scheme = scheme;
    this.starts = held.starts();
    this.blocks = new int[held.ids().length];
    BlockTable numbers = new BlockTable();
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = numbers.number(held.ids()[i]);
    }
    this.distinct = numbers.size();
  }

  /** Distinct blocks. */
  int distinct() {
    return distinct;
  }

  /** Blocks of a request in the mean. */
  double blocksPerRequest() {
    return (double) blocks.length / Math.max(1, requests.rows());
  }

  /** Lets some requests go through empty caches. */
  CacheFigures pass(IntPredicate rows, int[] fifoCapacities, List<String> tenants) {
    PrefixPass pass = new PrefixPass(distinct, fifoCapacities);
    int count = 0;
    for (int row = 0; row < requests.rows(); row++) {
      count += rows.test(row) ? 1 : 0;
    }
    CacheTally tally = new CacheTally(requests, scheme, tenants, count);
    for (int row = 0; row < requests.rows(); row++) {
      if (rows.test(row)) {
        tally.add(
            row, starts[row + 1] - starts[row], pass.request(blocks, starts[row], starts[row + 1]));
      }
    }
    return tally.figures(pass);
  }
}
