package dev.facsimile.replay.engine;

import java.util.OptionalLong;

/** When a request should leave, nanoseconds from the run's zero: numbers from numbers. */
public final class DueTime {
  private DueTime() {}

  /** Open loop: the workload's time ÷ speed, to the nearest nanosecond. */
  public static long open(long arrivalNanos, double speed) {
    return speed == 1 ? arrivalNanos : Math.round(arrivalNanos / speed);
  }

  /** A session's later turn in an open loop: the end of the turn before + think time ÷ speed. */
  public static long turn(long previousEndNanos, long thinkNanos, double speed) {
    return previousEndNanos + open(thinkNanos, speed);
  }

  /** Closed loop: the end of the client's previous request (0 at first) + think time. */
  public static long closed(long previousEndNanos, OptionalLong thinkNanos) {
    return previousEndNanos + thinkNanos.orElse(0);
  }
}
