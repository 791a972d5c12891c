package dev.facsimile.cli;

import dev.facsimile.analyze.fidelity.SideReading;
import dev.facsimile.trace.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;

/** Two sides of a comparison that are read at the same time, with one progress for both. */
final class TwoReadings {
  private final Progress progress;
  private final AtomicLong first = new AtomicLong();
  private final AtomicLong second = new AtomicLong();

  /** Told the rows of both together. */
  TwoReadings(Progress progress) {
    this.progress = progress;
  }

  /** Reads one side. */
  @FunctionalInterface
  interface Reading {
    SideReading read(Progress progress) throws IOException;
  }

  /**
   * The two sides.
   *
   * @param source the one
   * @param other the other
   */
  record Sides(SideReading source, SideReading other) {}

  /** Reads both; what stops one of them is thrown. */
  Sides read(Reading source, Reading other) throws IOException {
    CompletableFuture<SideReading> second = CompletableFuture.supplyAsync(() -> unchecked(other));
    SideReading firstSide = source.read((done, total) -> tell(first, done));
    try {
      return new Sides(firstSide, second.join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      throw e.getCause() instanceof RuntimeException refused ? refused : e;
    }
  }

  private SideReading unchecked(Reading reading) {
    try {
      return reading.read((done, total) -> tell(second, done));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void tell(AtomicLong side, long done) {
    side.set(done);
    progress.at(first.get() + second.get(), OptionalLong.empty());
  }
}
