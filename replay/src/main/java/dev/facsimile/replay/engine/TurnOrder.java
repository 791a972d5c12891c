package dev.facsimile.replay.engine;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When the rows of sessions are ready in an open loop: a row with a think time once everything of
 * its session before it has ended, and then that long, ÷ speed, after the end of the row before it;
 * a row whose words depend on the answer before it, once that has ended, too; every other row, and
 * one whose session is new here, at its own time. Holds the turns that wait, and when the latest
 * sessions ended their last turn; a session that is forgotten counts as new.
 *
 * @param <T> a row with a time
 */
public final class TurnOrder<T extends TurnOrder.Timed<T>> {

  /**
   * A row with the time at which it is due.
   *
   * @param <T> itself
   */
  public interface Timed<T> {
    /** The row. */
    WorkloadRow row();

    /** The same, due at another time, nanoseconds from the run's zero. */
    T at(long nanos);

    /** Its think time, where that tells when it is due. */
    default OptionalLong thinkNanos() {
      return row().intent().thinkNanos();
    }

    /** Whether it waits for the turn before it in any case, as what it says depends on that one. */
    default boolean waits() {
      return false;
    }
  }

  /** A session's turns that are ready or under way, and those that wait for them. */
  private static final class Session<T> {
    int underWay;
    final ArrayDeque<T> behind = new ArrayDeque<>();
  }

  private final double speed;

  /** Sessions with a turn that is ready or under way. */
  private final Map<String, Session<T>> open = new HashMap<>();

  private final Map<String, Long> endedNanos;
  private long waiting;

  /**
   * Nothing yet.
   *
   * @param speed workload seconds per run second
   * @param mostSessions of so many sessions it is known when their last turn ended
   */
  public TurnOrder(double speed, int mostSessions) {
    this.speed = speed;
    this.endedNanos =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > mostSessions;
          }
        };
  }

  /** Takes the next row; gives it back with its time if it is ready, else it waits. */
  public Optional<T> place(T next) {
    Optional<String> session = next.row().request().conversation().sessionId();
    if (session.isEmpty()) {
      return Optional.of(next);
    }
    Session<T> own = open.computeIfAbsent(session.get(), id -> new Session<>());
    if ((next.waits() || next.thinkNanos().isPresent()) && own.underWay > 0) {
      own.behind.add(next);
      waiting++;
      return Optional.empty();
    }
    own.underWay++;
    return Optional.of(afterTurnBefore(next, session.get()));
  }

  private T afterTurnBefore(T next, String session) {
    Long ended = endedNanos.get(session);
    OptionalLong think = next.thinkNanos();
    return ended == null || think.isEmpty()
        ? next
        : next.at(DueTime.turn(ended, think.getAsLong(), speed));
  }

  /** A row that was given has ended; gives the turn that this makes ready, if one waited. */
  public Optional<T> ended(Request request, long atNanos) {
    Optional<String> session = request.conversation().sessionId();
    if (session.isEmpty()) {
      return Optional.empty();
    }
    endedNanos.remove(session.get());
    endedNanos.put(session.get(), atNanos);
    Session<T> own = open.get(session.get());
    own.underWay--;
    if (own.underWay > 0) {
      return Optional.empty();
    }
    if (own.behind.isEmpty()) {
      open.remove(session.get());
      return Optional.empty();
    }
    waiting--;
    own.underWay++;
    return Optional.of(afterTurnBefore(own.behind.remove(), session.get()));
  }

  /** When a session's latest turn ended; absent of a session that is new or forgotten. */
  OptionalLong endedNanos(String session) {
    Long ended = endedNanos.get(session);
    return ended == null ? OptionalLong.empty() : OptionalLong.of(ended);
  }

  /** Whether a turn waits for the one before it. */
  public boolean isWaiting() {
    return waiting > 0;
  }
}
