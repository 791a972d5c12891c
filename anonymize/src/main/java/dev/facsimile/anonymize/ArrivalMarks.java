package dev.facsimile.anonymize;

import dev.facsimile.trace.stats.LongSeries;
import java.io.Serializable;

/**
 * The arrivals of some of a piece's rows, by which rows near in time are found.
 *
 * @param piece the piece's place
 * @param rows rows, in order: its first one, more, and its last one
 * @param arrivals the arrival of each
 * @param ordered whether no row of the piece arrives before the one in front of it
 */
public record ArrivalMarks(int piece, long[] rows, long[] arrivals, boolean ordered)
    implements Serializable {
  private static final int MOST = 64;

  /** Collects them. */
  static final class Collector {
    private final Piece piece;
    private final long every;
    private final LongSeries rows = new LongSeries();
    private final LongSeries arrivals = new LongSeries();
    private boolean ordered = true;
    private long before = Long.MIN_VALUE;

    Collector(Piece piece) {
      this.piece = piece;
      every = Math.max(1, (piece.to() - piece.from()) / MOST);
    }

    void add(long row, long arrivalNanos) {
      ordered &= arrivalNanos >= before;
      before = arrivalNanos;
      if ((row - piece.from()) % every == 0 || row == piece.to() - 1) {
        rows.add(row);
        arrivals.add(arrivalNanos);
      }
    }

    ArrivalMarks end() {
      return new ArrivalMarks(piece.index(), rows.toArray(), arrivals.toArray(), ordered);
    }
  }
}
