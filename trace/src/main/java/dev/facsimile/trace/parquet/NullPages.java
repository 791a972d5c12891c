package dev.facsimile.trace.parquet;

import java.io.IOException;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.statistics.geospatial.GeospatialStatistics;

/**
 * Pages of version 1 that hold nothing but nulls: their levels are one run each of the
 * RLE/bit-packing hybrid of the Parquet format, and no values follow.
 */
final class NullPages {
  private NullPages() {}

  /** Writes so many rows without a value, at most {@code pageRows} to a page. */
  static void write(PageWriter pages, ColumnDescriptor column, long rows, int pageRows)
      throws IOException {
    for (long left = rows; left > 0; left -= pageRows) {
      int count = (int) Math.min(left, pageRows);
      BytesInput none = BytesInput.empty();
      BytesInput repetition = column.getMaxRepetitionLevel() == 0 ? none : run(count);
      Statistics<?> statistics = Statistics.createStats(column.getPrimitiveType());
      statistics.incrementNumNulls(count);
      pages.writePage(
          BytesInput.concat(repetition, run(count)),
          count,
          count,
          statistics,
          sizes(column, count),
          GeospatialStatistics.noopBuilder().build(),
          Encoding.RLE,
          Encoding.RLE,
          Encoding.PLAIN);
    }
  }

  /** So many levels of zero, behind their length in bytes. */
  private static BytesInput run(int count) throws IOException {
    BytesInput run =
        BytesInput.concat(BytesInput.fromUnsignedVarInt(count << 1), BytesInput.from(new byte[1]));
    return BytesInput.concat(BytesInput.fromInt((int) run.size()), run);
  }

  /** Those of one null, so many times: which levels are counted is the library's business. */
  private static SizeStatistics sizes(ColumnDescriptor column, long count) {
    SizeStatistics.Builder one =
        SizeStatistics.newBuilder(
            column.getPrimitiveType(),
            column.getMaxRepetitionLevel(),
            column.getMaxDefinitionLevel());
    one.add(0, 0);
    SizeStatistics sizes = one.build();
    return new SizeStatistics(
        column.getPrimitiveType(),
        0,
        times(sizes.getRepetitionLevelHistogram(), count),
        times(sizes.getDefinitionLevelHistogram(), count));
  }

  private static List<Long> times(List<Long> histogram, long count) {
    return histogram.stream().map(level -> level * count).toList();
  }
}
