package dev.facsimile.replay.simulator.fleet;

import dev.facsimile.replay.simulator.engine.AnsweredTurn;
import dev.facsimile.replay.simulator.engine.Engine;
import dev.facsimile.replay.simulator.engine.EngineListener;
import dev.facsimile.replay.simulator.engine.EngineState;
import dev.facsimile.replay.simulator.engine.Sequence;
import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Replicas of one profile behind a router. For one thread. */
public final class Fleet {

  /** What becomes of a request that is given to the fleet. */
  public enum Arrival {
    TAKEN,
    /** The chosen replica's queue is full: 429. */
    QUEUE_FULL,
    /** No replica is up: 503. */
    NONE_UP,
    /** The chosen replica is dead and the router has not noticed: a broken connection. */
    BROKEN
  }

  private final List<Engine> engines = new ArrayList<>();
  private final Router router;
  private final Faults faults;
  private int lastReplica;

  /**
   * An idle fleet.
   *
   * @param replicas how many, 1 or more
   * @param listener who hears of output
   */
  public Fleet(
      Profile profile,
      int replicas,
      RoutingPolicy policy,
      Faults faults,
      SeededStreams streams,
      EngineListener listener) {
    if (replicas < 1) {
      throw new IllegalArgumentException("replicas is " + replicas + ", expected 1 or more");
    }
    for (Fault.ReplicaDown death : faults.deaths()) {
      if (death.replica() >= replicas) {
        throw new IllegalArgumentException(
            "replica " + death.replica() + " cannot die, there are " + replicas + " from 0");
      }
    }
    for (int i = 0; i < replicas; i++) {
      engines.add(
          new Engine(
              profile.limits(),
              profile.cost(),
              profile.jitter(),
              faults.slowdown(i),
              streams.stream("engine", i),
              listener));
    }
    this.router = new Router(policy);
    this.faults = faults;
  }

  public int replicas() {
    return engines.size();
  }

  /**
   * Gives a sequence to a replica.
   *
   * @throws IllegalArgumentException if it is longer than an engine takes
   */
  public Arrival submit(Sequence sequence, long nowNanos) {
    List<Integer> believed = new ArrayList<>(engines.size());
    for (int i = 0; i < engines.size(); i++) {
      if (isBelievedUp(i, nowNanos)) {
        believed.add(i);
      }
    }
    if (believed.isEmpty()) {
      return Arrival.NONE_UP;
    }
    int chosen = router.choose(sequence, engines, believed);
    if (!isUp(chosen, nowNanos)) {
      return Arrival.BROKEN;
    }
    lastReplica = chosen;
    return engines.get(chosen).submit(sequence, nowNanos) ? Arrival.TAKEN : Arrival.QUEUE_FULL;
  }

  /** A sequence that is about to be submitted goes on from a turn that a replica has answered. */
  public void continues(AnsweredTurn turn, int replica, Sequence next) {
    engines.get(replica).continues(turn, next);
  }

  /** The replica that took the last sequence. */
  public int lastReplica() {
    return lastReplica;
  }

  /** Starts idle replicas that have work. */
  public void pump(long nowNanos) {
    for (Engine engine : engines) {
      engine.pump(nowNanos);
    }
  }

  /** When the next step of any replica ends. */
  public OptionalLong nextNanos() {
    OptionalLong next = OptionalLong.empty();
    for (Engine engine : engines) {
      OptionalLong end = engine.nextNanos();
      if (end.isPresent() && (next.isEmpty() || end.getAsLong() < next.getAsLong())) {
        next = end;
      }
    }
    return next;
  }

  /** Ends every step that is over by {@code nowNanos}, in the order of their ends. */
  public void advance(long nowNanos) {
    while (true) {
      Engine first = null;
      for (Engine engine : engines) {
        OptionalLong end = engine.nextNanos();
        if (end.isPresent()
            && end.getAsLong() <= nowNanos
            && (first == null || end.getAsLong() < first.nextNanos().getAsLong())) {
          first = engine;
        }
      }
      if (first == null) {
        return;
      }
      first.advance();
    }
  }

  /** The client of a sequence has gone. */
  public void abort(Sequence sequence, int replica) {
    engines.get(replica).abort(sequence);
  }

  /** A replica dies. */
  public void crash(int replica, long nowNanos) {
    engines.get(replica).crash(nowNanos);
  }

  /** The figures of a replica. */
  public EngineState state(int replica) {
    return engines.get(replica).state();
  }

  /** Longest prompt + answer that a replica takes, tokens. */
  public int longestSequence() {
    return engines.get(0).limits().longestSequence();
  }

  /** Whether a replica is there. */
  public boolean isUp(int replica, long nowNanos) {
    for (Fault.ReplicaDown death : faults.deaths()) {
      if (death.replica() == replica && death.holds(nowNanos, 0)) {
        return false;
      }
    }
    return true;
  }

  private boolean isBelievedUp(int replica, long nowNanos) {
    for (Fault.ReplicaDown death : faults.deaths()) {
      if (death.replica() == replica && death.holds(nowNanos, death.unnoticedNanos())) {
        return false;
      }
    }
    return true;
  }
}
