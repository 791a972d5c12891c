package dev.facsimile.trace.file;

import dev.facsimile.trace.arrow.ArrowWriter;
import dev.facsimile.trace.arrow.Categories;
import dev.facsimile.trace.table.RowCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Any of our tables as an Arrow IPC file: a trace, a workload, or the outcomes of a run. The header
 * goes to the schema's metadata, under the key {@code facsimile}. The content of a raw trace is
 * left out.
 */
public final class ArrowExport {
  private ArrowExport() {}

  /** Opens rows; called twice. */
  private interface Opener<T> {
    Rows<T> open() throws IOException;
  }

  /**
   * Writes {@code source} to {@code target}.
   *
   * @return the number of rows
   * @throws InputException if the source is none of ours
   */
  public static long write(Path source, Path target) throws IOException {
    if (Files.isDirectory(source)) {
      RunFolder run = RunFolder.open(source);
      return write(target, new OutcomeCodec(), run::outcomes, run.manifest());
    }
    WorkloadSource either = WorkloadSource.open(source);
    if (either instanceof WorkloadSource.Trace trace) {
      return write(target, new TraceCodec(), trace.file()::rows, trace.file().header());
    }
    return write(target, new WorkloadCodec(), either::rows, either.header());
  }

  private static <T> long write(Path target, RowCodec<T> codec, Opener<T> opener, Object header)
      throws IOException {
    Categories categories = new Categories(codec.table());
    try (Rows<T> rows = opener.open()) {
      for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
        categories.add(codec, row.get());
      }
    }
    long count = 0;
    Map<String, String> metadata = Map.of(TableFile.HEADER_KEY, Json.line(header));
    try (AtomicFile file = AtomicFile.create(target);
        ArrowWriter<T> writer = new ArrowWriter<>(file.path(), codec, categories, metadata);
        Rows<T> rows = opener.open()) {
      for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
        writer.write(row.get());
        count++;
      }
      writer.finish();
      file.commit();
    }
    return count;
  }
}
