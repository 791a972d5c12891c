package dev.facsimile.synth.prefix;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.stats.LongSeries;
import java.util.Optional;

/** Tells, request by request, how deep each matches those before it: the plain way, for tests. */
final class PrefixMatcher {
  private final BlockScheme.Scope scope;
  private final BlockTable table = new BlockTable();

  /** By block: the most recent request that has it. */
  private int[] lastRequest = new int[1024];

  private final LongSeries arrivals = new LongSeries();
  private final LongSeries sizes = new LongSeries();

  /** Where ids of this scope are equal, blocks are. */
  PrefixMatcher(BlockScheme.Scope scope) {
    this.scope = scope;
  }

  /**
   * A request's match.
   *
   * @param blocks leading blocks that earlier requests have too
   * @param parentTail blocks that the parent has after those; 0 without a match
   * @param gapNanos time from the parent's arrival; 0 without a match
   * @param parent the parent's number in the order of matching, from 0; 0 without a match
   */
  record Match(int blocks, int parentTail, long gapNanos, int parent) {}

  /** Matches a request that has blocks with all before it. */
  Match match(Request request) {
    BlockIds blocks = request.prefixBlocks().orElseThrow();
    long domain = domainOf(request);
    int matched = 0;
    int parent = 0;
    int known = table.size();
    int me = arrivals.size();
    int[] numbers = new int[blocks.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = table.number(domain == 0 ? blocks.get(i) : blocks.get(i) ^ domain);
      if (matched == i && numbers[i] < known) {
        matched++;
        parent = lastRequest[numbers[i]];
      }
    }
    lastRequest = table.roomIn(lastRequest);
    // A block that stands twice in the prompt matches no request but earlier ones.
    for (int number : numbers) {
      lastRequest[number] = me;
    }
    arrivals.add(request.arrivalNanos());
    sizes.add(blocks.size());
    if (matched == 0) {
      return new Match(0, 0, 0, 0);
    }
    int tail = (int) Math.max(0, sizes.get(parent) - matched);
    return new Match(matched, tail, request.arrivalNanos() - arrivals.get(parent), parent);
  }

  private long domainOf(Request request) {
    Optional<String> name =
        switch (scope) {
          case GLOBAL -> Optional.empty();
          case TENANT -> request.origin().tenant();
          case SESSION -> request.conversation().sessionId();
        };
    return name.map(text -> new SeededStreams(0).value(text, 0)).orElse(0L);
  }
}
