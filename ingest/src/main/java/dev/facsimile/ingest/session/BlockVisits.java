package dev.facsimile.ingest.session;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import java.util.Optional;

/**
 * How many requests each prefix block is in, once or several times: the first pass of a
 * reconstruction. Holds every distinct block, at some 35 bytes.
 */
public final class BlockVisits {
  private static final double MOST_REQUESTS = 0.5;
  private static final double MANY_REQUESTS = 0.01;
  private static final int MANY_AT_LEAST = 20;

  private final BlockScheme scheme;
  private final BlockTable table = new BlockTable();
  private int[] visits = new int[1024];

  /** By block: the number of the last request that has it, from 1. */
  private int[] lastVisit = new int[1024];

  private int requests;

  /** For blocks of this scheme, whose scope is not the session. */
  public BlockVisits(BlockScheme scheme) {
    if (scheme.scope() == BlockScheme.Scope.SESSION) {
      throw new IllegalArgumentException("blocks that only mean something within a session");
    }
    this.scheme = scheme;
  }

  /** Counts a request's blocks. */
  public void count(Request request) {
    requests++;
    BlockIds blocks = request.prefixBlocks().orElse(BlockIds.of());
    long scope = scopeOf(request);
    for (int i = 0; i < blocks.size(); i++) {
      int number = table.number(blocks.get(i) ^ scope);
      visits = table.roomIn(visits);
      lastVisit = table.roomIn(lastVisit);
      if (lastVisit[number] != requests) {
        lastVisit[number] = requests;
        visits[number]++;
      }
    }
  }

  /** Distinct blocks. */
  public int distinct() {
    return table.size();
  }

  /** The number of a request's block {@code index}, from 0; -1 if it was not counted. */
  int number(Request request, int index) {
    return table.indexOf(request.prefixBlocks().orElseThrow().get(index) ^ scopeOf(request));
  }

  private long scopeOf(Request request) {
    return scheme.scope() == BlockScheme.Scope.GLOBAL ? 0 : scopeOf(request.origin().tenant());
  }

  /** What tells a tenant's blocks from those of others: combined with their ids by XOR. */
  public static long scopeOf(Optional<String> tenant) {
    return tenant.map(name -> new SeededStreams(0).value(name, 0)).orElse(0L);
  }

  /**
   * Whether a block is in the trunk, which unrelated requests share, such as a system prompt: in
   * more than half of the requests, or in more than 1 % of them (and 20).
   */
  boolean isTrunk(int number) {
    return visits[number] > mostOutsideTrunk(requests);
  }

  /** A block is in the trunk of so many requests if more of them have it than this. */
  public static double mostOutsideTrunk(long requests) {
    return Math.min(MOST_REQUESTS * requests, Math.max(MANY_AT_LEAST, MANY_REQUESTS * requests));
  }
}
