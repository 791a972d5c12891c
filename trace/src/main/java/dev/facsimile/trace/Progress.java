package dev.facsimile.trace;

import java.util.OptionalLong;

/** Hears how far long work has come; called often, so it must be cheap. */
@FunctionalInterface
public interface Progress {
  /** Hears nothing. */
  Progress SILENT = (done, total) -> {};

  /**
   * Work has come so far.
   *
   * @param done units done: rows, bytes or requests, as the work counts them
   * @param total units in all, where known
   */
  void at(long done, OptionalLong total);
}
