package dev.facsimile.replay.engine;

import java.time.Duration;
import java.util.Optional;

/**
 * How long things may take. A row's own deadline and planned disconnect come on top.
 *
 * @param connect limit of each step of opening a connection
 * @param firstToken limit from the dispatch to the first token
 * @param total limit from the dispatch to the end
 * @param drain how long to wait for answers after the last dispatch
 */
public record Limits(
    Duration connect, Optional<Duration> firstToken, Duration total, Duration drain) {

  public Limits {
    positive("connect timeout", connect);
    firstToken.ifPresent(d -> positive("first-token timeout", d));
    positive("timeout", total);
    if (drain.isNegative()) {
      throw new IllegalArgumentException("drain is " + drain + ", expected 0 or more");
    }
  }

  static void positive(String name, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(name + " is " + duration + ", expected more than 0");
    }
  }
}
