package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --resume} on Spark adds to a trace what it adds on one machine. */
class SparkResumeTest {
  @TempDir private Path folder;

  private List<String> options() throws IOException {
    Path mapping = folder.resolve("mapping.yaml");
    Files.writeString(
        mapping,
        """
        shape: jsonl
        time: t
        time_unit: ms
        clock: epoch
        columns:
          request_id: id
          session_id: s
          input_tokens: in
          output_tokens: out
        """);
    return List.of("--mapping", mapping.toString(), "--max-rejects", "0.1", "--resume");
  }

  /** Some rows come late, one is broken. */
  private Path log(String name, int from, int to) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = from; i < to; i++) {
      lines.add(
          i == from + 5
              ? "{broken"
              : String.format(
                  "{\"t\":%d,\"id\":\"q%d\",\"s\":\"c%d\",\"in\":%d,\"out\":5}",
                  1_718_000_000_000L + 2000L * (i - (i % 30 == 9 ? 20 : 0)),
                  i,
                  i % 7,
                  100 + i % 90));
    }
    return Files.write(folder.resolve(name), lines);
  }

  /** The new log overlaps with the one before, and begins before it. */
  @Test
  void aTraceGrowsByTheLogsThatItDoesNotHold() throws Exception {
    Path first = log("first.jsonl", 300, 800);
    Path second = log("second.jsonl", 0, 400);
    BothWays both = new BothWays(folder);
    both.assertSame(options(), first);
    assertEquals(499, both.trace("x.trace.parquet").header().rows());
    both.assertSame(options(), first, second);
    assertEquals(
        799,
        both.trace("x.trace.parquet").header().rows(),
        "of the 100 in both, one is broken in the first, and comes from the second");
    assertTrue(
        Files.readString(folder.resolve("spark/x.rejects.jsonl")).contains("first.jsonl"),
        "the list goes on");
    both.assertSame(options(), second, first);
    assertEquals(799, both.trace("x.trace.parquet").header().rows());
  }
}
