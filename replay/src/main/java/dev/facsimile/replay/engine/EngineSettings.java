package dev.facsimile.replay.engine;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What shapes a run on the wire.
 *
 * @param target the server's resolved address
 * @param load open or closed loop
 * @param maxConcurrency the user's own cap on requests in flight
 * @param timeout limit of one request, from its dispatch to its end
 * @param connectTimeout limit of opening a connection
 * @param drain how long to wait for answers after the last dispatch
 * @param until requests scheduled at this time of the run or later are not offered
 * @param connectionsAhead connections to open before the run's zero
 */
public record EngineSettings(
    InetSocketAddress target,
    Load load,
    OptionalInt maxConcurrency,
    Duration timeout,
    Duration connectTimeout,
    Duration drain,
    Optional<Duration> until,
    int connectionsAhead) {

  public EngineSettings {
    if (target.isUnresolved()) {
      throw new IllegalArgumentException("target " + target + " is not resolved");
    }
    if (maxConcurrency.isPresent() && maxConcurrency.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "max concurrency is " + maxConcurrency.getAsInt() + ", expected 1 or more");
    }
    positive("timeout", timeout);
    positive("connect timeout", connectTimeout);
    if (drain.isNegative()) {
      throw new IllegalArgumentException("drain is " + drain + ", expected 0 or more");
    }
    until.ifPresent(d -> positive("until", d));
  }

  private static void positive(String name, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(name + " is " + duration + ", expected more than 0");
    }
  }
}
