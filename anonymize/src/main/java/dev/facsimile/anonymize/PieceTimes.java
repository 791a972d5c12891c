package dev.facsimile.anonymize;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.stats.LongSeries;
import java.util.ArrayList;
import java.util.List;

/** When the rows of pieces arrive, and what pieces must read around them where arrivals move. */
final class PieceTimes {
  private final ReleaseInput input;
  private final List<Piece> pieces;
  private final List<ArrivalMarks> marks;

  /** Rows and their arrivals, of all marks in order. */
  private final LongSeries rows = new LongSeries();

  private final LongSeries arrivals = new LongSeries();

  /**
   * Of all pieces.
   *
   * @param marks of each, in their order
   * @throws InputException if arrivals go backward
   */
  PieceTimes(ReleaseInput input, List<Piece> pieces, List<ArrivalMarks> marks) {
    this.input = input;
    this.pieces = pieces;
    this.marks = marks;
    requireOrdered();
    for (ArrivalMarks piece : marks) {
      for (int i = 0; i < piece.rows().length; i++) {
        rows.add(piece.rows()[i]);
        arrivals.add(piece.arrivals()[i]);
      }
    }
  }

  /** The pieces, each with as much around it as {@link SplitRelease#inTime} tells. */
  List<Piece> inTime() {
    long jitter = input.policy().time().jitter().toNanos();
    long zero = arrivals.get(0);
    List<Piece> inTime = new ArrayList<>();
    for (Piece piece : pieces) {
      boolean first = piece.index() == 0;
      boolean last = piece.index() == pieces.size() - 1;
      long start = marks.get(piece.index()).arrivals()[0];
      long end = last ? Long.MAX_VALUE : marks.get(piece.index() + 1).arrivals()[0];
      long readFrom = first ? 0 : lastBefore(start - 3 * jitter);
      long readTo = last ? input.raw().header().rows() : firstFrom(end + jitter);
      inTime.add(
          new Piece(
              piece.index(),
              piece.from(),
              piece.to(),
              readFrom,
              readTo,
              first ? Long.MIN_VALUE : start - zero,
              last ? Long.MAX_VALUE : end - zero));
    }
    return inTime;
  }

  private void requireOrdered() {
    long before = Long.MIN_VALUE;
    for (ArrivalMarks piece : marks) {
      if (!piece.ordered() || piece.arrivals()[0] < before) {
        throw new InputException(
            input.raw().path(),
            "has arrivals that go backward, which many machines cannot move by a jitter: anonymize"
                + " it on one machine, or without a jitter");
      }
      before = piece.arrivals()[piece.arrivals().length - 1];
    }
  }

  /** The row of the last mark that lies before a time; the first row if none does. */
  private long lastBefore(long time) {
    int before = marksBefore(time);
    return before == 0 ? 0 : rows.get(before - 1);
  }

  /** The row of the first mark that does not lie before a time; behind the last row if all do. */
  private long firstFrom(long time) {
    int before = marksBefore(time);
    return before == rows.size() ? input.raw().header().rows() : rows.get(before);
  }

  private int marksBefore(long time) {
    int low = 0;
    int high = arrivals.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (arrivals.get(middle) < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
