package dev.facsimile.replay.simulator.fleet;

import java.util.OptionalInt;

/** Something that goes wrong on purpose. Times from the run's zero. */
public sealed interface Fault {

  /**
   * A replica dies: what it works on is lost, and its cache with it. Until the router has noticed,
   * requests that it sends there fail at once.
   *
   * @param replica which, from 0
   * @param atNanos when it dies
   * @param downNanos how long until it is back, empty
   * @param unnoticedNanos how long the router takes to notice, each way
   */
  record ReplicaDown(int replica, long atNanos, long downNanos, long unnoticedNanos)
      implements Fault {
    /** Whether it is down, as seen by somebody who learns of it late. */
    boolean holds(long nowNanos, long lateNanos) {
      return nowNanos >= atNanos + lateNanos && nowNanos < atNanos + downNanos + lateNanos;
    }
  }

  /**
   * Steps take longer, as on a GPU that is hot or shared.
   *
   * @param replica which; absent, all
   * @param factor on the time of a step
   */
  record Throttle(OptionalInt replica, long atNanos, long forNanos, double factor)
      implements Fault {
    boolean holds(int index, long nowNanos) {
      return (replica.isEmpty() || replica.getAsInt() == index)
          && nowNanos >= atNanos
          && nowNanos < atNanos + forNanos;
    }
  }

  /**
   * A slow network between client and server.
   *
   * @param delayNanos one way, added to every request and every chunk
   * @param jitterNanos most that is added to a chunk on top, evenly spread; chunks stay in order
   */
  record SlowNetwork(long atNanos, long forNanos, long delayNanos, long jitterNanos)
      implements Fault {
    boolean holds(long nowNanos) {
      return nowNanos >= atNanos && nowNanos < atNanos + forNanos;
    }
  }

  /** What happens to a share of the answers on the wire. */
  enum Wire {
    /** The connection breaks in the middle of the answer. */
    RESET,
    /** The answer pauses once. */
    STALL,
    /** Every chunk comes late. */
    SLOW,
    /** An error event ends the stream. */
    ERROR
  }

  /**
   * A share of answers is hurt on the wire.
   *
   * @param share of the answers, 0 to 1
   * @param nanos of a stall, or of each slow chunk
   */
  record OnWire(Wire kind, double share, long nanos) implements Fault {}
}
