package dev.facsimile.trace.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.Rows3;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import org.junit.jupiter.api.Test;

class RowBytesTest {
  private final RowBytes<TraceRow> bytes = new RowBytes<>(TraceFile.codec());

  @Test
  void aRowComesBackOfItsBytesAsItWas() {
    for (TraceRow row : Rows3.TRACE) {
      byte[] its = bytes.bytes(row);
      assertEquals(row, new RowBytes<>(TraceFile.codec()).row(its), "by another task");
      assertEquals(row, bytes.row(its), "by the same");
    }
  }
}
