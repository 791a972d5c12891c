package dev.facsimile.trace.arrow;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes rows to an Arrow IPC file, uncompressed, in batches of {@link #BATCH} rows. Strings are
 * UTF-8, categories are dictionaries with 32-bit indices, lists are lists of 64-bit numbers. Holds
 * one batch and the dictionaries.
 *
 * @param <T> the row
 */
public final class ArrowWriter<T> implements Closeable {
  /** Rows in a record batch. */
  static final int BATCH = 16_384;

  private static final ArrowType INT32 = new ArrowType.Int(32, true);
  private static final ArrowType INT64 = new ArrowType.Int(64, true);
  private static final ArrowType FLOAT64 =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);

  private final RowCodec<T> codec;
  private final List<Table.Column> columns;
  private final Categories categories;
  private final BufferAllocator allocator = new RootAllocator();
  private final MapDictionaryProvider dictionaries = new MapDictionaryProvider();
  private final VectorSchemaRoot root;
  private final FileChannel channel;
  private final ArrowFileWriter writer;
  private final Cells cells;

  /**
   * Starts a file.
   *
   * @param categories every value of the categories, gathered in a first pass
   * @param metadata put into the schema's metadata
   */
  public ArrowWriter(
      Path file, RowCodec<T> codec, Categories categories, Map<String, String> metadata)
      throws IOException {
    this.codec = codec;
    this.columns = codec.table().columns();
    this.categories = categories;
    this.cells = new Cells(codec.table(), BATCH);
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      fields.add(field(i));
    }
    root = VectorSchemaRoot.create(new Schema(fields, metadata), allocator);
    channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    writer = new ArrowFileWriter(root, dictionaries, channel);
    writer.start();
  }

  private Field field(int index) {
    Table.Column column = columns.get(index);
    boolean nullable = !column.required();
    return switch (column.kind()) {
      case STRING -> plain(column, new ArrowType.Utf8());
      case INT -> plain(column, INT32);
      case LONG -> plain(column, INT64);
      case BOOLEAN -> plain(column, new ArrowType.Bool());
      case DOUBLE -> plain(column, FLOAT64);
      case CATEGORY -> {
        DictionaryEncoding encoding =
            new DictionaryEncoding(index, false, new ArrowType.Int(32, true));
        dictionaries.put(new Dictionary(dictionary(categories.values(index)), encoding));
        yield new Field(column.name(), new FieldType(nullable, INT32, encoding), null);
      }
      case LONG_LIST ->
          new Field(
              column.name(),
              new FieldType(nullable, new ArrowType.List(), null),
              List.of(new Field("item", FieldType.notNullable(INT64), null)));
    };
  }

  private static Field plain(Table.Column column, ArrowType type) {
    return new Field(column.name(), new FieldType(!column.required(), type, null), null);
  }

  private VarCharVector dictionary(List<String> values) {
    VarCharVector vector = new VarCharVector("dictionary", allocator);
    vector.allocateNew();
    for (int i = 0; i < values.size(); i++) {
      vector.setSafe(i, values.get(i).getBytes(StandardCharsets.UTF_8));
    }
    vector.setValueCount(values.size());
    return vector;
  }

  public void write(T row) throws IOException {
    codec.write(row, cells);
    cells.next();
    if (cells.isFull()) {
      flush();
    }
  }

  private void flush() throws IOException {
    root.clear();
    for (int i = 0; i < columns.size(); i++) {
      fill(i, root.getVector(i));
    }
    root.setRowCount(cells.size());
    writer.writeBatch();
    cells.clear();
  }

  private void fill(int column, FieldVector vector) {
    switch (columns.get(column).kind()) {
      case STRING -> fillText(column, (VarCharVector) vector);
      case CATEGORY -> fillCategories(column, (IntVector) vector);
      case INT -> fillInts(column, (IntVector) vector);
      case LONG -> fillLongs(column, (BigIntVector) vector);
      case BOOLEAN -> fillFlags(column, (BitVector) vector);
      case DOUBLE -> fillDoubles(column, (Float8Vector) vector);
      case LONG_LIST -> fillLists(column, (ListVector) vector);
    }
  }

  private void fillText(int column, VarCharVector vector) {
    for (int row = 0; row < cells.size(); row++) {
      if (cells.presence(column)[row]) {
        String text = (String) cells.objects(column)[row];
        vector.setSafe(row, text.getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(cells.size());
  }

  private void fillCategories(int column, IntVector vector) {
    for (int row = 0; row < cells.size(); row++) {
      if (cells.presence(column)[row]) {
        vector.setSafe(row, categories.index(column, (String) cells.objects(column)[row]));
      }
    }
    vector.setValueCount(cells.size());
  }

  private void fillInts(int column, IntVector vector) {
    for (int row = 0; row < cells.size(); row++) {
      if (cells.presence(column)[row]) {
        vector.setSafe(row, (int) cells.numbers(column)[row]);
      }
    }
    vector.setValueCount(cells.size());
  }

  private void fillLongs(int column, BigIntVector vector) {
    for (int row = 0; row < cells.size(); row++) {
      if (cells.presence(column)[row]) {
        vector.setSafe(row, cells.numbers(column)[row]);
      }
    }
    vector.setValueCount(cells.size());
  }

  private void fillFlags(int column, BitVector vector) {
    for (int row = 0; row < cells.size(); row++) {
      if (cells.presence(column)[row]) {
        vector.setSafe(row, cells.numbers(column)[row] == 0 ? 0 : 1);
      }
    }
    vector.setValueCount(cells.size());
  }

  private void fillDoubles(int column, Float8Vector vector) {
    for (int row = 0; row < cells.size(); row++) {
      if (cells.presence(column)[row]) {
        vector.setSafe(row, Double.longBitsToDouble(cells.numbers(column)[row]));
      }
    }
    vector.setValueCount(cells.size());
  }

  private void fillLists(int column, ListVector vector) {
    UnionListWriter list = vector.getWriter();
    for (int row = 0; row < cells.size(); row++) {
      if (cells.presence(column)[row]) {
        list.setPosition(row);
        list.startList();
        for (long value : (long[]) cells.objects(column)[row]) {
          list.writeBigInt(value);
        }
        list.endList();
      }
    }
    vector.setValueCount(cells.size());
  }

  /** Writes what is left, and the footer. */
  public void finish() throws IOException {
    if (cells.size() > 0) {
      flush();
    }
    writer.end();
  }

  @Override
  public void close() throws IOException {
    writer.close();
    channel.close();
    root.close();
    for (long id : dictionaries.getDictionaryIds()) {
      dictionaries.lookup(id).getVector().close();
    }
    allocator.close();
  }
}
