package dev.facsimile.replay.engine;

/** The load's shape. */
public sealed interface Load {

  /**
   * Open loop: requests leave at the workload's own times, whatever the server does.
   *
   * @param speed workload seconds per run second, over 0
   */
  record Open(double speed) implements Load {
    public Open {
      if (!(speed > 0) || Double.isInfinite(speed)) {
        throw new IllegalArgumentException("speed is " + speed + ", expected more than 0");
      }
    }
  }

  /**
   * Closed loop: each client sends the workload's next row once its request before has ended and
   * the row's think time has passed.
   *
   * @param clients how many clients, 1 or more
   */
  record Closed(int clients) implements Load {
    public Closed {
      if (clients < 1) {
        throw new IllegalArgumentException("clients is " + clients + ", expected 1 or more");
      }
    }
  }
}
