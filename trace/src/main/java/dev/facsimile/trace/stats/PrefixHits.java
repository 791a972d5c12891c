package dev.facsimile.trace.stats;

import dev.facsimile.trace.BlockIds;

/**
 * Prefix hits in an infinite cache: a block hits when it and all blocks before it were seen in an
 * earlier request. Holds every distinct id seen.
 */
public final class PrefixHits {
  private final BlockTable seen = new BlockTable();
  private long requests;
  private long blocks;
  private long hitBlocks;
  private long inputTokens;
  private long hitTokens;
  private double shareSum;

  /**
   * Counts the request and then puts its blocks into the cache.
   *
   * @param blockTokens tokens in a full block
   * @return the number of leading blocks that hit
   */
  public int add(BlockIds ids, int inputTokensOfRequest, int blockTokens) {
    int hits = 0;
    while (hits < ids.size() && seen.indexOf(ids.get(hits)) >= 0) {
      hits++;
    }
    for (int i = hits; i < ids.size(); i++) {
      seen.number(ids.get(i));
    }
    requests++;
    blocks += ids.size();
    hitBlocks += hits;
    inputTokens += inputTokensOfRequest;
    long hitTokensOfRequest = Math.min((long) hits * blockTokens, inputTokensOfRequest);
    hitTokens += hitTokensOfRequest;
    shareSum += inputTokensOfRequest == 0 ? 0 : (double) hitTokensOfRequest / inputTokensOfRequest;
    return hits;
  }

  public long requests() {
    return requests;
  }

  /** Distinct blocks seen. */
  public long distinctBlocks() {
    return seen.size();
  }

  /** Hit blocks ÷ blocks; 0 without blocks. */
  public double blockShare() {
    return blocks == 0 ? 0 : (double) hitBlocks / blocks;
  }

  /** Hit tokens ÷ input tokens; 0 without tokens. */
  public double tokenShare() {
    return inputTokens == 0 ? 0 : (double) hitTokens / inputTokens;
  }

  /** The mean over requests of hit tokens ÷ input tokens; 0 without requests. */
  public double requestMean() {
    return requests == 0 ? 0 : shareSum / requests;
  }
}
