package dev.facsimile.ingest;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Requests in order of the log's clock. */
interface PieceSource extends Closeable {

  /** What a source gives, in order. */
  sealed interface Piece {
    /** A request. */
    record Arrived(Placed row) implements Piece {}

    /** The clock was reset here; what follows is another stretch of time. */
    record Boundary(ClockWatch.Reset reset) implements Piece {}
  }

  /** The next piece, which stays; empty at the end. */
  Optional<Piece> peek() throws IOException;

  /** The next piece; empty at the end. */
  Optional<Piece> next() throws IOException;
}
