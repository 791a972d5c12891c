package dev.facsimile.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.sql.Row;

/** Reads something into {@link Staged} rows, of which the last is what it told. */
sealed interface ReadTask extends Serializable permits PieceTask, OldRowsTask {

  /** The rows, read as they are asked for. */
  Iterator<Row> read(LogFiles logs, TaskFiles sent) throws IOException;
}
