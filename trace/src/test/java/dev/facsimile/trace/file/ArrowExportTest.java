package dev.facsimile.trace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Rows3;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowExportTest {
  @TempDir private Path folder;

  private Path trace(int copies) throws IOException {
    Path file = folder.resolve("x.trace.parquet");
    try (TraceWriter writer = TraceWriter.create(file)) {
      for (int i = 0; i < copies; i++) {
        for (TraceRow row : Rows3.TRACE) {
          writer.write(row);
        }
      }
      writer.finish(Headers.trace(TraceHeader.Stage.RAW, writer.rows()));
    }
    return file;
  }

  @Test
  void aReaderOfArrowSeesTheSameValues() throws IOException {
    Path arrow = folder.resolve("x.arrow");
    assertEquals(3, ArrowExport.write(trace(1), arrow));
    try (RootAllocator allocator = new RootAllocator();
        FileChannel channel = FileChannel.open(arrow);
        ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
      assertTrue(reader.loadNextBatch());
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertEquals("b", root.getVector("request_id").getObject(1).toString());
      assertEquals(1_500_000_000L, root.getVector("arrival_ns").getObject(1));
      assertEquals(1024, root.getVector("input_tokens").getObject(1));
      assertEquals(List.of(Long.MAX_VALUE, -5L, 0L), root.getVector("prefix_blocks").getObject(1));
      assertEquals(List.of(), root.getVector("prefix_blocks").getObject(2));
      assertNull(root.getVector("prefix_blocks").getObject(0));
      assertEquals(true, root.getVector("streaming").getObject(1));
      assertNull(root.getVector("content").getObject(1));
      FieldVector encoded = root.getVector("class");
      try (var plain =
          DictionaryEncoder.decode(
              encoded, reader.lookup(encoded.getField().getDictionary().getId()))) {
        assertNull(plain.getObject(0));
        assertEquals("rag", plain.getObject(1).toString());
      }
      String header = root.getSchema().getCustomMetadata().get("facsimile");
      assertTrue(header.contains("\"facsimile-trace\""), header);
    }
  }

  @Test
  void rowsOfManyBatchesAreAllThere() throws IOException {
    int copies = 12_000;
    Path arrow = folder.resolve("x.arrow");
    assertEquals(3L * copies, ArrowExport.write(trace(copies), arrow));
    long rows = 0;
    long arrivals = 0;
    try (RootAllocator allocator = new RootAllocator();
        FileChannel channel = FileChannel.open(arrow);
        ArrowFileReader reader = new ArrowFileReader(channel, allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        rows += root.getRowCount();
        for (int i = 0; i < root.getRowCount(); i++) {
          arrivals += (long) root.getVector("arrival_ns").getObject(i);
        }
      }
    }
    assertEquals(3L * copies, rows);
    assertEquals(3_500_000_000L * copies, arrivals);
  }

  @Test
  void aWorkloadIsExportedToo() throws IOException {
    Path workload = folder.resolve("w.jsonl.zst");
    try (WorkloadWriter writer = WorkloadWriter.create(workload, Headers.workload())) {
      for (WorkloadRow row : Rows3.WORKLOAD) {
        writer.write(row);
      }
      writer.finish();
    }
    assertEquals(3, ArrowExport.write(workload, folder.resolve("w.arrow")));
  }
}
