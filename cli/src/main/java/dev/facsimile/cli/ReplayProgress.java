package dev.facsimile.cli;

import dev.facsimile.replay.engine.LiveFigures;
import dev.facsimile.replay.run.ReplayRun;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Shows how a replay goes on stderr: one line rewritten every second on a terminal, a plain line
 * every ten seconds elsewhere.
 */
final class ReplayProgress implements ReplayRun.Listener, AutoCloseable {
  private static final int PLAIN_EVERY = 10;

  private final PrintWriter err;
  private final Consumer<LiveFigures> also;
  private final boolean terminal = System.console() != null;
  private int calls;
  private boolean open;

  ReplayProgress(PrintWriter err) {
    this(err, figures -> {});
  }

  /** The same, and hands every figure on. */
  ReplayProgress(PrintWriter err, Consumer<LiveFigures> also) {
    this.err = err;
    this.also = also;
  }

  @Override
  public void accept(LiveFigures figures) {
    calls++;
    also.accept(figures);
    if (terminal) {
      err.print("\r\u001b[K" + line(figures));
      err.flush();
      open = true;
    } else if (calls % PLAIN_EVERY == 0) {
      err.println(line(figures));
    }
  }

  @Override
  public void step(String what) {
    clear();
    err.println("facsimile: " + what);
  }

  @Override
  public void fact(String sentence) {
    clear();
    err.println("facsimile: " + sentence);
  }

  static String line(LiveFigures f) {
    String ttft =
        f.ttftP50Nanos().isPresent()
            ? String.format(
                Locale.ROOT,
                "%.1f / %.1f ms",
                f.ttftP50Nanos().getAsLong() / 1e6,
                f.ttftP99Nanos().orElse(0) / 1e6)
            : "-";
    // Held back by the user's own cap, requests count as asked for only once they are let through.
    String asked =
        f.behindNanos() < 1_000_000_000L
            ? f.offeredLately() + "/s"
            : "more (behind by " + f.behindNanos() / 1_000_000_000L + " s)";
    return String.format(
        Locale.ROOT,
        "replay: %d s, asked %s, reached %d/s, in flight %d, completed %,d, TTFT p50/p99 %s, errors"
            + " %d",
        f.elapsedNanos() / 1_000_000_000L,
        asked,
        f.dispatchedLately(),
        f.inFlight(),
        f.completed(),
        ttft,
        f.errors());
  }

  /** Makes room for other output. */
  void clear() {
    if (open) {
      err.print("\r\u001b[K");
      err.flush();
      open = false;
    }
  }

  @Override
  public void close() {
    clear();
  }
}
