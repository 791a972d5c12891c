package dev.facsimile.trace.file;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * An append-only file of rows that a crash cannot spoil: whatever was flushed can be read back up
 * to the last whole row. Each row is its length, its CRC-32 and its present cells; a torn or
 * damaged row ends the reading.
 */
final class Journal {
  private static final int LONGEST_ROW = 1 << 28;

  private Journal() {}

  /**
   * Appends rows; they are safe from a crash of this process once {@link #flush} has returned.
   *
   * @param <T> the row
   */
  static final class Writer<T> implements Closeable {
    private final RowCodec<T> codec;
    private final List<Table.Column> columns;
    private final Cells cells;
    private final ByteArrayOutputStream row = new ByteArrayOutputStream(1 << 12);
    private final DataOutputStream out;

    Writer(Path file, RowCodec<T> codec) throws IOException {
      this.codec = codec;
      this.columns = codec.table().columns();
      this.cells = new Cells(codec.table(), 1);
      this.out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
    }

    void write(T value) throws IOException {
      cells.clear();
      codec.write(value, cells);
      row.reset();
      encode(new DataOutputStream(row));
      CRC32 check = new CRC32();
      byte[] bytes = row.toByteArray();
      check.update(bytes);
      out.writeInt(bytes.length);
      out.writeInt((int) check.getValue());
      out.write(bytes);
    }

    private void encode(DataOutputStream data) throws IOException {
      for (int i = 0; i < columns.size(); i++) {
        if (cells.presence(i)[0]) {
          data.writeByte(i);
          cell(i, data);
        }
      }
    }

    private void cell(int column, DataOutputStream data) throws IOException {
      switch (columns.get(column).kind()) {
        case STRING, CATEGORY -> {
          byte[] text = cells.getString(column).getBytes(StandardCharsets.UTF_8);
          data.writeInt(text.length);
          data.write(text);
        }
        case INT, LONG, BOOLEAN, DOUBLE -> data.writeLong(cells.getLong(column));
        case LONG_LIST -> {
          long[] values = cells.getLongs(column);
          data.writeInt(values.length);
          for (long value : values) {
            data.writeLong(value);
          }
        }
      }
    }

    void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** The whole rows of a journal, in order. */
  static <T> Rows<T> rows(Path file, RowCodec<T> codec) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    DataInputStream data = new DataInputStream(in);
    Cells cells = new Cells(codec.table(), 1);
    List<Table.Column> columns = codec.table().columns();
    return new Rows<>() {
      private boolean ended;

      @Override
      public Optional<T> next() throws IOException {
        Optional<byte[]> row = ended ? Optional.empty() : Journal.row(data);
        ended = row.isEmpty();
        if (ended) {
          return Optional.empty();
        }
        cells.clear();
        decode(row.get(), columns, cells);
        return Optional.of(codec.read(cells));
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    };
  }

  /** The next row's bytes; empty at the end and at a row that is not whole. */
  private static Optional<byte[]> row(DataInputStream data) throws IOException {
    try {
      int length = data.readInt();
      int expected = data.readInt();
      if (length < 0 || length > LONGEST_ROW) {
        return Optional.empty();
      }
      byte[] bytes = data.readNBytes(length);
      CRC32 check = new CRC32();
      check.update(bytes);
      boolean whole = bytes.length == length && (int) check.getValue() == expected;
      return whole ? Optional.of(bytes) : Optional.empty();
    } catch (EOFException e) {
      return Optional.empty();
    }
  }

  private static void decode(byte[] row, List<Table.Column> columns, Cells cells)
      throws IOException {
    DataInputStream data = new DataInputStream(new ByteArrayInputStream(row));
    for (int column = data.read(); column >= 0; column = data.read()) {
      switch (columns.get(column).kind()) {
        case STRING, CATEGORY ->
            cells.setString(
                column, new String(data.readNBytes(data.readInt()), StandardCharsets.UTF_8));
        case INT, LONG, BOOLEAN, DOUBLE -> cells.setLong(column, data.readLong());
        case LONG_LIST -> {
          long[] values = new long[data.readInt()];
          for (int i = 0; i < values.length; i++) {
            values[i] = data.readLong();
          }
          cells.setLongs(column, values);
        }
      }
    }
  }
}
