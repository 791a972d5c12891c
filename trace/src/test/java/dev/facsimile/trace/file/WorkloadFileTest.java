package dev.facsimile.trace.file;

import static dev.facsimile.trace.file.TraceFileTest.all;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Rows3;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadFileTest {
  @TempDir private Path folder;

  private String write(Path file, List<WorkloadRow> rows) throws IOException {
    try (WorkloadWriter writer = WorkloadWriter.create(file, Headers.workload())) {
      for (WorkloadRow row : rows) {
        writer.write(row);
      }
      return writer.finish();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"w.jsonl", "w.jsonl.gz", "w.jsonl.zst", "w.parquet"})
  void everyFieldComesBackInEveryForm(String name) throws IOException {
    Path file = folder.resolve(name);
    write(file, Rows3.WORKLOAD);
    WorkloadFile workload = WorkloadFile.open(file);
    assertEquals(Rows3.WORKLOAD, all(workload.rows()));
    assertEquals(Headers.workload(), workload.header());
  }

  @Test
  void theDigestIsTheSameInEveryFormAndOfTheUncompressedLines() throws IOException {
    Path plain = folder.resolve("w.jsonl");
    String digest = write(plain, Rows3.WORKLOAD);
    assertEquals(InputFiles.sha256(plain), digest);
    for (String name : List.of("w.jsonl.gz", "w.jsonl.zst", "w.parquet")) {
      Path file = folder.resolve(name);
      assertEquals(digest, write(file, Rows3.WORKLOAD));
      assertEquals(digest, WorkloadFile.open(file).digest());
    }
    assertNotEquals(digest, write(plain, Rows3.WORKLOAD.subList(0, 2)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'request_id':'a','arrival_ns':0,'input_tokens':1} |request a has no input_tokens or"
            + " output_tokens, expected both",
        "{'request_id':'a','arrival_ns':-1,'input_tokens':1,'output_tokens':1} |arrival_ns is -1,"
            + " expected 0 or more",
        "{'request_id':'a','arrival_ns':0.5,'input_tokens':1,'output_tokens':1} |arrival_ns is"
            + " '0.5', expected a whole number",
        "{'request_id':'a','arrival':0,'input_tokens':1,'output_tokens':1} |has the unknown field"
            + " 'arrival'",
        "{'arrival_ns':0,'input_tokens':1,'output_tokens':1} |has no request_id",
        "[1] |is not a JSON object, expected a request",
      })
  void aMalformedRowIsRefusedWithFileLineAndReason(String row, String reason) throws IOException {
    Path file = folder.resolve("w.jsonl");
    write(file, List.of());
    Files.writeString(file, Files.readString(file) + row.strip().replace('\'', '"') + "\n");
    InputException refused =
        assertThrows(InputException.class, () -> all(WorkloadFile.open(file).rows()));
    assertEquals(file + ", line 2: " + reason, refused.getMessage());
  }

  @Test
  void aTraceIsReadAsAWorkloadAndRowsWithoutLengthsAreCounted() throws IOException {
    Path file = folder.resolve("x.trace.parquet");
    try (TraceWriter writer = TraceWriter.create(file)) {
      writer.write(Rows3.TRACE.get(0));
      var unknown =
          new TraceRow(
              new Request(
                  "u",
                  5,
                  Optional.empty(),
                  Origin.UNKNOWN,
                  Conversation.NONE,
                  Tokens.UNKNOWN,
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty()),
              Observed.NOTHING,
              Optional.empty());
      writer.write(unknown);
      writer.finish(Headers.trace(TraceHeader.Stage.ANONYMIZED, 2));
    }
    WorkloadSource source = WorkloadSource.open(file);
    assertEquals(List.of(Rows3.WORKLOAD.get(0)), all(source.rows()));
    assertEquals(1, source.leftOut());
  }
}
