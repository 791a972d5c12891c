package dev.facsimile.trace.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.table.EpochTime;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * The rows of anybody's Parquet file as JSON objects: timestamps as ISO-8601 text in UTC, decimals
 * exactly, lists as arrays, groups as objects, bytes that are no text as hex. Absent values are
 * left out.
 */
public final class ForeignRows implements Closeable {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final long DAY_SECONDS = 86_400;
  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;

  private final ParquetReader<Group> reader;

  /**
   * Opens a file.
   *
   * @throws IOException if it cannot be read
   */
  public ForeignRows(Path file) throws IOException {
    reader = new Builder(ParquetInput.of(file)).withCodecFactory(new Codecs()).build();
  }

  /**
   * The next row, or empty at the end.
   *
   * @throws IOException if the file is not whole
   */
  public Optional<ObjectNode> next() throws IOException {
    try {
      return Optional.ofNullable(reader.read()).map(ForeignRows::object);
    } catch (RuntimeException | IOException e) {
      throw new IOException(sentence(e), e);
    }
  }

  private static String sentence(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnsupportedOperationException unsupported) {
        return unsupported.getMessage() + ", expected zstd, Snappy, gzip or none";
      }
    }
    return "is not a whole Parquet file";
  }

  private static ObjectNode object(Group group) {
    ObjectNode object = JSON.objectNode();
    GroupType type = group.getType();
    for (int field = 0; field < type.getFieldCount(); field++) {
      int count = group.getFieldRepetitionCount(field);
      Type fieldType = type.getType(field);
      if (fieldType.isRepetition(Type.Repetition.REPEATED)) {
        object.set(fieldType.getName(), array(group, field, count));
      } else if (count > 0) {
        object.set(fieldType.getName(), value(group, field, 0));
      }
    }
    return object;
  }

  private static ArrayNode array(Group group, int field, int count) {
    ArrayNode array = JSON.arrayNode();
    for (int i = 0; i < count; i++) {
      array.add(value(group, field, i));
    }
    return array;
  }

  private static JsonNode value(Group group, int field, int index) {
    Type type = group.getType().getType(field);
    if (type.isPrimitive()) {
      return primitive(group, field, index, type.asPrimitiveType());
    }
    Group inner = group.getGroup(field, index);
    return type.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation
        ? list(inner)
        : object(inner);
  }

  /** A list's outer group holds a repeated one, whose single field is the element. */
  private static ArrayNode list(Group outer) {
    ArrayNode array = JSON.arrayNode();
    Type repeated = outer.getType().getType(0);
    boolean wrapped = !repeated.isPrimitive() && repeated.asGroupType().getFieldCount() == 1;
    for (int i = 0; i < outer.getFieldRepetitionCount(0); i++) {
      if (!wrapped) {
        array.add(value(outer, 0, i));
      } else {
        Group entry = outer.getGroup(0, i);
        array.add(entry.getFieldRepetitionCount(0) == 0 ? JSON.nullNode() : value(entry, 0, 0));
      }
    }
    return array;
  }

  private static JsonNode primitive(Group group, int field, int index, PrimitiveType type) {
    if (type.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation timestamp) {
      return JSON.textNode(
          EpochTime.text(
              group.getLong(field, index),
              perSecond(timestamp.getUnit()),
              timestamp.isAdjustedToUTC()));
    }
    if (type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal) {
      return JSON.numberNode(
          new BigDecimal(unscaled(group, field, index, type), decimal.getScale()));
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> JSON.booleanNode(group.getBoolean(field, index));
      case INT32 -> JSON.numberNode(group.getInteger(field, index));
      case INT64 -> JSON.numberNode(group.getLong(field, index));
      case FLOAT -> number(group.getFloat(field, index));
      case DOUBLE -> number(group.getDouble(field, index));
      case INT96 -> JSON.textNode(legacyTimestamp(group, field, index).toString());
      case BINARY -> JSON.textNode(group.getBinary(field, index).toStringUsingUTF8());
      case FIXED_LEN_BYTE_ARRAY ->
          JSON.textNode(HexFormat.of().formatHex(group.getBinary(field, index).getBytes()));
    };
  }

  /** Through its shortest decimal, so that 0.1 stays 0.1; what is no number stays a text. */
  private static JsonNode number(double value) {
    return Double.isFinite(value)
        ? JSON.numberNode(BigDecimal.valueOf(value))
        : JSON.textNode(String.valueOf(value));
  }

  private static BigInteger unscaled(Group group, int field, int index, PrimitiveType type) {
    return switch (type.getPrimitiveTypeName()) {
      case INT32 -> BigInteger.valueOf(group.getInteger(field, index));
      case INT64 -> BigInteger.valueOf(group.getLong(field, index));
      default -> new BigInteger(group.getBinary(field, index).getBytes());
    };
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case MILLIS -> 1_000;
      case MICROS -> 1_000_000;
      case NANOS -> 1_000_000_000;
    };
  }

  /** Nanoseconds of the day and a Julian day, as Hive and Spark once wrote timestamps. */
  private static Instant legacyTimestamp(Group group, int field, int index) {
    var bytes = group.getInt96(field, index).toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    long nanosOfDay = bytes.getLong();
    long day = bytes.getInt() - JULIAN_DAY_OF_EPOCH;
    return Instant.ofEpochSecond(day * DAY_SECONDS, nanosOfDay);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  private static final class Builder extends ParquetReader.Builder<Group> {
    Builder(InputFile file) {
      super(file, new PlainParquetConfiguration());
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport();
    }
  }
}
