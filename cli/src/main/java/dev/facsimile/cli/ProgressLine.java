package dev.facsimile.cli;

import dev.facsimile.trace.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Shows progress on stderr: one line rewritten in place on a terminal, a plain line every ten
 * seconds elsewhere.
 */
final class ProgressLine implements Progress, AutoCloseable {
  private static final long TERMINAL_NANOS = 200_000_000L;
  private static final long PLAIN_NANOS = 10_000_000_000L;
  private static final int BAR = 24;

  private final PrintWriter err;
  private final String what;
  private final String unit;
  private final boolean terminal = System.console() != null;
  private final long start = System.nanoTime();
  private long shown = start;
  private boolean open;

  ProgressLine(PrintWriter err, String what, String unit) {
    this.err = err;
    this.what = what;
    this.unit = unit;
  }

  @Override
  public void at(long done, OptionalLong total) {
    long now = System.nanoTime();
    if (now - shown < (terminal ? TERMINAL_NANOS : PLAIN_NANOS)) {
      return;
    }
    shown = now;
    String line = line(done, total, (now - start) / 1e9);
    if (terminal) {
      err.print("\r\u001b[K" + line);
      err.flush();
      open = true;
    } else {
      err.println(line);
    }
  }

  private String line(long done, OptionalLong total, double seconds) {
    String rate = String.format(Locale.ROOT, "%,.0f %s/s", done / seconds, unit);
    if (total.isEmpty() || total.getAsLong() == 0) {
      return String.format(Locale.ROOT, "%s: %,d %s, %s", what, done, unit, rate);
    }
    double share = Math.min(1, (double) done / total.getAsLong());
    int full = (int) Math.round(share * BAR);
    return String.format(
        Locale.ROOT,
        "%s [%s%s] %3.0f %%, %s, %.0f s left",
        what,
        "#".repeat(full),
        "-".repeat(BAR - full),
        share * 100,
        rate,
        share == 0 ? 0 : seconds / share - seconds);
  }

  @Override
  public void close() {
    if (open) {
      err.print("\r\u001b[K");
      err.flush();
    }
  }
}
