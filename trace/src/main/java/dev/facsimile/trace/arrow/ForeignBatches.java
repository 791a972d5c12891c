package dev.facsimile.trace.arrow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.table.EpochTime;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.util.Text;

/**
 * The rows of anybody's Arrow IPC file (Feather version 2) as JSON objects: timestamps as ISO-8601
 * text in UTC, lists as arrays, structures as objects. Absent values are left out. Holds one record
 * batch.
 */
public final class ForeignBatches implements Closeable {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final BufferAllocator allocator = new RootAllocator();
  private final SeekableByteChannel channel;
  private final ArrowFileReader reader;
  private List<ValueVector> columns = List.of();
  private final List<ValueVector> decoded = new ArrayList<>();
  private int row;
  private int rows;

  /**
   * Opens a file.
   *
   * @throws IOException if it cannot be read
   */
  public ForeignBatches(Path file) throws IOException {
    channel = Files.newByteChannel(file);
    reader = new ArrowFileReader(channel, allocator, CommonsCompressionFactory.INSTANCE);
  }

  /**
   * The next row, or empty at the end.
   *
   * @throws IOException if the file is not whole, or holds a type that is not read
   */
  public Optional<ObjectNode> next() throws IOException {
    try {
      while (row == rows) {
        if (!loadBatch()) {
          return Optional.empty();
        }
      }
      return Optional.of(object(row++));
    } catch (RuntimeException e) {
      throw new IOException("is not a whole Arrow file: " + e.getMessage(), e);
    }
  }

  private boolean loadBatch() throws IOException {
    releaseDecoded();
    if (!reader.loadNextBatch()) {
      return false;
    }
    row = 0;
    rows = reader.getVectorSchemaRoot().getRowCount();
    List<ValueVector> batch = new ArrayList<>();
    for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
      batch.add(plain(vector));
    }
    columns = batch;
    return true;
  }

  private ValueVector plain(FieldVector vector) {
    var encoding = vector.getField().getDictionary();
    if (encoding == null) {
      return vector;
    }
    ValueVector plain = DictionaryEncoder.decode(vector, reader.lookup(encoding.getId()));
    decoded.add(plain);
    return plain;
  }

  private void releaseDecoded() {
    decoded.forEach(ValueVector::close);
    decoded.clear();
  }

  private ObjectNode object(int index) throws IOException {
    ObjectNode object = JSON.objectNode();
    for (int i = 0; i < columns.size(); i++) {
      ValueVector column = columns.get(i);
      if (!column.isNull(index)) {
        String name = reader.getVectorSchemaRoot().getVector(i).getName();
        object.set(name, value(column, index));
      }
    }
    return object;
  }

  private static JsonNode value(ValueVector column, int index) throws IOException {
    if (column instanceof TimeStampVector times
        && column.getField().getType() instanceof ArrowType.Timestamp type) {
      return JSON.textNode(
          EpochTime.text(times.get(index), perSecond(type.getUnit()), type.getTimezone() != null));
    }
    return json(column.getObject(index));
  }

  private static JsonNode json(Object value) throws IOException {
    if (value == null) {
      return JSON.nullNode();
    }
    if (value instanceof Boolean flag) {
      return JSON.booleanNode(flag);
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number)
          ? JSON.numberNode(new BigDecimal(value.toString()))
          : JSON.textNode(value.toString());
    }
    if (value instanceof BigDecimal decimal) {
      return JSON.numberNode(decimal);
    }
    if (value instanceof Number whole) {
      return JSON.numberNode(whole.longValue());
    }
    if (value instanceof List<?> list) {
      ArrayNode array = JSON.arrayNode();
      for (Object element : list) {
        array.add(json(element));
      }
      return array;
    }
    if (value instanceof Map<?, ?> map) {
      ObjectNode object = JSON.objectNode();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        object.set(String.valueOf(entry.getKey()), json(entry.getValue()));
      }
      return object;
    }
    if (value instanceof CharSequence || value instanceof Text) {
      return JSON.textNode(value.toString());
    }
    throw new IOException(
        "holds a value of " + value.getClass().getSimpleName() + ", which is not read");
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> 1_000_000_000;
    };
  }

  @Override
  public void close() throws IOException {
    releaseDecoded();
    reader.close();
    channel.close();
    allocator.close();
  }
}
