package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.TraceRow;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tells the attempts of one request from requests. LiteLLM logs each attempt, those that failed and
 * were tried again too, all with one {@code trace_id}: a failed attempt that another one follows
 * within ten minutes becomes part of it, unless both log their messages and these differ, as those
 * of two turns of a session do. The last attempt is the request, with its own times. Holds failed
 * attempts for the next {@value #LONGEST_WAIT} rows.
 */
final class LiteLlmAttempts {
  private static final int LONGEST_WAIT = 2_000;
  private static final long LONGEST_GAP = 600_000_000_000L;

  /** A failed attempt that another may follow. */
  private record Attempt(long place, TraceRow row, OptionalInt messages) {

    boolean isFollowedBy(TraceRow next, OptionalInt nextMessages) {
      long gap = next.request().arrivalNanos() - row.request().arrivalNanos();
      boolean differ =
          messages.isPresent() && nextMessages.isPresent() && !messages.equals(nextMessages);
      return gap >= 0 && gap <= LONGEST_GAP && !differ;
    }
  }

  private final Map<String, Attempt> failed = new LinkedHashMap<>();
  private long place;

  /**
   * Takes a call.
   *
   * @param traceId what the attempts of a request share
   * @param messages the prompt, where logged
   */
  void add(Optional<String> traceId, Optional<JsonNode> messages, TraceRow row, LogRows rows) {
    place++;
    giveUpOverdue(rows);
    if (traceId.isEmpty()) {
      rows.accepted(row);
      return;
    }
    OptionalInt prompt =
        messages.filter(JsonNode::isArray).stream().mapToInt(JsonNode::hashCode).findFirst();
    Attempt before = failed.remove(traceId.get());
    if (before != null && before.isFollowedBy(row, prompt)) {
      rows.merged("an attempt that failed and was tried again (same trace_id)");
    } else if (before != null) {
      rows.accepted(before.row());
    }
    boolean answered = row.observed().status().filter(RequestStatus.COMPLETED::equals).isPresent();
    if (answered || row.observed().status().isEmpty()) {
      rows.accepted(row);
    } else {
      failed.put(traceId.get(), new Attempt(place, row, prompt));
    }
  }

  private void giveUpOverdue(LogRows rows) {
    Iterator<Attempt> oldest = failed.values().iterator();
    while (oldest.hasNext()) {
      Attempt attempt = oldest.next();
      if (place - attempt.place() <= LONGEST_WAIT) {
        return;
      }
      oldest.remove();
      rows.accepted(attempt.row());
    }
  }

  /** The log has ended: attempts that nothing followed are requests that failed. */
  void end(LogRows rows) {
    List<Attempt> left = new ArrayList<>(failed.values());
    failed.clear();
    left.forEach(attempt -> rows.accepted(attempt.row()));
  }
}
