package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.cache.PrefixPass;
import dev.facsimile.trace.header.BlockScheme;
import java.util.List;
import java.util.Optional;

/** Counts hits of an infinite cache: of all requests, of each half of them, of some tenants. */
final class CacheTally {
  private final Traffic requests;
  private final Optional<BlockScheme> scheme;
  private final int half;
  private final int[] tenantPlace;
  private final long[] tenantBlocks;
  private final long[] tenantHits;
  private final long[] halfBlocks = new long[2];
  private final long[] halfHits = new long[2];
  private int seen;
  private long tokens;
  private long hitTokens;
  private double shares;

  CacheTally(Traffic requests, Optional<BlockScheme> scheme, List<String> tenants, int count) {
    this.requests = requests;
    this.scheme = scheme;
    this.half = count / 2;
    this.tenantBlocks = new long[tenants.size() + 1];
    this.tenantHits = new long[tenants.size() + 1];
    this.tenantPlace = new int[requests.tenantNames().size()];
    for (int tenant = 0; tenant < tenantPlace.length; tenant++) {
      int place = tenants.indexOf(requests.tenantNames().get(tenant));
      tenantPlace[tenant] = place < 0 ? tenants.size() : place;
    }
  }

  void add(int row, int blocks, int hits) {
    int which = seen++ < half ? 0 : 1;
    halfBlocks[which] += blocks;
    halfHits[which] += hits;
    int place = tenantPlace[requests.tenants()[row]];
    tenantBlocks[place] += blocks;
    tenantHits[place] += hits;
    if (scheme.isPresent()) {
      int input = requests.inputs()[row];
      int hit = scheme.get().tokensIn(hits, input);
      tokens += input;
      hitTokens += hit;
      shares += input == 0 ? 0 : (double) hit / input;
    }
  }

  CacheFigures figures(PrefixPass pass) {
    double[] tenants = new double[tenantBlocks.length - 1];
    for (int i = 0; i < tenants.length; i++) {
      tenants[i] = ratio(tenantHits[i], tenantBlocks[i]);
    }
    return new CacheFigures(
        pass.lru(),
        pass.fifo(),
        ratio(halfHits[0] + halfHits[1], halfBlocks[0] + halfBlocks[1]),
        ratio(hitTokens, tokens),
        seen == 0 ? 0 : shares / seen,
        ratio(halfHits[0], halfBlocks[0]),
        ratio(halfHits[1], halfBlocks[1]),
        tenants);
  }

  private static double ratio(long hits, long all) {
    return all == 0 ? 0 : (double) hits / all;
  }
}
