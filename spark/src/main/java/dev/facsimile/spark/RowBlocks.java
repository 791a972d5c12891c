package dev.facsimile.spark;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * {@link Staged} rows in blocks of bytes, as executors keep them on their disks: what Spark itself
 * would keep of them, column by column with dictionaries and bounds, costs it more time than
 * reading a log. A block ends with the place of the facts in it, if it has a piece's facts.
 */
final class RowBlocks {
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int FIXED_BYTES = 64;
  private static final int ABSENT = -1;

  private RowBlocks() {}

  /** Packs rows, as they are asked for. */
  static Iterator<byte[]> pack(Iterator<Row> rows) {
    return new Packing(rows);
  }

  private static final class Packing implements Iterator<byte[]> {
    private final Iterator<Row> rows;
    private ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES * 2);

    Packing(Iterator<Row> rows) {
      this.rows = rows;
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public byte[] next() {
      if (!rows.hasNext()) {
        throw new NoSuchElementException();
      }
      block.clear();
      int facts = ABSENT;
      while (rows.hasNext() && block.position() < BLOCK_BYTES) {
        Row row = rows.next();
        if (row.getInt(4) == Staged.End.FACTS.ordinal()) {
          facts = block.position();
        }
        put(row);
      }
      room(Integer.BYTES);
      block.putInt(facts);
      return Arrays.copyOf(block.array(), block.position());
    }

    private void put(Row row) {
      room(FIXED_BYTES);
      int ended = row.getInt(4);
      block.putInt(row.getInt(0)).putInt(row.getInt(1));
      block.putLong(row.getLong(2)).putLong(row.getLong(3)).putInt(ended);
      if (ended == Staged.End.REJECTED.ordinal()) {
        put(text(row.getString(5)));
        put(text(row.getString(6)));
        return;
      }
      if (ended == Staged.End.ACCEPTED.ordinal()) {
        block.putLong(row.getLong(7)).putInt(row.getInt(9));
        put(text(row.getString(8)));
        if ((row.getInt(9) & PieceFacts.SHARED) != 0) {
          put(text(row.getString(11)));
        }
      }
      put(row.<byte[]>getAs(10));
    }

    private static byte[] text(String text) {
      return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private void put(byte[] bytes) {
      if (bytes == null) {
        room(Integer.BYTES);
        block.putInt(ABSENT);
      } else {
        room(Integer.BYTES + bytes.length);
        block.putInt(bytes.length).put(bytes);
      }
    }

    private void room(int bytes) {
      if (block.remaining() < bytes) {
        int needed = block.position() + bytes;
        block =
            ByteBuffer.wrap(Arrays.copyOf(block.array(), Math.max(needed, block.capacity() * 2)))
                .position(block.position());
      }
    }
  }

  /** The rows of a block, as they are asked for. */
  static Iterator<Row> unpack(byte[] block) {
    ByteBuffer in = ByteBuffer.wrap(block, 0, block.length - Integer.BYTES);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return in.hasRemaining();
      }

      @Override
      public Row next() {
        if (!in.hasRemaining()) {
          throw new NoSuchElementException();
        }
        return row(in);
      }
    };
  }

  /** The row of a piece's facts, if it is in this block. */
  static Iterator<Row> facts(byte[] block) {
    int place = ByteBuffer.wrap(block).getInt(block.length - Integer.BYTES);
    return place == ABSENT
        ? Collections.emptyIterator()
        : List.of(row(ByteBuffer.wrap(block).position(place))).iterator();
  }

  private static Row row(ByteBuffer in) {
    Object[] values = new Object[Staged.SCHEMA.size()];
    values[0] = in.getInt();
    values[1] = in.getInt();
    values[2] = in.getLong();
    values[3] = in.getLong();
    int ended = in.getInt();
    values[4] = ended;
    if (ended == Staged.End.REJECTED.ordinal()) {
      values[5] = text(bytes(in));
      values[6] = text(bytes(in));
      return RowFactory.create(values);
    }
    if (ended == Staged.End.ACCEPTED.ordinal()) {
      values[7] = in.getLong();
      int has = in.getInt();
      values[9] = has;
      values[8] = text(bytes(in));
      values[11] = (has & PieceFacts.SHARED) != 0 ? text(bytes(in)) : null;
    }
    values[10] = bytes(in);
    return RowFactory.create(values);
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ByteBuffer in) {
    int length = in.getInt();
    if (length == ABSENT) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
