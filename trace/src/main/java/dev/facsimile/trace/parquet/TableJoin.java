package dev.facsimile.trace.parquet;

import dev.facsimile.trace.table.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.LocalOutputFile;

/** Puts files of one table together, a row group after another, without decoding them. */
public final class TableJoin {
  private TableJoin() {}

  /**
   * Joins files.
   *
   * @param parts files that {@link TableWriter} wrote
   * @param metadata for the footer; that of the parts is lost
   * @throws IOException if one has other columns, or cannot be read
   */
  public static void join(List<Path> parts, Table table, Map<String, String> metadata, Path target)
      throws IOException {
    try (ParquetFileWriter writer =
        new ParquetFileWriter(
            new LocalOutputFile(target),
            ParquetSchema.of(table),
            ParquetFileWriter.Mode.OVERWRITE,
            ParquetWriter.DEFAULT_BLOCK_SIZE,
            ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
            null,
            ParquetProperties.builder().build())) {
      writer.start();
      for (Path part : parts) {
        try (ParquetFileReader reader = TableReader.openFooter(part)) {
          reader.appendTo(writer);
        }
      }
      writer.end(metadata);
    }
  }
}
