package dev.facsimile.ingest;

import dev.facsimile.ingest.format.Fields;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

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

  /** The last row's text, as near to the file's as this reader can give it. */
  Optional<String> raw();

  /** About how many bytes the last row took in the file, for readers that know it; else 0. */
  default int size() {
    return 0;
  }

  /**
   * Gives a row that is not the end to a format's reader. One that cannot be cut into fields, or
   * that the reader refuses, is rejected.
   */
  static void give(Row row, LogReader reader, LogRows made) {
    if (row instanceof Row.Broken broken) {
      made.rejected(new MalformedRow(broken.reason()));
    } else if (row instanceof Row.Read whole) {
      try {
        reader.read(whole.fields(), made);
      } catch (MalformedRow e) {
        made.rejected(e);
      }
    }
  }

  /**
   * Rows of a log.
   *
   * @param in the log, decompressed; must support marks if the format's shape is {@code JSON}
   * @param idPrefix with which ids of rows without one begin
   * @param stretch which of the log's lines {@code in} has; formats that are not cut into lines are
   *     read whole
   */
  static RowReader of(LogFormat format, Path log, InputStream in, String idPrefix, Stretch stretch)
      throws IOException {
    return switch (format.shape()) {
      case CSV -> new CsvRows(log, in, idPrefix, stretch);
      case JSON_LINES -> new JsonRows(in, idPrefix, format.keysWrittenTwice(), stretch);
      case JSON_DOCUMENT -> new JsonDocumentRows(in, idPrefix);
      case JSON ->
          stretch.atStart() && JsonLayout.isDocument(in)
              ? new JsonDocumentRows(in, idPrefix)
              : new JsonRows(in, idPrefix, format.keysWrittenTwice(), stretch);
      case TEXT_LINES -> new TextRows(in, idPrefix, stretch);
      case PARQUET, ARROW -> new TableRows(format.shape(), log, in, idPrefix);
    };
  }
}
