package dev.facsimile.ingest;

import dev.facsimile.ingest.PieceSource.Piece;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Merges logs by time. A log is opened when the merge comes within ten minutes of its first
 * request, and closed at its last row; so that of a month of hourly files two or three are open at
 * once, and of files that overlap all that do. Holds a reorder window for each open log.
 */
final class TimeMerge implements Closeable {
  private static final long AHEAD = 600_000_000_000L;

  /**
   * A log not opened yet.
   *
   * @param firstClock its first request's time of arrival; the smallest long if not known
   * @param order its place among the logs, for ties
   */
  record Unopened(long firstClock, int order, Opening opening) {}

  /** Opens a log. */
  @FunctionalInterface
  interface Opening {
    PieceSource open() throws IOException;
  }

  /** An open log and the time of what it gives next. */
  private record Open(long clock, int order, PieceSource log) {}

  private final ArrayDeque<Unopened> unopened;
  private final PriorityQueue<Open> open =
      new PriorityQueue<>(Comparator.comparingLong(Open::clock).thenComparingInt(Open::order));

  TimeMerge(List<Unopened> logs) {
    this.unopened =
        new ArrayDeque<>(
            logs.stream().sorted(Comparator.comparingLong(Unopened::firstClock)).toList());
  }

  /** The earliest piece that is left. */
  Optional<Piece> next() throws IOException {
    while (!unopened.isEmpty() && (open.size() < 2 || isNear(unopened.peek()))) {
      Unopened log = unopened.poll();
      queue(log.opening().open(), log.order());
    }
    Open earliest = open.poll();
    if (earliest == null) {
      return Optional.empty();
    }
    Optional<Piece> piece = earliest.log().next();
    queue(earliest.log(), earliest.order());
    return piece;
  }

  private boolean isNear(Unopened log) {
    return log.firstClock() <= open.peek().clock() + AHEAD;
  }

  private void queue(PieceSource log, int order) throws IOException {
    Optional<Piece> head = log.peek();
    if (head.isPresent()) {
      open.add(new Open(clock(head.get()), order, log));
    }
  }

  private static long clock(Piece piece) {
    if (piece instanceof Piece.Arrived arrived) {
      return arrived.row().clock();
    }
    return Long.MIN_VALUE;
  }

  @Override
  public void close() throws IOException {
    for (Open log : open) {
      log.log().close();
    }
  }
}
