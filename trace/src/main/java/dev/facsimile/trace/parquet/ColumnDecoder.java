package dev.facsimile.trace.parquet;

import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.Table;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.PageReader;

/**
 * Decodes one column of consecutive rows into cells, a page at a time. Absent cells are left as
 * they are. Holds a page.
 */
final class ColumnDecoder {
  private final PageReader pages;
  private final Table.Kind kind;
  private final int place;
  private final int whole;
  private final int deepest;
  private final int repeated;
  private final PageValues values;
  private int[] definition = {};
  private int[] repetition = {};
  private int inPage;
  private int at;
  private long firstRow;
  private long[] list = new long[16];

  /**
   * A column.
   *
   * @param place its place among the cells' columns
   * @param optional whether a row may have none
   */
  ColumnDecoder(
      PageReader pages, ColumnDescriptor column, Table.Kind kind, int place, boolean optional)
      throws IOException {
    this.pages = pages;
    this.kind = kind;
    this.place = place;
    this.whole = optional ? 1 : 0;
    this.deepest = column.getMaxDefinitionLevel();
    this.repeated = column.getMaxRepetitionLevel();
    this.values = new PageValues(column, Optional.ofNullable(pages.readDictionaryPage()));
  }

  /** Goes to this row, counted from the row group's first. */
  void start(long row) throws IOException {
    if (!hasNext()) {
      throw endsEarly();
    }
    for (long i = firstRow; i < row; i++) {
      skip();
    }
  }

  private void skip() throws IOException {
    requireNext();
    if (kind == Table.Kind.LONG_LIST) {
      nextList();
    } else if (definition[at++] == deepest) {
      if (isText()) {
        values.text();
      } else {
        values.number();
      }
    }
  }

  private boolean isText() {
    return kind == Table.Kind.STRING || kind == Table.Kind.CATEGORY;
  }

  /** Puts the next rows into cells that are clear. */
  void read(Cells cells, int rows) throws IOException {
    boolean[] present = cells.presence(place);
    if (kind == Table.Kind.LONG_LIST) {
      lists(present, cells.objects(place), rows);
      return;
    }
    for (int row = 0; row < rows; ) {
      requireNext();
      int end = Math.min(rows, row + inPage - at);
      if (isText()) {
        texts(present, cells.objects(place), row, end);
      } else {
        numbers(present, cells.numbers(place), row, end);
      }
      row = end;
    }
  }

  private void numbers(boolean[] present, long[] numbers, int from, int end) {
    for (int row = from; row < end; row++) {
      if (definition[at++] == deepest) {
        present[row] = true;
        numbers[row] = values.number();
      }
    }
  }

  private void texts(boolean[] present, Object[] texts, int from, int end) {
    for (int row = from; row < end; row++) {
      if (definition[at++] == deepest) {
        present[row] = true;
        texts[row] = values.text();
      }
    }
  }

  private void lists(boolean[] present, Object[] lists, int rows) throws IOException {
    for (int row = 0; row < rows; row++) {
      requireNext();
      if (definition[at] >= whole) {
        present[row] = true;
        int count = nextList();
        lists[row] = Arrays.copyOf(list, count);
      } else {
        at++;
      }
    }
  }

  /** Reads one row's elements into {@link #list}; a row may go on in the next page. */
  private int nextList() throws IOException {
    int count = 0;
    do {
      if (definition[at] == deepest) {
        list = count == list.length ? Arrays.copyOf(list, 2 * count) : list;
        list[count++] = values.number();
      }
      at++;
    } while (hasNext() && repetition[at] > 0);
    return count;
  }

  private void requireNext() throws IOException {
    if (!hasNext()) {
      throw endsEarly();
    }
  }

  private static IOException endsEarly() {
    return new IOException("a column has fewer rows than its row group");
  }

  private boolean hasNext() throws IOException {
    while (at == inPage) {
      DataPage page = pages.readPage();
      if (page == null) {
        return false;
      }
      firstRow = page.getFirstRowIndex().orElse(0L);
      inPage = page.getValueCount();
      at = 0;
      if (page instanceof DataPageV1 first) {
        open(first);
      } else {
        open((DataPageV2) page);
      }
    }
    return true;
  }

  private void open(DataPageV1 page) throws IOException {
    ByteBuffer bytes = bytes(page.getBytes());
    repetition = levels(repeated, repetition, () -> behindLength(bytes, page.getRlEncoding()));
    definition = levels(deepest, definition, () -> behindLength(bytes, page.getDlEncoding()));
    values.open(page.getValueEncoding(), bytes.slice().order(bytes.order()), defined(), inPage);
  }

  private void open(DataPageV2 page) throws IOException {
    repetition = levels(repeated, repetition, () -> bytes(page.getRepetitionLevels()));
    definition = levels(deepest, definition, () -> bytes(page.getDefinitionLevels()));
    values.open(page.getDataEncoding(), bytes(page.getData()), defined(), inPage);
  }

  /** Where the levels of a page begin. */
  private interface Levels {
    ByteBuffer bytes() throws IOException;
  }

  private int[] levels(int highest, int[] old, Levels from) throws IOException {
    int[] levels = old.length < inPage ? new int[inPage] : old;
    if (highest == 0) {
      Arrays.fill(levels, 0, inPage, 0);
    } else {
      int width = Integer.SIZE - Integer.numberOfLeadingZeros(highest);
      HybridRuns.read(from.bytes(), width, levels, inPage);
    }
    return levels;
  }

  /** In pages of version 1 the levels' length stands before them; goes behind them. */
  private static ByteBuffer behindLength(ByteBuffer bytes, Encoding encoding) throws IOException {
    if (encoding != Encoding.RLE) {
      throw new IOException("levels are encoded as " + encoding + ", expected RLE");
    }
    int length = bytes.getInt();
    ByteBuffer levels = bytes.slice().order(bytes.order());
    levels.limit(length);
    bytes.position(bytes.position() + length);
    return levels;
  }

  /** In an array, as texts are decoded from one. */
  private static ByteBuffer bytes(BytesInput input) throws IOException {
    int size = Math.toIntExact(input.size());
    ByteBuffer bytes = input.toInputStream().slice(size);
    if (bytes.hasArray()) {
      return bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    }
    byte[] copy = new byte[size];
    bytes.get(copy);
    return ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN);
  }

  private int defined() {
    int defined = 0;
    for (int i = 0; i < inPage; i++) {
      defined += definition[i] == deepest ? 1 : 0;
    }
    return defined;
  }
}
