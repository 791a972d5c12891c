package dev.facsimile.trace.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Every byte of a Parquet file, as somebody who takes it apart would see it: each page
 * decompressed, dictionaries too, and all that is not a page (page headers with their statistics,
 * column and offset indexes, Bloom filters, the footer with its key-value metadata, gaps) as it
 * stands. Fails on what it cannot take apart rather than passing over it. Holds one column chunk.
 */
public final class FileBytes {
  private static final int TAIL = 8;
  private static final int MOST_PAGE_BYTES = 1 << 28;

  private final Path path;
  private final Visitor visitor;
  private final Codecs codecs = new Codecs();
  private final Map<List<String>, ColumnDescriptor> columns = new HashMap<>();

  /** Hears of the parts in the order of the file, what is between the pages last. */
  public interface Visitor {
    /**
     * A page of numbers or flags, or of places in a dictionary.
     *
     * @param column the column's name
     * @param bytes decompressed
     */
    void numbers(String column, byte[] bytes) throws IOException;

    /**
     * A page of strings.
     *
     * @param column the column's name
     * @param values its values' bytes
     */
    void strings(String column, List<byte[]> values) throws IOException;

    /** A stretch that is no page. */
    void between(byte[] bytes) throws IOException;
  }

  private FileBytes(Path path, Visitor visitor) {
    this.path = path;
    this.visitor = visitor;
  }

  /**
   * Shows every byte of {@code file} to {@code visitor}.
   *
   * @throws IOException if the file cannot be taken apart completely
   */
  public static void visit(Path file, Visitor visitor) throws IOException {
    try {
      new FileBytes(file, visitor).visit();
    } catch (RuntimeException e) {
      throw new IOException(file + ": cannot be taken apart: " + e.getMessage(), e);
    }
  }

  private void visit() throws IOException {
    try (ParquetFileReader footer = TableReader.openFooter(path)) {
      for (ColumnDescriptor column : footer.getFileMetaData().getSchema().getColumns()) {
        columns.put(List.of(column.getPath()), column);
      }
    }
    InputFile input = ParquetInput.of(path);
    long length = input.getLength();
    try (SeekableInputStream file = input.newStream()) {
      List<long[]> pages = new ArrayList<>();
      for (RowGroup group : metaData(file, length).getRow_groups()) {
        for (ColumnChunk chunk : group.getColumns()) {
          pages.add(chunk(file, chunk.getMeta_data()));
        }
      }
      between(file, length, pages);
    }
  }

  private static FileMetaData metaData(SeekableInputStream file, long length) throws IOException {
    byte[] tail = read(file, length - TAIL, TAIL);
    int footerBytes = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
    byte[] footer = read(file, length - TAIL - footerBytes, footerBytes);
    return Util.readFileMetaData(new ByteArrayInputStream(footer));
  }

  private static byte[] read(SeekableInputStream file, long from, long length) throws IOException {
    if (from < 0 || length < 0 || length > Integer.MAX_VALUE - TAIL) {
      throw new IOException("a length in the footer is wrong");
    }
    byte[] bytes = new byte[(int) length];
    file.seek(from);
    file.readFully(bytes);
    return bytes;
  }

  /** The pages of one column chunk; gives the stretch that they take in the file. */
  private long[] chunk(SeekableInputStream file, ColumnMetaData chunk) throws IOException {
    long from =
        chunk.isSetDictionary_page_offset() && chunk.getDictionary_page_offset() > 0
            ? Math.min(chunk.getDictionary_page_offset(), chunk.getData_page_offset())
            : chunk.getData_page_offset();
    byte[] bytes = read(file, from, chunk.getTotal_compressed_size());
    ColumnDescriptor column = columns.get(chunk.getPath_in_schema());
    var decompressor = codecs.getDecompressor(CompressionCodecName.fromParquet(chunk.getCodec()));
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    while (in.available() > 0) {
      int headerFrom = bytes.length - in.available();
      PageHeader header = Util.readPageHeader(in);
      int dataFrom = bytes.length - in.available();
      visitor.between(Arrays.copyOfRange(bytes, headerFrom, dataFrom));
      byte[] page = in.readNBytes(header.getCompressed_page_size());
      if (header.getUncompressed_page_size() > MOST_PAGE_BYTES) {
        throw new IOException("a page is larger than " + MOST_PAGE_BYTES + " bytes");
      }
      byte[] plain =
          decompressor
              .decompress(BytesInput.from(page), header.getUncompressed_page_size())
              .toInputStream()
              .readAllBytes();
      page(column, chunk.getType(), header, plain);
    }
    return new long[] {from, from + bytes.length};
  }

  private void page(ColumnDescriptor column, Type type, PageHeader header, byte[] plain)
      throws IOException {
    String name = column.getPath()[0];
    boolean strings = type == Type.BYTE_ARRAY || type == Type.FIXED_LEN_BYTE_ARRAY;
    if (!strings) {
      visitor.numbers(name, plain);
    } else if (header.getType() == PageType.DICTIONARY_PAGE) {
      visitor.strings(name, values(plain, 0));
    } else if (header.getType() == PageType.DATA_PAGE) {
      dataPage(name, column, header.getData_page_header(), plain);
    } else {
      throw new IOException(
          "column " + name + " has a page of type " + header.getType() + ", which is not known");
    }
  }

  private void dataPage(String name, ColumnDescriptor column, DataPageHeader header, byte[] plain)
      throws IOException {
    Encoding encoding = header.getEncoding();
    if (encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY) {
      visitor.numbers(name, plain);
      return;
    }
    if (encoding != Encoding.PLAIN) {
      throw new IOException("column " + name + " is encoded as " + encoding + ", expected PLAIN");
    }
    int from = 0;
    if (column.getMaxRepetitionLevel() > 0) {
      from += Integer.BYTES + length(plain, from);
    }
    if (column.getMaxDefinitionLevel() > 0) {
      from += Integer.BYTES + length(plain, from);
    }
    visitor.numbers(name, Arrays.copyOf(plain, from));
    visitor.strings(name, values(plain, from));
  }

  private static int length(byte[] plain, int at) throws IOException {
    int length = ByteBuffer.wrap(plain, at, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0 || length > plain.length - at - Integer.BYTES) {
      throw new IOException("a length in a page is wrong");
    }
    return length;
  }

  private static List<byte[]> values(byte[] plain, int from) throws IOException {
    List<byte[]> values = new ArrayList<>();
    int at = from;
    while (at < plain.length) {
      int length = length(plain, at);
      at += Integer.BYTES;
      values.add(Arrays.copyOfRange(plain, at, at + length));
      at += length;
    }
    return values;
  }

  private void between(SeekableInputStream file, long length, List<long[]> pages)
      throws IOException {
    pages.sort((a, b) -> Long.compare(a[0], b[0]));
    long at = 0;
    for (long[] stretch : pages) {
      if (stretch[0] > at) {
        visitor.between(read(file, at, stretch[0] - at));
      }
      at = Math.max(at, stretch[1]);
    }
    visitor.between(read(file, at, length - at));
  }
}
