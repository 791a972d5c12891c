package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.TraceRow;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tells the attempts of one request from requests. LiteLLM logs each attempt, those that failed and
 * were tried again too, all with one {@code trace_id}: a failed attempt that another one follows
 * within ten minutes becomes part of it, unless both log their messages and these differ, as those
 * of two turns of a session do. The last attempt is the request, with its own times. Rows keep the
 * order of the log: behind a failed attempt, at most {@value #LONGEST_WAIT} are held, or {@value
 * #MOST_CHARACTERS} characters of their contents.
 */
final class LiteLlmAttempts {
  private static final int LONGEST_WAIT = 2_000;
  private static final long MOST_CHARACTERS = 4L << 20;
  private static final long LONGEST_GAP = 600_000_000_000L;

  /** A call that waits for its turn. */
  private static final class Call {
    private final TraceRow row;
    private final String traceId;
    private final OptionalInt messages;
    private boolean mayBeFollowed;
    private boolean wasFollowed;

    Call(TraceRow row, String traceId, OptionalInt messages) {
      this.row = row;
      this.traceId = traceId;
      this.messages = messages;
      // A failed call; of one whose status is unknown nothing is known to have been tried again.
      this.mayBeFollowed =
          !traceId.isEmpty()
              && row.observed().status().filter(s -> s != RequestStatus.COMPLETED).isPresent();
    }

    boolean isFollowedBy(Call next) {
      long gap = next.row.request().arrivalNanos() - row.request().arrivalNanos();
      boolean differ =
          messages.isPresent() && next.messages.isPresent() && !messages.equals(next.messages);
      return gap >= 0 && gap <= LONGEST_GAP && !differ;
    }

    int characters() {
      return row.content().map(String::length).orElse(0);
    }
  }

  private final ArrayDeque<Call> waiting = new ArrayDeque<>();
  private final Map<String, Call> failed = new HashMap<>();
  private long characters;

  /**
   * Takes a call.
   *
   * @param traceId what the attempts of a request share
   * @param messages the prompt, where logged
   */
  void add(Optional<String> traceId, Optional<JsonNode> messages, TraceRow row, LogRows rows) {
    OptionalInt prompt =
        messages.filter(JsonNode::isArray).stream().mapToInt(JsonNode::hashCode).findFirst();
    Call call = new Call(row, traceId.orElse(""), prompt);
    Call before = failed.remove(call.traceId);
    if (before != null) {
      before.mayBeFollowed = false;
      before.wasFollowed = before.isFollowedBy(call);
    }
    if (call.mayBeFollowed) {
      failed.put(call.traceId, call);
    }
    waiting.add(call);
    characters += call.characters();
    while (!waiting.isEmpty() && (!waiting.peek().mayBeFollowed || isFull())) {
      give(rows);
    }
  }

  private boolean isFull() {
    return waiting.size() > LONGEST_WAIT || characters > MOST_CHARACTERS;
  }

  private void give(LogRows rows) {
    Call call = waiting.poll();
    characters -= call.characters();
    failed.remove(call.traceId, call);
    if (call.wasFollowed) {
      rows.merged("an attempt that failed and was tried again (same trace_id)");
    } else {
      rows.accepted(call.row);
    }
  }

  /** The log has ended: attempts that nothing followed are requests that failed. */
  void end(LogRows rows) {
    while (!waiting.isEmpty()) {
      give(rows);
    }
  }
}
