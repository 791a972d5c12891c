package dev.facsimile.trace.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Rows as bytes, on their way from task to task: which columns a row has, and their values. Absent
 * columns, as most are in most rows, cost a bit. The bytes are for the same version to read. Not
 * safe for threads: each task has its own.
 *
 * @param <T> the row
 */
public final class RowBytes<T> {
  private static final int VARINT_BYTES = 10;

  private final RowCodec<T> codec;
  private final List<Table.Column> columns;
  private final Cells cells;

  /** The last string of each column and its bytes: a category is mostly the one before. */
  private final String[] lastString;

  private final byte[][] lastBytes;

  private byte[] buffer = new byte[512];
  private int at;

  /** Of rows that {@code codec} takes apart, of a table with up to 64 columns. */
  public RowBytes(RowCodec<T> codec) {
    this.codec = codec;
    this.columns = codec.table().columns();
    if (columns.size() > Long.SIZE) {
      throw new IllegalArgumentException("more columns than bits");
    }
    this.cells = new Cells(codec.table(), 1);
    this.lastString = new String[columns.size()];
    this.lastBytes = new byte[columns.size()][];
  }

  /** A row's bytes. */
  public byte[] bytes(T row) {
    cells.clear();
    codec.write(row, cells);
    long present = 0;
    for (int i = 0; i < columns.size(); i++) {
      present |= cells.presence(i)[0] ? 1L << i : 0;
    }
    at = 0;
    put(present);
    for (long left = present; left != 0; left &= left - 1) {
      put(Long.numberOfTrailingZeros(left));
    }
    return Arrays.copyOf(buffer, at);
  }

  private void put(int column) {
    switch (columns.get(column).kind()) {
      case STRING -> put(cells.getString(column).getBytes(StandardCharsets.UTF_8));
      case CATEGORY -> put(category(column, cells.getString(column)));
      case INT -> put(zigzag(cells.getInt(column)));
      case LONG -> put(zigzag(cells.getLong(column)));
      case BOOLEAN -> put(cells.getBoolean(column) ? 1L : 0L);
      case DOUBLE -> put(Double.doubleToRawLongBits(cells.getDouble(column)));
      case LONG_LIST -> put(cells.getLongs(column));
    }
  }

  private byte[] category(int column, String value) {
    if (!value.equals(lastString[column])) {
      lastString[column] = value;
      lastBytes[column] = value.getBytes(StandardCharsets.UTF_8);
    }
    return lastBytes[column];
  }

  private void put(byte[] bytes) {
    put((long) bytes.length);
    room(bytes.length);
    System.arraycopy(bytes, 0, buffer, at, bytes.length);
    at += bytes.length;
  }

  /** As steps from one to the next, which are short where ids were counted. */
  private void put(long[] values) {
    put((long) values.length);
    long before = 0;
    for (long value : values) {
      put(zigzag(value - before));
      before = value;
    }
  }

  private void put(long value) {
    room(VARINT_BYTES);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      buffer[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[at++] = (byte) rest;
  }

  private static long zigzag(long value) {
    return value << 1 ^ value >> 63;
  }

  private void room(int bytes) {
    if (buffer.length - at < bytes) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, at + bytes));
    }
  }

  /** The row of its bytes. */
  public T row(byte[] bytes) {
    cells.clear();
    Reading in = new Reading(bytes);
    for (long left = in.varint(); left != 0; left &= left - 1) {
      set(Long.numberOfTrailingZeros(left), in);
    }
    return codec.read(cells);
  }

  private void set(int column, Reading in) {
    switch (columns.get(column).kind()) {
      case STRING -> cells.setString(column, in.string());
      case CATEGORY -> cells.setString(column, knownString(column, in));
      case INT, LONG -> cells.setLong(column, in.signed());
      case BOOLEAN -> cells.setBoolean(column, in.varint() == 1);
      case DOUBLE -> cells.setDouble(column, Double.longBitsToDouble(in.varint()));
      case LONG_LIST -> cells.setLongs(column, in.longs());
    }
  }

  private String knownString(int column, Reading in) {
    int length = (int) in.varint();
    int from = in.skip(length);
    byte[] known = lastBytes[column];
    if (known == null || !Arrays.equals(known, 0, known.length, in.bytes, from, from + length)) {
      lastBytes[column] = Arrays.copyOfRange(in.bytes, from, from + length);
      lastString[column] = new String(lastBytes[column], StandardCharsets.UTF_8);
    }
    return lastString[column];
  }

  /** Reads on in a row's bytes. */
  private static final class Reading {
    private final byte[] bytes;
    private int at;

    Reading(byte[] bytes) {
      this.bytes = bytes;
    }

    long varint() {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte b = bytes[at++];
        value |= (long) (b & 0x7F) << shift;
        if (b >= 0) {
          return value;
        }
      }
    }

    long signed() {
      long value = varint();
      return value >>> 1 ^ -(value & 1);
    }

    /** Passes over bytes; gives where they began. */
    int skip(int length) {
      int from = at;
      at += length;
      return from;
    }

    String string() {
      int length = (int) varint();
      return new String(bytes, skip(length), length, StandardCharsets.UTF_8);
    }

    long[] longs() {
      long[] values = new long[(int) varint()];
      long before = 0;
      for (int i = 0; i < values.length; i++) {
        before += signed();
        values[i] = before;
      }
      return values;
    }
  }
}
