package dev.facsimile.anonymize;

import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Trace rows as bytes, on their way from task to task. Not safe for threads. */
final class RowBytes {
  private final RowCodec<TraceRow> codec = TraceFile.codec();
  private final List<Table.Column> columns = codec.table().columns();
  private final Cells cells = new Cells(codec.table(), 1);

  void write(TraceRow row, DataOutput out) throws IOException {
    cells.clear();
    codec.write(row, cells);
    long present = 0;
    for (int i = 0; i < columns.size(); i++) {
      present |= cells.presence(i)[0] ? 1L << i : 0;
    }
    out.writeLong(present);
    for (int i = 0; i < columns.size(); i++) {
      if (cells.presence(i)[0]) {
        write(i, out);
      }
    }
  }

  private void write(int column, DataOutput out) throws IOException {
    switch (columns.get(column).kind()) {
      case STRING, CATEGORY -> write(cells.getString(column), out);
      case INT, LONG, BOOLEAN, DOUBLE -> out.writeLong(cells.getLong(column));
      case LONG_LIST -> write(cells.getLongs(column), out);
    }
  }

  private static void write(String text, DataOutput out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String string(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static void write(long[] values, DataOutput out) throws IOException {
    out.writeInt(values.length);
    for (long value : values) {
      out.writeLong(value);
    }
  }

  TraceRow read(DataInput in) throws IOException {
    cells.clear();
    long present = in.readLong();
    for (int i = 0; i < columns.size(); i++) {
      if ((present & 1L << i) != 0) {
        switch (columns.get(i).kind()) {
          case STRING, CATEGORY -> cells.setString(i, string(in));
          case INT, LONG, BOOLEAN, DOUBLE -> cells.setLong(i, in.readLong());
          case LONG_LIST -> cells.setLongs(i, longs(in));
        }
      }
    }
    return codec.read(cells);
  }

  static long[] longs(DataInput in) throws IOException {
    long[] values = new long[in.readInt()];
    for (int i = 0; i < values.length; i++) {
      values[i] = in.readLong();
    }
    return values;
  }
}
