package dev.facsimile.replay.engine;

import dev.facsimile.trace.Request;
import java.util.Optional;

/** Which request is due next, and when. For the event loop alone; reads no clock. */
interface Agenda {

  /** The agenda of a load. */
  static Agenda of(Load load, RequestFeed feed) {
    if (load instanceof Load.Closed closed) {
      return new ClosedAgenda(feed, closed);
    }
    Schedule schedule = Schedule.of(load);
    return load instanceof Load.Open open && open.turns() == Load.Turns.THINK
        ? new SessionAgenda(feed, schedule, open.speed())
        : new OpenAgenda(feed, schedule);
  }

  /** The request that is due first; empty when none is known yet. */
  Optional<Due> first();

  /** Takes {@link #first()} off. */
  void take();

  /** A request that was taken has ended. */
  void ended(Request request, long endNanos);

  /** Whether nothing more will come, whatever ends. */
  boolean exhausted();
}
