package dev.facsimile.replay.engine;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What shapes a run on the wire.
 *
 * @param peers the servers, in the order in which {@link PreparedRequest#peer()} counts them
 * @param load what is due when
 * @param maxConcurrency the user's own cap on requests in flight
 * @param limits how long things may take
 * @param retries whether attempts are repeated
 * @param freshConnections whether each request gets a connection of its own
 * @param until requests scheduled at this time of the run or later are not offered
 * @param windows parts of the run with names; a request due in one bears its name as its phase
 * @param connectionsAhead connections to open before the run's zero
 * @param zeroNanoTime when the run's zero is to be, by the engine's own clock; at once where absent
 */
public record EngineSettings(
    List<Peer> peers,
    Load load,
    OptionalInt maxConcurrency,
    Limits limits,
    Retries retries,
    boolean freshConnections,
    Optional<Duration> until,
    List<Window> windows,
    int connectionsAhead,
    OptionalLong zeroNanoTime) {

  public EngineSettings {
    if (peers.isEmpty()) {
      throw new IllegalArgumentException("no peers, expected at least one");
    }
    peers = List.copyOf(peers);
    windows = List.copyOf(windows);
    if (maxConcurrency.isPresent() && maxConcurrency.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "max concurrency is " + maxConcurrency.getAsInt() + ", expected 1 or more");
    }
    until.ifPresent(d -> Limits.positive("until", d));
  }

  /** The most requests that can be in flight at a time. */
  int mostInFlight() {
    int cap = maxConcurrency.orElse(Integer.MAX_VALUE);
    return load instanceof Load.Closed closed ? Math.min(cap, closed.clients()) : cap;
  }

  /** One server in the clear, without cap, retries, end or windows. */
  public static EngineSettings plain(InetSocketAddress address, Load load, Limits limits) {
    return new EngineSettings(
        List.of(Peer.plain(address)),
        load,
        OptionalInt.empty(),
        limits,
        Retries.NONE,
        false,
        Optional.empty(),
        List.of(),
        0,
        OptionalLong.empty());
  }

  /** The same with a cap on requests in flight. */
  public EngineSettings capped(OptionalInt cap) {
    return new EngineSettings(
        peers,
        load,
        cap,
        limits,
        retries,
        freshConnections,
        until,
        windows,
        connectionsAhead,
        zeroNanoTime);
  }

  /** The same, with attempts repeated. */
  public EngineSettings retried(Retries other) {
    return new EngineSettings(
        peers,
        load,
        maxConcurrency,
        limits,
        other,
        freshConnections,
        until,
        windows,
        connectionsAhead,
        zeroNanoTime);
  }

  /** The same, to other servers. */
  public EngineSettings to(List<Peer> others, boolean fresh) {
    return new EngineSettings(
        others,
        load,
        maxConcurrency,
        limits,
        retries,
        fresh,
        until,
        windows,
        connectionsAhead,
        zeroNanoTime);
  }

  /** The same, ended early, with named parts. */
  public EngineSettings within(Optional<Duration> end, List<Window> parts) {
    return new EngineSettings(
        peers,
        load,
        maxConcurrency,
        limits,
        retries,
        freshConnections,
        end,
        parts,
        connectionsAhead,
        zeroNanoTime);
  }

  /** The same, with connections opened before the zero, which may be at a given time. */
  public EngineSettings started(int connections, OptionalLong zero) {
    return new EngineSettings(
        peers,
        load,
        maxConcurrency,
        limits,
        retries,
        freshConnections,
        until,
        windows,
        connections,
        zero);
  }
}
