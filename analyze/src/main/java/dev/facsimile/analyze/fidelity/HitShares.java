package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.BlockScheme;
import java.util.function.IntPredicate;

/**
 * Prefix hits in an infinite cache, empty at the start of the side, in the three definitions that
 * are in use.
 *
 * @param requests with blocks
 * @param blockShare hit blocks ÷ blocks
 * @param tokenShare hit tokens ÷ input tokens
 * @param requestMean the mean over requests of hit tokens ÷ input tokens
 */
record HitShares(long requests, double blockShare, double tokenShare, double requestMean) {

  /** Of the requests from one to before another. */
  static HitShares of(
      Traffic traffic, Prefixes prefixes, BlockScheme scheme, int fromRow, int toRow) {
    return of(traffic, prefixes, scheme, row -> row >= fromRow && row < toRow);
  }

  /** Of some requests. */
  static HitShares of(Traffic traffic, Prefixes prefixes, BlockScheme scheme, IntPredicate rows) {
    long requests = 0;
    long blocks = 0;
    long hitBlocks = 0;
    long tokens = 0;
    long hitTokens = 0;
    double shares = 0;
    for (int row = 0; row < traffic.rows(); row++) {
      if (prefixes.blockCounts()[row] > 0 && rows.test(row)) {
        int input = traffic.inputs()[row];
        int hit = scheme.tokensIn(prefixes.hitBlocks()[row], input);
        requests++;
        blocks += prefixes.blockCounts()[row];
        hitBlocks += prefixes.hitBlocks()[row];
        tokens += input;
        hitTokens += hit;
        shares += input == 0 ? 0 : (double) hit / input;
      }
    }
    return new HitShares(
        requests,
        blocks == 0 ? 0 : (double) hitBlocks / blocks,
        tokens == 0 ? 0 : (double) hitTokens / tokens,
        requests == 0 ? 0 : shares / requests);
  }
}
