package dev.facsimile.replay.engine;

import java.util.List;
import java.util.Optional;

/**
 * A part of a run with a name, by the times at which requests are due.
 *
 * @param name such as {@code warm-up}, {@code steady}, {@code spike}
 * @param fromNanos its start, from the run's zero
 * @param toNanos its end, not included
 */
public record Window(String name, long fromNanos, long toNanos) {

  public Window {
    if (name.isBlank() || fromNanos < 0 || toNanos <= fromNanos) {
      throw new IllegalArgumentException(
          "window '" + name + "' is from " + fromNanos + " to " + toNanos + " ns");
    }
  }

  /** The name of the first window that a time lies in. */
  public static Optional<String> of(List<Window> windows, long nanos) {
    for (Window window : windows) {
      if (nanos >= window.fromNanos() && nanos < window.toNanos()) {
        return Optional.of(window.name());
      }
    }
    return Optional.empty();
  }
}
