package dev.facsimile.replay.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The load's shape. */
public sealed interface Load {

  /** Windows that the load itself names, such as the stages of a rate. */
  default List<Window> windows() {
    return List.of();
  }

  /** When a session's later turns are due in an open loop. */
  enum Turns {
    /** The end of the turn before + think time, where the row has one; else its own time. */
    THINK,
    /** Its own time, whatever became of the turn before. */
    CLOCK
  }

  /**
   * Open loop: requests leave at the workload's own times, whatever the server does.
   *
   * @param speed workload seconds per run second, over 0
   * @param turns when later turns are due
   */
  record Open(double speed, Turns turns) implements Load {
    /** Every row at its own time. */
    public Open(double speed) {
      this(speed, Turns.CLOCK);
    }

    public Open {
      if (!(speed > 0) || Double.isInfinite(speed)) {
        throw new IllegalArgumentException("speed is " + speed + ", expected more than 0");
      }
    }
  }

  /**
   * Open loop at a rate of its own: rows in their order, the times of the workload set aside.
   *
   * @param stages the rate over time; the load ends with the last one
   * @param process how arrivals scatter about the rate
   * @param seed of the process
   */
  record Rate(List<Stage> stages, ArrivalProcess process, long seed) implements Load {
    public Rate {
      if (stages.isEmpty()) {
        throw new IllegalArgumentException("no stages, expected at least one");
      }
      stages = List.copyOf(stages);
    }

    @Override
    public List<Window> windows() {
      List<Window> windows = new ArrayList<>();
      long from = 0;
      for (Stage stage : stages) {
        long to = from + stage.length().toNanos();
        if (stage.name().isPresent()) {
          windows.add(new Window(stage.name().get(), from, to));
        }
        from = to;
      }
      return List.copyOf(windows);
    }
  }

  /**
   * A stretch of time with a rate that is constant, or goes up or down in a straight line.
   *
   * @param name its name, for the outcomes' phase
   * @param length how long it takes
   * @param from requests per second at its start, 0 or more
   * @param to requests per second at its end, 0 or more
   */
  record Stage(Optional<String> name, Duration length, double from, double to) {
    public Stage {
      Limits.positive("stage", length);
      if (!(from >= 0 && to >= 0) || Double.isInfinite(from) || Double.isInfinite(to)) {
        throw new IllegalArgumentException(
            "rates are " + from + " and " + to + ", expected 0 or more");
      }
    }
  }

  /**
   * Closed loop: each client sends the workload's next row once its request before has ended and
   * the think time has passed: the row's own, or else the load's.
   *
   * @param clients how many clients, 1 or more
   * @param thinkNanos think time of rows that have none
   * @param rampNanos time over which the clients begin, evenly; 0 for all at once
   */
  record Closed(int clients, OptionalLong thinkNanos, long rampNanos) implements Load {
    /** All clients at once; no think time but the rows' own. */
    public Closed(int clients) {
      this(clients, OptionalLong.empty(), 0);
    }

    public Closed {
      if (clients < 1) {
        throw new IllegalArgumentException("clients is " + clients + ", expected 1 or more");
      }
      if (rampNanos < 0) {
        throw new IllegalArgumentException("ramp is " + rampNanos + " ns, expected 0 or more");
      }
    }
  }
}
