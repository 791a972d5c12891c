package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.facsimile.ingest.RowReader.Row;
import dev.facsimile.ingest.format.JsonFields;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FormattedRowsTest {
  private final List<String> heard = new ArrayList<>();

  /** A row to read, a broken one, the end. */
  private static final class Few implements RowReader {
    private int read;

    @Override
    public Row next() {
      read++;
      return switch (read) {
        case 1 -> new Row.Read(1, new JsonFields("a", JsonRows.MAPPER.createObjectNode()));
        case 2 -> new Row.Broken(2, "cut off");
        default -> new Row.End(3);
      };
    }

    @Override
    public int size() {
      return 7 * read;
    }

    @Override
    public Optional<String> raw() {
      return Optional.of("raw " + read);
    }

    @Override
    public void close() {}
  }

  private final LogRows count =
      new LogRows() {
        @Override
        public void accepted(TraceRow row) {
          heard.add("accepted");
        }

        @Override
        public void merged(String reason) {
          heard.add("merged " + reason);
        }

        @Override
        public void skipped(String reason) {
          heard.add("skipped " + reason);
        }

        @Override
        public void rejected(MalformedRow why) {
          heard.add("rejected " + why.getMessage());
        }
      };

  private void count(Row row) {
    assertInstanceOf(Row.Formatted.class, row).made().forEach(made -> made.accept(count));
  }

  @Test
  void allThatAFormatMadeOfARowIsHeardInItsOrderWhenItIsTakenOut() throws IOException {
    LogReader format =
        (fields, rows) -> {
          rows.merged("one");
          rows.skipped("two");
          rows.rejected(new MalformedRow("three"));
          throw new MalformedRow("the rest");
        };
    try (FormattedRows rows = new FormattedRows(new Few(), format)) {
      Row first = rows.next();
      assertEquals(List.of(), heard);
      count(first);
      assertEquals(
          List.of("merged one", "skipped two", "rejected three", "rejected the rest"), heard);
    }
  }

  @Test
  void whatCannotBeReadPassesWithItsTextAndSize() throws IOException {
    LogReader format = (fields, rows) -> rows.skipped("no call");
    try (FormattedRows rows = new FormattedRows(new Few(), format)) {
      count(rows.next());
      assertEquals(List.of("skipped no call"), heard);
      assertEquals("cut off", assertInstanceOf(Row.Broken.class, rows.next()).reason());
      assertEquals(Optional.of("raw 2"), rows.raw());
      assertEquals(14, rows.size());
      assertInstanceOf(Row.End.class, rows.next());
    }
  }
}
