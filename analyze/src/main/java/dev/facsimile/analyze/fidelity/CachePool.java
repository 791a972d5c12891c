package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.cache.PrefixPass;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.stats.BlockTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

  private CachePool(CachePool all, int[] starts, int[] blocks, int distinct) {
    this.requests = all.requests;
    this.scheme = all.scheme;
    this.starts = starts;
    this.blocks = blocks;
    this.distinct = distinct;
  }

  /** The same of some of the requests, which ascend; the others have no blocks. */
  CachePool of(int[] rows) {
    int[] newStarts = new int[starts.length];
    for (int row : rows) {
      newStarts[row + 1] = starts[row + 1] - starts[row];
    }
    for (int row = 0; row + 1 < newStarts.length; row++) {
      newStarts[row + 1] += newStarts[row];
    }
    int[] newBlocks = new int[newStarts[newStarts.length - 1]];
    int[] numbers = new int[distinct];
    int count = 0;
    for (int row : rows) {
      for (int i = starts[row], to = newStarts[row]; i < starts[row + 1]; i++, to++) {
        if (numbers[blocks[i]] == 0) {
          numbers[blocks[i]] = ++count;
        }
        newBlocks[to] = numbers[blocks[i]] - 1;
      }
    }
    return new CachePool(this, newStarts, newBlocks, count);
  }

  /** Distinct blocks. */
  int distinct() {
    return distinct;
  }

  /** Blocks of a request in the mean. */
  double blocksPerRequest() {
    return (double) blocks.length / Math.max(1, requests.rows());
  }

  /** Lets all requests go through empty caches. */
  CacheFigures pass(int[] fifoCapacities, List<String> tenants) {
    return pass(IntStream.range(0, requests.rows()).toArray(), fifoCapacities, tenants);
  }

  /** Lets some requests, which ascend, go through empty caches. */
  CacheFigures pass(int[] rows, int[] fifoCapacities, List<String> tenants) {
    PrefixPass pass = new PrefixPass(distinct, fifoCapacities);
    CacheTally tally = new CacheTally(requests, scheme, tenants, rows.length);
    for (int row : rows) {
      tally.add(
          row, starts[row + 1] - starts[row], pass.request(blocks, starts[row], starts[row + 1]));
    }
    return tally.figures(pass);
  }
}
