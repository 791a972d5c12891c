package dev.facsimile.replay.simulator.fleet;

import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import java.util.Optional;
import java.util.function.LongToDoubleFunction;

/** The faults of a run, asked by time and by request: the same seed hurts the same requests. */
public final class Faults {
  /** Nothing goes wrong. */
  public static final Faults NONE = new Faults(List.of(), new SeededStreams(0));

  private final SeededStreams streams;
  private final List<Fault.ReplicaDown> deaths;
  private final List<Fault.Throttle> throttles;
  private final List<Fault.SlowNetwork> networks;
  private final List<Fault.OnWire> wires;

  /**
   * The faults of a run.
   *
   * @param streams draws which answers are hurt on the wire
   */
  public Faults(List<Fault> all, SeededStreams streams) {
    this.streams = streams;
    this.deaths = of(all, Fault.ReplicaDown.class);
    this.throttles = of(all, Fault.Throttle.class);
    this.networks = of(all, Fault.SlowNetwork.class);
    this.wires = of(all, Fault.OnWire.class);
  }

  private static <F extends Fault> List<F> of(List<Fault> all, Class<F> kind) {
    return all.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Deaths of replicas. */
  public List<Fault.ReplicaDown> deaths() {
    return deaths;
  }

  /** Factor on the steps of a replica by the time at which they start. */
  public LongToDoubleFunction slowdown(int replica) {
    return now -> {
      double factor = 1;
      for (Fault.Throttle throttle : throttles) {
        factor *= throttle.holds(replica, now) ? throttle.factor() : 1;
      }
      return factor;
    };
  }

  /** What the network adds one way to what is sent at a time, without jitter. */
  public long networkNanos(long nowNanos) {
    long nanos = 0;
    for (Fault.SlowNetwork slow : networks) {
      nanos += slow.holds(nowNanos) ? slow.delayNanos() : 0;
    }
    return nanos;
  }

  /** What it adds to chunk {@code chunk} of a request, jitter included. */
  public long networkNanos(long nowNanos, long request, int chunk) {
    long nanos = 0;
    for (Fault.SlowNetwork slow : networks) {
      if (slow.holds(nowNanos)) {
        long draw = streams.value("network", request * 1_000_003L + chunk) >>> 1;
        nanos += slow.delayNanos() + (long) (slow.jitterNanos() * (draw / 0x1p63));
      }
    }
    return nanos;
  }

  /** A fault on the wire of one answer, and after how many of its tokens it comes. */
  public record Hurt(Fault.OnWire fault, int afterTokens) {}

  /** Whether an answer is hurt on the wire; the first fault that takes it has it. */
  public Optional<Hurt> hurt(long request, int outputTokens) {
    for (int i = 0; i < wires.size(); i++) {
      double draw = (streams.value("wire-" + i, request) >>> 11) * 0x1p-53;
      if (draw < wires.get(i).share()) {
        long at = streams.value("wire-at-" + i, request) >>> 1;
        int after = outputTokens > 1 ? (int) (1 + at % (outputTokens - 1)) : 0;
        return Optional.of(new Hurt(wires.get(i), after));
      }
    }
    return Optional.empty();
  }
}
