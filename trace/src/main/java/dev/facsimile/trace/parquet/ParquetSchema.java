package dev.facsimile.trace.parquet;

import dev.facsimile.trace.table.Table;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** A table's columns as a Parquet schema. */
final class ParquetSchema {
  private ParquetSchema() {}

  /** The schema of a table. */
  static MessageType of(Table table) {
    return new MessageType(
        table.name(), table.columns().stream().map(ParquetSchema::type).toList());
  }

  private static Type type(Table.Column column) {
    Type.Repetition repetition =
        column.required() ? Type.Repetition.REQUIRED : Type.Repetition.OPTIONAL;
    return switch (column.kind()) {
      case STRING, CATEGORY ->
          Types.primitive(PrimitiveTypeName.BINARY, repetition)
              .as(LogicalTypeAnnotation.stringType())
              .named(column.name());
      case INT -> Types.primitive(PrimitiveTypeName.INT32, repetition).named(column.name());
      case LONG -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(column.name());
      case BOOLEAN -> Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(column.name());
      case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(column.name());
      case LONG_LIST ->
          Types.list(repetition).requiredElement(PrimitiveTypeName.INT64).named(column.name());
    };
  }
}
