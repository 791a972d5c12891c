package dev.facsimile.trace.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The values of one page after another of one column. A dictionary's entries are decoded once, not
 * once a row, so that equal texts of one column chunk are the same object. Plain pages and
 * dictionaries are read here, any other encoding by parquet-java.
 */
final class PageValues {
  private final ColumnDescriptor column;
  private final PrimitiveTypeName type;
  private final long[] numbersOfDictionary;
  private final String[] textsOfDictionary;
  private Form form = Form.PLAIN;
  private ByteBuffer plain = ByteBuffer.allocate(0);
  private ValuesReader other;
  private int[] places = {};
  private int next;

  /** How the page at hand holds its values. */
  private enum Form {
    PLAIN,
    DICTIONARY,
    OTHER
  }

  PageValues(ColumnDescriptor column, Optional<DictionaryPage> page) throws IOException {
    this.column = column;
    this.type = column.getPrimitiveType().getPrimitiveTypeName();
    boolean text = type == PrimitiveTypeName.BINARY;
    if (page.isEmpty()) {
      numbersOfDictionary = new long[0];
      textsOfDictionary = new String[0];
      return;
    }
    Dictionary dictionary = page.get().getEncoding().initDictionary(column, page.get());
    int size = dictionary.getMaxId() + 1;
    numbersOfDictionary = new long[text ? 0 : size];
    textsOfDictionary = new String[text ? size : 0];
    for (int i = 0; i < size; i++) {
      if (text) {
        textsOfDictionary[i] = dictionary.decodeToBinary(i).toStringUsingUTF8();
      } else {
        numbersOfDictionary[i] = number(dictionary, i);
      }
    }
  }

  private long number(Dictionary dictionary, int place) {
    return switch (type) {
      case INT32 -> dictionary.decodeToInt(place);
      case INT64 -> dictionary.decodeToLong(place);
      case DOUBLE -> Double.doubleToRawLongBits(dictionary.decodeToDouble(place));
      case BOOLEAN -> dictionary.decodeToBoolean(place) ? 1 : 0;
      default -> throw new IllegalStateException("no such column: " + type);
    };
  }

  /**
   * Goes to the next page's values.
   *
   * @param bytes they begin at its position
   * @param count how many there are
   * @param all how many there are with those that are absent
   */
  void open(Encoding encoding, ByteBuffer bytes, int count, int all) throws IOException {
    if (encoding.usesDictionary()) {
      form = Form.DICTIONARY;
      places = places.length < count ? new int[count] : places;
      next = 0;
      if (count > 0) {
        int width = bytes.get();
        HybridRuns.read(bytes, width, places, count);
      }
    } else if (encoding == Encoding.PLAIN && type != PrimitiveTypeName.BOOLEAN) {
      form = Form.PLAIN;
      plain = bytes;
    } else {
      form = Form.OTHER;
      other = encoding.getValuesReader(column, ValuesType.VALUES);
      other.initFromPage(all, ByteBufferInputStream.wrap(bytes));
    }
  }

  /** The next value of a column of numbers; 1 is true, a double is its bits. */
  long number() {
    return switch (form) {
      case DICTIONARY -> numbersOfDictionary[places[next++]];
      case PLAIN -> type == PrimitiveTypeName.INT32 ? plain.getInt() : plain.getLong();
      case OTHER -> otherNumber();
    };
  }

  private long otherNumber() {
    return switch (type) {
      case INT32 -> other.readInteger();
      case INT64 -> other.readLong();
      case DOUBLE -> Double.doubleToRawLongBits(other.readDouble());
      case BOOLEAN -> other.readBoolean() ? 1 : 0;
      default -> throw new IllegalStateException("no such column: " + type);
    };
  }

  /** The next value of a column of texts. */
  String text() {
    return switch (form) {
      case DICTIONARY -> textsOfDictionary[places[next++]];
      case PLAIN -> plainText();
      case OTHER -> other.readBytes().toStringUsingUTF8();
    };
  }

  private String plainText() {
    int length = plain.getInt();
    int from = plain.position();
    plain.position(from + length);
    return new String(plain.array(), plain.arrayOffset() + from, length, StandardCharsets.UTF_8);
  }
}
