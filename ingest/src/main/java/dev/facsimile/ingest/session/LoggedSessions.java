package dev.facsimile.ingest.session;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Sessions as logged; turns that the log does not number are numbered in order of arrival. Holds
 * the last request of each session.
 */
public final class LoggedSessions implements Lineage {
  /** A session's turns so far and its last request. */
  private record Last(int turns, Earlier request) {}

  private final Map<String, Last> sessions = new HashMap<>();

  @Override
  public Placement place(Request request) {
    Conversation logged = request.conversation();
    if (logged.sessionId().isEmpty()) {
      return new Placement(logged, Optional.empty());
    }
    String session = logged.sessionId().get();
    Last before = sessions.get(session);
    int next = before == null ? 0 : before.turns();
    int turn = logged.turn().orElse(next);
    sessions.put(session, new Last(Math.max(next, turn + 1), Earlier.of(request)));
    return new Placement(
        new Conversation(logged.sessionId(), OptionalInt.of(turn), logged.parentRequestId()),
        Optional.ofNullable(before).map(Last::request));
  }
}
