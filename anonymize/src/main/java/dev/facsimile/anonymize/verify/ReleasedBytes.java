package dev.facsimile.anonymize.verify;

import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.parquet.FileBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A released trace's bytes, taken apart. Names that anonymize itself gives, such as {@code
 * request-12}, tell nothing and are left out where they stand as whole values of id columns; in any
 * other place, and in any other form, they are looked at like everything else.
 */
final class ReleasedBytes {
  /** The columns that hold names of our own. */
  private static final Set<String> ID_COLUMNS =
      Stream.of(TraceColumn.values())
          .filter(column -> column.kind() == TraceColumn.Kind.IDENTIFIER)
          .map(TraceColumn::word)
          .collect(Collectors.toSet());

  private ReleasedBytes() {}

  /** Takes parts. */
  interface Sink {
    /**
     * A part.
     *
     * @param text whether it holds strings or is no page at all, rather than a page of numbers
     */
    void bytes(byte[] part, boolean text) throws IOException;
  }

  /** Takes whole string values. */
  interface Values {
    void value(String column, String text) throws IOException;
  }

  /**
   * Shows every byte to {@code sink} and every string value that is not a name of ours to {@code
   * values}.
   *
   * @return bytes seen
   * @throws IOException if the file cannot be taken apart completely
   */
  static long visit(Path trace, Sink sink, Values values) throws IOException {
    long[] seen = {0};
    FileBytes.visit(
        trace,
        new FileBytes.Visitor() {
          @Override
          public void numbers(String column, byte[] bytes) throws IOException {
            seen[0] += bytes.length;
            sink.bytes(bytes, false);
          }

          @Override
          public void strings(String column, List<byte[]> page) throws IOException {
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            for (byte[] value : page) {
              seen[0] += value.length;
              if (!isOwnName(column, value)) {
                joined.writeBytes(value);
                joined.write(0xFF);
                values.value(column, new String(value, StandardCharsets.UTF_8));
              }
            }
            sink.bytes(joined.toByteArray(), joined.size() < Haystack.MOST_WINDOWS / 16);
          }

          @Override
          public void between(byte[] bytes) throws IOException {
            seen[0] += bytes.length;
            sink.bytes(bytes, true);
          }
        });
    return seen[0];
  }

  private static boolean isOwnName(String column, byte[] value) {
    return isIdColumn(column) && isOwnName(new String(value, StandardCharsets.UTF_8));
  }

  /** Whether a column holds ids. */
  static boolean isIdColumn(String column) {
    return ID_COLUMNS.contains(column);
  }

  /** Whether a text has the form of the names that anonymize gives. */
  static boolean isOwnName(String text) {
    for (String prefix : List.of("request-", "session-", "tenant-", "user-")) {
      if (text.startsWith(prefix) && isNumber(text.substring(prefix.length()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNumber(String digits) {
    return !digits.isEmpty()
        && digits.length() <= 10
        && (digits.equals("0") || digits.charAt(0) != '0')
        && digits.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
