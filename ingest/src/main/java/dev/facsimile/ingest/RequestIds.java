package dev.facsimile.ingest;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds logs that give other requests the ids of a log before them, as benchmarks do that count
 * from 0 in each run. Ids of such a log, and its parent ids, get its number among the logs in front
 * ({@code 2/bench-0}), so that each means one request. An id that comes again with the same time
 * and lengths is the same record, not another request. Looks at the first {@value #LOOKED_AT}
 * requests of each log, and holds a hash of each, {@value #HELD} at most.
 */
final class RequestIds {
  /** Requests of a log that are looked at. */
  static final int LOOKED_AT = 256;

  private static final int HELD = 1 << 20;

  private final Map<Long, Integer> requestById = new HashMap<>();
  private final List<String> repeating = new ArrayList<>();

  /**
   * What to put before the ids of a log; empty unless they repeat those of a log before it.
   *
   * @param name the log's, for the note
   * @param number the log's, from 1
   * @param firstRequests its first requests, those with ids of their own
   */
  String qualifier(String name, int number, List<Request> firstRequests) {
    boolean repeats = false;
    Map<Long, Integer> its = new HashMap<>();
    for (Request request : firstRequests) {
      long id = hash(request.id());
      int what =
          Objects.hash(request.arrivalNanos(), request.tokens().input(), request.tokens().output());
      Integer before = requestById.get(id);
      repeats |= before != null && before != what;
      its.put(id, what);
    }
    if (repeats) {
      repeating.add(name);
      return number + "/";
    }
    if (requestById.size() + its.size() <= HELD) {
      requestById.putAll(its);
    }
    return "";
  }

  /** FNV-1a, 64 bits. */
  private static long hash(String id) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < id.length(); i++) {
      hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /** The logs whose ids were qualified, by their names. */
  List<String> repeating() {
    return List.copyOf(repeating);
  }

  /**
   * The row with a qualifier before its id and its parent's; ids that ingest gave stay.
   *
   * @param idPrefix with which those begin
   * @param qualifier often nothing
   */
  static TraceRow qualified(TraceRow row, String idPrefix, String qualifier) {
    Request request = row.request();
    if (qualifier.isEmpty() || request.id().startsWith(idPrefix)) {
      return row;
    }
    Conversation conversation = request.conversation();
    Request named =
        new Request(
            qualifier + request.id(),
            request.arrivalNanos(),
            request.requestClass(),
            request.origin(),
            new Conversation(
                conversation.sessionId(),
                conversation.turn(),
                conversation.parentRequestId().map(id -> qualifier + id)),
            request.tokens(),
            request.prefixBlocks(),
            request.streaming(),
            request.cacheEligible());
    return row.with(named);
  }
}
