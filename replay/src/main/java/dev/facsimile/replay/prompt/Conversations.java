package dev.facsimile.replay.prompt;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.text.prompt.Turn;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What was said in the sessions of a run. Holds the turns of the sessions used last: their real
 * answers, and of the rest what is needed to write it again, about {@link #MOST_BYTES} in all. A
 * session that is forgotten begins anew. For one thread at a time.
 */
final class Conversations {
  static final long MOST_BYTES = 192L << 20;
  private static final int TURN_BYTES = 400;

  /** A turn that was sent, and what came back. */
  static final class Spoken {
    final WorkloadRow row;
    final Turn turn;
    final boolean waited;
    Optional<Turn.Said> answer = Optional.empty();

    Spoken(WorkloadRow row, Turn turn, boolean waited) {
      this.row = row;
      this.turn = turn;
      this.waited = waited;
    }
  }

  private static final class Session {
    final Map<String, Spoken> turns = new HashMap<>();
    Optional<String> last = Optional.empty();
    long bytes;
  }

  private final Map<String, Session> sessions = new LinkedHashMap<>(1024, 0.75f, true);
  private final long mostBytes;
  private long bytes;
  private long forgotten;

  Conversations() {
    this(MOST_BYTES);
  }

  Conversations(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Makes a session known; says whether it was before. */
  boolean begin(String session) {
    boolean known = sessions.get(session) != null;
    sessions.computeIfAbsent(session, name -> new Session());
    return known;
  }

  /** The turn that a request goes on from: the one that it names, else the session's latest. */
  Optional<Spoken> before(Request request) {
    Session session = sessions.get(request.conversation().sessionId().orElse(""));
    if (session == null) {
      return Optional.empty();
    }
    return request
        .conversation()
        .parentRequestId()
        .map(session.turns::get)
        .or(() -> session.last.map(session.turns::get));
  }

  /** A turn is sent. */
  void said(Spoken spoken) {
    Request request = spoken.row.request();
    Session session =
        sessions.computeIfAbsent(
            request.conversation().sessionId().orElseThrow(), name -> new Session());
    session.turns.put(request.id(), spoken);
    session.last = Optional.of(request.id());
    grow(session, TURN_BYTES + 8L * request.prefixBlocks().map(blocks -> blocks.size()).orElse(0));
  }

  /** A turn has ended; gives it, unless it is forgotten. */
  Optional<Spoken> ended(Request request, Optional<String> answer) {
    Session session = sessions.get(request.conversation().sessionId().orElse(""));
    Spoken spoken = session == null ? null : session.turns.get(request.id());
    if (spoken == null) {
      return Optional.empty();
    }
    spoken.answer = answer.map(Turn.Said.Real::new);
    grow(session, answer.map(String::length).orElse(0));
    return Optional.of(spoken);
  }

  private void grow(Session session, long by) {
    session.bytes += by;
    bytes += by;
    Iterator<Session> oldest = sessions.values().iterator();
    while (bytes > mostBytes && oldest.hasNext()) {
      Session first = oldest.next();
      if (first == session) {
        return;
      }
      bytes -= first.bytes;
      forgotten++;
      oldest.remove();
    }
  }

  /** Sessions that were forgotten. */
  long forgotten() {
    return forgotten;
  }
}
