package dev.facsimile.ingest;

import dev.facsimile.ingest.format.Fields;
import java.io.Closeable;
import java.io.IOException;

/** Cuts one file into rows of fields. */
interface RowReader extends Closeable {

  /** One row of the file. */
  sealed interface Row {
    long line();

    /** A row whose fields can be asked for. */
    record Read(long line, Fields fields) implements Row {}

    /** A row that cannot be cut into fields, and why. */
    record Broken(long line, String reason) implements Row {}

    /** The end of the file. */
    record End(long line) implements Row {}
  }

  Row next() throws IOException;
}
