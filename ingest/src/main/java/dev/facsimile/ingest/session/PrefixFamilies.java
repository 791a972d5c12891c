package dev.facsimile.ingest.session;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.stats.LongSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Sessions from prefix blocks: a request continues the most recent request that has the deepest
 * block it shares with any request before it, provided that this block lies below the trunk. A
 * request that continues none begins a session, named after itself; so a session is a family of
 * prompts that grew from one, branches included. The second pass of a reconstruction. Holds the
 * blocks of {@link BlockVisits} and, for each request, its id, session, arrival and lengths.
 */
public final class PrefixFamilies implements Lineage {
  private final BlockVisits visits;

  /** By block: the most recent request that has it + 1; 0 while none has. */
  private final int[] lastRequest;

  private final List<String> ids = new ArrayList<>();
  private final List<Earlier> requests = new ArrayList<>();

  /** By request: the session's first request. */
  private final LongSeries roots = new LongSeries();

  /** By first request of a session: the session's turns so far. */
  private int[] turns = new int[1024];

  /** Places requests whose blocks were counted before. */
  public PrefixFamilies(BlockVisits visits) {
    this.visits = visits;
    this.lastRequest = new int[visits.distinct()];
  }

  @Override
  public Placement place(Request request) {
    int me = ids.size();
    int parent = parent(request, me);
    int root = parent < 0 ? me : (int) roots.get(parent);
    ids.add(request.id());
    requests.add(Earlier.of(request));
    roots.add(root);
    if (me >= turns.length) {
      turns = Arrays.copyOf(turns, turns.length * 2);
    }
    Conversation conversation =
        new Conversation(
            Optional.of(ids.get(root)),
            OptionalInt.of(turns[root]++),
            parent < 0 ? Optional.empty() : Optional.of(ids.get(parent)));
    return new Placement(
        conversation, parent < 0 ? Optional.empty() : Optional.of(requests.get(parent)));
  }

  /**
   * The request continued, or -1; also notes the blocks as seen. A block that stands twice in the
   * prompt is no reason to continue it: it is noted once the search is over.
   */
  private int parent(Request request, int me) {
    int blocks = request.prefixBlocks().map(ids -> ids.size()).orElse(0);
    int[] numbers = new int[blocks];
    boolean shared = true;
    int parent = -1;
    for (int i = 0; i < blocks; i++) {
      int number = visits.number(request, i);
      numbers[i] = number;
      shared = shared && lastRequest[number] > 0;
      if (shared && !visits.isTrunk(number)) {
        parent = lastRequest[number] - 1;
      }
    }
    for (int number : numbers) {
      lastRequest[number] = me + 1;
    }
    return parent;
  }
}
