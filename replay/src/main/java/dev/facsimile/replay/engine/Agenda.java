package dev.facsimile.replay.engine;

import java.util.Optional;

/** Which request is due next, and when. For the event loop alone; reads no clock. */
interface Agenda {

  /** The agenda of a load. */
  static Agenda of(Load load, RequestFeed feed) {
    if (load instanceof Load.Closed closed) {
      return new ClosedAgenda(feed, closed.clients());
    }
    return new OpenAgenda(feed, ((Load.Open) load).speed());
  }

  /** The request that is due first; empty when none is known yet. */
  Optional<Due> first();

  /** Takes {@link #first()} off. */
  void take();

  /** A request that was taken has ended. */
  void ended(long endNanos);

  /** Whether nothing more will come, whatever ends. */
  boolean exhausted();
}
