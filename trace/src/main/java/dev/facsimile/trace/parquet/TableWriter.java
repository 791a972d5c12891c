package dev.facsimile.trace.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/**
 * Writes rows to a Parquet file: zstd pages, dictionaries for categories only. Holds one row group
 * (at most 32 MiB) in memory.
 *
 * @param <T> the row
 */
public final class TableWriter<T> implements Closeable {
  private static final long ROW_GROUP_BYTES = 32L << 20;

  private final Support<T> support;
  private final ParquetWriter<T> writer;

  /**
   * Starts a file.
   *
   * @throws IOException if it cannot be created
   */
  public TableWriter(Path file, RowCodec<T> codec) throws IOException {
    support = new Support<>(codec);
    Builder<T> builder =
        new Builder<>(new LocalOutputFile(file), support)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new Codecs())
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withWriterVersion(WriterVersion.PARQUET_1_0)
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .withDictionaryEncoding(false);
    for (Table.Column column : codec.table().columns()) {
      if (column.kind() == Table.Kind.CATEGORY) {
        builder = builder.withDictionaryEncoding(column.name(), true);
      }
    }
    writer = builder.build();
  }

  public void write(T row) throws IOException {
    writer.write(row);
  }

  /** Metadata to put into the file's footer; call before {@link #close()}. */
  public void metadata(Map<String, String> keyValues) {
    support.metadata = Map.copyOf(keyValues);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private static final class Builder<T> extends ParquetWriter.Builder<T, Builder<T>> {
    private final WriteSupport<T> support;

    Builder(OutputFile file, WriteSupport<T> support) {
      super(file);
      this.support = support;
    }

    @Override
    protected Builder<T> self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in the base class
    protected WriteSupport<T> getWriteSupport(Configuration configuration) {
      return support;
    }

    @Override
    protected WriteSupport<T> getWriteSupport(ParquetConfiguration configuration) {
      return support;
    }
  }

  private static final class Support<T> extends WriteSupport<T> {
    private final RowCodec<T> codec;
    private final List<Table.Column> columns;
    private final Cells cells;
    private Map<String, String> metadata = Map.of();
    private RecordConsumer consumer;

    Support(RowCodec<T> codec) {
      this.codec = codec;
      this.columns = codec.table().columns();
      this.cells = new Cells(columns.size());
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in the base class
    public WriteContext init(Configuration configuration) {
      return context();
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return context();
    }

    private WriteContext context() {
      return new WriteContext(codec.table().schema(), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      consumer = recordConsumer;
    }

    @Override
    public FinalizedWriteContext finalizeWrite() {
      return new FinalizedWriteContext(metadata);
    }

    @Override
    public void write(T row) {
      cells.clear();
      codec.write(row, cells);
      consumer.startMessage();
      for (int i = 0; i < columns.size(); i++) {
        if (cells.has(i)) {
          Table.Column column = columns.get(i);
          consumer.startField(column.name(), i);
          writeCell(column.kind(), i);
          consumer.endField(column.name(), i);
        }
      }
      consumer.endMessage();
    }

    private void writeCell(Table.Kind kind, int column) {
      switch (kind) {
        case STRING, CATEGORY -> consumer.addBinary(Binary.fromString(cells.getString(column)));
        case INT -> consumer.addInteger(cells.getInt(column));
        case LONG -> consumer.addLong(cells.getLong(column));
        case BOOLEAN -> consumer.addBoolean(cells.getBoolean(column));
        case LONG_LIST -> writeList(cells.getLongs(column));
      }
    }

    private void writeList(long[] values) {
      consumer.startGroup();
      if (values.length > 0) {
        consumer.startField("list", 0);
        for (long value : values) {
          consumer.startGroup();
          consumer.startField("element", 0);
          consumer.addLong(value);
          consumer.endField("element", 0);
          consumer.endGroup();
        }
        consumer.endField("list", 0);
      }
      consumer.endGroup();
    }
  }
}
