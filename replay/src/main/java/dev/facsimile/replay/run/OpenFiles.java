package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.HttpVersion;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.trace.file.InputException;
import java.util.OptionalLong;

/**
 * How many files a replay needs to have open: one for each connection, and some. The JVM has raised
 * its own limit as far as the system lets it.
 */
final class OpenFiles {
  private static final int BESIDE_CONNECTIONS = 100;
  private static final int MOST_AHEAD = 1_000;

  private OpenFiles() {}

  /** What is needed where that is known up front: a closed loop, or a cap. */
  static OptionalLong needed(ReplayOptions options) {
    long most = options.maxConcurrency().orElse(Integer.MAX_VALUE);
    if (options.load() instanceof Load.Closed closed) {
      most = Math.min(most, closed.clients());
    }
    if (most == Integer.MAX_VALUE) {
      return OptionalLong.empty();
    }
    boolean shared =
        options.wire().http() == HttpVersion.HTTP_2 && !options.wire().freshConnections();
    int streams = shared ? options.wire().mostStreams() : 1;
    return OptionalLong.of((most + streams - 1) / streams + BESIDE_CONNECTIONS);
  }

  /**
   * How many connections to open before the run's zero: one for each client of a closed loop; for
   * an open loop, where the server's pace is not known, as many as are due in a quarter of the
   * busiest second, up to {@link #MOST_AHEAD}. The rest follow as they are needed.
   */
  static int ahead(ReplayOptions options, ReplayPlan plan) {
    if (options.wire().freshConnections()) {
      return 0;
    }
    long wanted =
        options.load() instanceof Load.Closed closed
            ? closed.clients()
            : Math.min(MOST_AHEAD, plan.pace().map(p -> 1 + p.peakPerSecond() / 4).orElse(1L));
    return (int) Math.min(wanted, options.maxConcurrency().orElse(Integer.MAX_VALUE));
  }

  /** How many connections fit under a limit. */
  static long connections(long limit) {
    return Math.max(0, limit - BESIDE_CONNECTIONS);
  }

  /**
   * Refuses a load that cannot have its connections.
   *
   * @throws InputException if it cannot
   */
  static void require(ReplayOptions options, OptionalLong limit) {
    OptionalLong needed = needed(options);
    if (needed.isPresent() && limit.isPresent() && needed.getAsLong() > limit.getAsLong()) {
      String option =
          options.load() instanceof Load.Closed closed
              ? "--clients " + closed.clients()
              : "--max-concurrency " + options.maxConcurrency().getAsInt();
      throw new InputException(
          option
              + " needs about "
              + needed.getAsLong()
              + " open files and this process may open "
              + limit.getAsLong()
              + ": raise the limit with ulimit -n");
    }
  }
}
