package dev.facsimile.trace.parquet;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Reads rows from a Parquet file that {@link TableWriter} wrote, in order. Columns are matched by
 * name: one that the file lacks is absent in every row, one that the table lacks is not read.
 *
 * @param <T> the row
 */
public final class TableReader<T> implements Closeable {
  private final ParquetReader<T> reader;

  /**
   * Opens a file.
   *
   * @param leaveOut columns not to read
   * @throws IOException if it is not a Parquet file, or lacks a required column, or has one of
   *     another type
   */
  public TableReader(Path file, RowCodec<T> codec, Set<String> leaveOut) throws IOException {
    reader =
        new Builder<>(new LocalInputFile(file), new Support<>(codec, leaveOut))
            .withCodecFactory(new Codecs())
            .build();
  }

  /** The next row, or empty at the end. */
  public Optional<T> read() throws IOException {
    return Optional.ofNullable(reader.read());
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** The footer's key-value metadata. */
  public static Map<String, String> metadata(Path file) throws IOException {
    try (ParquetFileReader footer = openFooter(file)) {
      return Map.copyOf(footer.getFooter().getFileMetaData().getKeyValueMetaData());
    }
  }

  /** The columns' names and types, in Parquet's own notation. */
  public static String schema(Path file) throws IOException {
    try (ParquetFileReader footer = openFooter(file)) {
      return footer.getFileMetaData().getSchema().toString();
    }
  }

  /**
   * The number of values of each column that the file has, ours or not, from its footer alone; a
   * list counts its elements. Where the writer kept no count of nulls, they count as values.
   */
  public static SortedMap<String, Long> valueCounts(Path file) throws IOException {
    SortedMap<String, Long> counts = new TreeMap<>();
    try (ParquetFileReader footer = openFooter(file)) {
      footer
          .getFileMetaData()
          .getSchema()
          .getFields()
          .forEach(field -> counts.put(field.getName(), 0L));
      for (BlockMetaData rowGroup : footer.getRowGroups()) {
        for (ColumnChunkMetaData chunk : rowGroup.getColumns()) {
          long nulls = Math.max(0, chunk.getStatistics().getNumNulls());
          counts.merge(chunk.getPath().toArray()[0], chunk.getValueCount() - nulls, Long::sum);
        }
      }
    }
    return counts;
  }

  static ParquetFileReader openFooter(Path file) throws IOException {
    // Without these options parquet-java would ask for a Hadoop configuration, which is not there.
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    return ParquetFileReader.open(new LocalInputFile(file), options);
  }

  private static final class Builder<T> extends ParquetReader.Builder<T> {
    private final ReadSupport<T> support;

    Builder(InputFile file, ReadSupport<T> support) {
      super(file, new PlainParquetConfiguration());
      this.support = support;
    }

    @Override
    protected ReadSupport<T> getReadSupport() {
      return support;
    }
  }

  private static final class Support<T> extends ReadSupport<T> {
    private final RowCodec<T> codec;
    private final Set<String> leaveOut;

    Support(RowCodec<T> codec, Set<String> leaveOut) {
      this.codec = codec;
      this.leaveOut = leaveOut;
    }

    @Override
    public ReadContext init(InitContext context) {
      MessageType file = context.getFileSchema();
      List<Type> wanted = new ArrayList<>();
      for (Type type : ParquetSchema.of(codec.table()).getFields()) {
        if (!file.containsField(type.getName())) {
          if (type.isRepetition(Type.Repetition.REQUIRED)) {
            throw new IllegalArgumentException("column " + type.getName() + " is missing");
          }
        } else if (!leaveOut.contains(type.getName())) {
          wanted.add(requireSame(file.getType(type.getName()), type));
        }
      }
      return new ReadContext(new MessageType(file.getName(), wanted));
    }

    private static Type requireSame(Type found, Type expected) {
      boolean sameKind = found.isPrimitive() == expected.isPrimitive();
      if (sameKind && found.isPrimitive()) {
        sameKind =
            found.asPrimitiveType().getPrimitiveTypeName()
                == expected.asPrimitiveType().getPrimitiveTypeName();
      }
      if (!sameKind) {
        throw new IllegalArgumentException(
            "column " + found.getName() + " is '" + found + "', expected '" + expected + "'");
      }
      return found;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in the base class
    public RecordMaterializer<T> prepareForRead(
        Configuration configuration,
        Map<String, String> metadata,
        MessageType fileSchema,
        ReadContext context) {
      return new Materializer<>(codec, context.getRequestedSchema());
    }

    @Override
    public RecordMaterializer<T> prepareForRead(
        ParquetConfiguration configuration,
        Map<String, String> metadata,
        MessageType fileSchema,
        ReadContext context) {
      return new Materializer<>(codec, context.getRequestedSchema());
    }
  }

  private static final class Materializer<T> extends RecordMaterializer<T> {
    private final RowCodec<T> codec;
    private final Cells cells;
    private final GroupConverter root;

    Materializer(RowCodec<T> codec, MessageType requested) {
      this.codec = codec;
      List<Table.Column> columns = codec.table().columns();
      this.cells = new Cells(codec.table(), 1);
      Converter[] converters = new Converter[requested.getFieldCount()];
      for (int i = 0; i < columns.size(); i++) {
        if (requested.containsField(columns.get(i).name())) {
          converters[requested.getFieldIndex(columns.get(i).name())] =
              converter(columns.get(i).kind(), i);
        }
      }
      this.root = new Root(converters, cells);
    }

    private Converter converter(Table.Kind kind, int column) {
      return switch (kind) {
        case STRING, CATEGORY -> new StringCell(cells, column);
        case INT, LONG, BOOLEAN, DOUBLE -> new NumberCell(cells, column);
        case LONG_LIST -> new ListCell(cells, column);
      };
    }

    @Override
    public T getCurrentRecord() {
      return codec.read(cells);
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }

  private static final class Root extends GroupConverter {
    private final Converter[] converters;
    private final Cells cells;

    Root(Converter[] converters, Cells cells) {
      this.converters = converters;
      this.cells = cells;
    }

    @Override
    public Converter getConverter(int field) {
      return converters[field];
    }

    @Override
    public void start() {
      cells.clear();
    }

    @Override
    public void end() {}
  }

  private static final class NumberCell extends PrimitiveConverter {
    private final Cells cells;
    private final int column;

    NumberCell(Cells cells, int column) {
      this.cells = cells;
      this.column = column;
    }

    @Override
    public void addInt(int value) {
      cells.setLong(column, value);
    }

    @Override
    public void addLong(long value) {
      cells.setLong(column, value);
    }

    @Override
    public void addBoolean(boolean value) {
      cells.setBoolean(column, value);
    }

    @Override
    public void addDouble(double value) {
      cells.setDouble(column, value);
    }
  }

  private static final class StringCell extends PrimitiveConverter {
    private final Cells cells;
    private final int column;
    private String[] dictionary = {};

    StringCell(Cells cells, int column) {
      this.cells = cells;
      this.column = column;
    }

    @Override
    public boolean hasDictionarySupport() {
      return true;
    }

    @Override
    public void setDictionary(Dictionary values) {
      dictionary = new String[values.getMaxId() + 1];
      for (int i = 0; i < dictionary.length; i++) {
        dictionary[i] = values.decodeToBinary(i).toStringUsingUTF8();
      }
    }

    @Override
    public void addValueFromDictionary(int id) {
      cells.setString(column, dictionary[id]);
    }

    @Override
    public void addBinary(Binary value) {
      cells.setString(column, value.toStringUsingUTF8());
    }
  }

  /** A three-level list: the outer group holds a repeated group with one element each. */
  private static final class ListCell extends GroupConverter {
    private final Cells cells;
    private final int column;
    private final Converter repeated = new Repeated();
    private long[] values = new long[16];
    private int count;

    ListCell(Cells cells, int column) {
      this.cells = cells;
      this.column = column;
    }

    @Override
    public Converter getConverter(int field) {
      return repeated;
    }

    @Override
    public void start() {
      count = 0;
    }

    @Override
    public void end() {
      cells.setLongs(column, Arrays.copyOf(values, count));
    }

    private final class Repeated extends GroupConverter {
      private final PrimitiveConverter element =
          new PrimitiveConverter() {
            @Override
            public void addLong(long value) {
              if (count == values.length) {
                values = Arrays.copyOf(values, count * 2);
              }
              values[count++] = value;
            }
          };

      @Override
      public Converter getConverter(int field) {
        return element;
      }

      @Override
      public void start() {}

      @Override
      public void end() {}
    }
  }
}
