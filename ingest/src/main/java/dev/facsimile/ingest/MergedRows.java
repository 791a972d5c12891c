package dev.facsimile.ingest;

import dev.facsimile.ingest.PieceSource.Piece;
import dev.facsimile.ingest.format.LogRows;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Takes the rows of all logs, merged by time, to the traces: their contents are counted by several
 * threads, rows of one call that several logs saw are put together, and a record that is there
 * twice is left out the second time. Holds at most {@value #WAITING} characters of contents that
 * are being counted, unless a single one is longer.
 */
final class MergedRows implements Closeable {
  private static final long WAITING = 4L << 20;

  private final TimeMerge merge;
  private final InOrder<Placed> workers;
  private final SharedCalls<Placed> calls;
  private final SameRecords records = new SameRecords();
  private final RowSteps steps;

  /**
   * Rows of {@code merge}.
   *
   * @param counting whether contents are counted
   * @param resumed the trace that grows: its own rows are complete
   */
  MergedRows(TimeMerge merge, RowSteps steps, boolean counting, Path resumed) {
    this.merge = merge;
    this.steps = steps;
    this.calls =
        new SharedCalls<>(
            Placed::shared, this::together, row -> steps.leftOut(LogRows.DETAILS_ALONE, 1));
    this.workers =
        new InOrder<>(
            counting ? Runtime.getRuntime().availableProcessors() : 0,
            row -> row.log().equals(resumed) ? row : row.with(steps::completed),
            row -> row.row().content().map(String::length).orElse(0),
            WAITING);
  }

  /** Takes them all. */
  void to(TraceParts parts) throws IOException {
    for (Optional<Piece> piece = merge.next(); piece.isPresent(); piece = merge.next()) {
      if (piece.get() instanceof Piece.Arrived arrived) {
        workers.add(arrived.row());
        while (workers.isFull()) {
          counted(workers.next().orElseThrow(), parts);
        }
      } else if (piece.get() instanceof Piece.Boundary boundary) {
        drain(parts);
        parts.split(boundary.reset());
      }
    }
    drain(parts);
  }

  private void counted(Placed row, TraceParts parts) throws IOException {
    if (row.shared().isEmpty() && calls.isEmpty()) {
      once(row, parts);
      return;
    }
    calls.add(row);
    give(parts, false);
  }

  private Placed together(Placed first, Placed second) {
    steps.becamePart(SharedCalls.JOINED);
    boolean secondIsRequest =
        second.shared().orElseThrow().isRequestOf(first.shared().orElseThrow());
    Placed main = secondIsRequest ? second : first;
    SharedRow row = first.sharedRow().with(second.sharedRow());
    return new Placed(row.row(), main.log(), main.line(), Optional.of(row.shared()));
  }

  private void drain(TraceParts parts) throws IOException {
    for (Optional<Placed> row = workers.next(); row.isPresent(); row = workers.next()) {
      counted(row.get(), parts);
    }
    give(parts, true);
  }

  private void give(TraceParts parts, boolean all) throws IOException {
    for (Optional<Placed> row = calls.next(all); row.isPresent(); row = calls.next(all)) {
      once(row.get(), parts);
    }
  }

  private void once(Placed row, TraceParts parts) throws IOException {
    if (records.holds(row)) {
      steps.leftOut(SameRecords.REASON, 1);
    } else {
      parts.accept(row);
    }
  }

  @Override
  public void close() throws IOException {
    workers.close();
    merge.close();
  }
}
