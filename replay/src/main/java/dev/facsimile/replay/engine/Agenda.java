package dev.facsimile.replay.engine;

import dev.facsimile.trace.Request;
import java.util.Optional;

/** Which request is due next, and when. For the event loop alone; reads no clock. */
interface Agenda {

  /** The agenda of a load in which nothing waits for an answer's words. */
  static Agenda of(Load load, RequestFeed feed) {
    return of(load, feed, LateRequests.AT_ONCE);
  }

  /**
   * The agenda of a load.
   *
   * @param late makes the requests whose words wait for an answer
   */
  static Agenda of(Load load, RequestFeed feed, LateRequests late) {
    if (load instanceof Load.Closed closed) {
      return new ClosedAgenda(feed, closed, late);
    }
    Schedule schedule = Schedule.of(load);
    boolean thinks = load instanceof Load.Open open && open.turns() == Load.Turns.THINK;
    if (!thinks && !feed.awaitsAnswers()) {
      return new OpenAgenda(feed, schedule);
    }
    double speed = load instanceof Load.Open open ? open.speed() : 1;
    return new SessionAgenda(feed, schedule, new SessionAgenda.Turns(speed, thinks), late);
  }

  /** The request that is due first; empty when none is known yet. */
  Optional<Due> first();

  /** Takes {@link #first()} off. */
  void take();

  /** A request that was taken has ended. */
  void ended(Request request, long endNanos);

  /**
   * Whether more may come that is due before {@code nanos}, though nothing ends: rows that are not
   * read yet, or requests that are being made.
   */
  boolean comesBefore(long nanos);

  /** Whether more may come once something ends. */
  boolean waits();
}
