package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs whose rows join those of others give the same requests on Spark. */
class SparkJoinedLogsTest {
  private static final long START = 1_718_000_000_000L;

  @TempDir private Path folder;

  private record Timed(long millis, String line) {}

  private static Instant instant(long millis) {
    return Instant.ofEpochMilli(START + millis);
  }

  /** Lines in order of time, but for some seconds. */
  private Path write(String name, List<Timed> lines, SplittableRandom random) throws IOException {
    List<String> late =
        lines.stream()
            .map(line -> new Timed(line.millis() + random.nextInt(2000), line.line()))
            .sorted(Comparator.comparingLong(Timed::millis))
            .map(Timed::line)
            .toList();
    return Files.write(folder.resolve(name), late);
  }

  private static String call(long millis, int id, String request, int part, boolean last) {
    return String.format(
        "{\"TimeGenerated\":\"%s\",\"CorrelationId\":\"c%d\",\"RequestId\":\"%s\","
            + "\"ModelName\":\"m\",\"PromptTokens\":%s,\"CompletionTokens\":%s,"
            + "\"SequenceNumber\":%d,\"RequestMessages\":%s}",
        instant(millis),
        id,
        request,
        last ? 100 + id % 900 : null,
        last ? 12 : null,
        part,
        part == 0 ? "\"[{\\\"role\\\":\\\"user\\\",\\\"content\\\":\\\"a\"" : "\" b\\\"}]\"");
  }

  private static String details(long millis, int id) {
    return String.format(
        "{\"TimeGenerated\":\"%s\",\"CorrelationId\":\"c%d\",\"ApimSubscriptionId\":\"t%d\","
            + "\"ResponseCode\":%d,\"BackendTime\":9,\"TotalTime\":%d,\"Type\":\"ApiManagementGatewayLogs\"}",
        instant(millis), id, id % 9, id % 13 == 0 ? 429 : 200, 10 + id % 500);
  }

  private static String view(long millis, int id) {
    return String.format(
        "{\"category\":\"RequestResponse\",%s\"durationMs\":%d,"
            + "\"operationName\":\"ChatCompletions_Create\",\"properties\":"
            + "{\"requestTime\":%d},\"resultSignature\":\"200\"}",
        id % 11 == 5 ? "" : "\"correlationId\":\"c" + id + "\",",
        20 + id % 100,
        (START + millis) * 10_000 + 621_355_968_000_000_000L);
  }

  /**
   * Three logs of the same calls, in which a call's rows lie up to some thousand requests apart:
   * some within the 4,096 that are held, some not. A log of the gateway is read behind the other,
   * so that its rows come later than the window reaches: those whose call is held are joined all
   * the same, others are left out.
   */
  @Test
  void azuresLogsOfOneCallAreOneRequest() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    List<Timed> calls = new ArrayList<>();
    List<Timed> gateway = new ArrayList<>();
    List<Timed> views = new ArrayList<>();
    for (int id = 0; id < 6000; id++) {
      long millis = 40L * id + random.nextInt(40);
      long later = millis + (id % 4 == 0 ? random.nextInt(90_000) : random.nextInt(3000));
      if (id % 20 != 0) {
        boolean split = id % 5 == 0;
        calls.add(new Timed(later, call(later, id, "q" + id, 0, !split)));
        if (split) {
          calls.add(new Timed(later + 1, call(later, id, "q" + id, 1, true)));
        }
      }
      if (id % 30 == 1) {
        calls.add(new Timed(millis + 900, call(millis + 900, id, "retry" + id, 0, true)));
      }
      if (id % 20 != 1) {
        gateway.add(new Timed(millis, id % 400 == 7 ? "{broken" : details(millis, id)));
      }
      if (id % 20 != 2) {
        views.add(new Timed(millis + 5, view(millis + 5, id)));
      }
    }
    Path llm = write("llm.jsonl", calls, random);
    Path details = write("gateway.jsonl", gateway, random);
    Path first = write("first.jsonl", views.subList(0, 3000), random);
    Path second = write("second.jsonl", views.subList(3000, views.size()), random);
    BothWays both = new BothWays(folder);
    both.assertSame(
        List.of("--max-rejects", "0.1", "--keep-raw", "--reorder-rows", "4000"),
        first,
        llm,
        details,
        second);
    long rows = both.trace("x.trace.parquet").header().rows();
    assertTrue(rows > 6000 && rows < 9000, "calls, their retries, and views too far away: " + rows);
  }

  private Path batch(String name, List<String> lines) throws IOException {
    return Files.write(Files.createDirectories(folder.resolve("batch")).resolve(name), lines);
  }

  @Test
  void aBatchesAnswersGetTheirRequestsFromAnotherFile() throws Exception {
    List<String> asked = new ArrayList<>();
    List<String> answered = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      asked.add(
          String.format(
              "{\"custom_id\":\"b%d\",\"url\":\"/v1/chat/completions\",\"body\":{\"model\":\"m\","
                  + "\"messages\":[{\"role\":\"user\",\"content\":\"hi %d\"}]}}",
              i, i));
      answered.add(
          i % 90 == 3
              ? "{broken"
              : String.format(
                  "{%s\"custom_id\":\"b%d\",\"response\":{\"status_code\":200,\"body\":{\"created\":"
                      + "%d,\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":2}}}}",
                  i % 5 == 0 ? "" : "\"id\":\"x" + i + "\",",
                  i,
                  1_718_000_000 + i * 7919L % 3000,
                  10 + i));
    }
    batch("in.jsonl", asked);
    batch("out 1.jsonl", answered.subList(0, 250));
    batch("out 2.jsonl", answered.subList(250, 500));
    BothWays both = new BothWays(folder);
    both.assertSame(List.of("--max-rejects", "0.1", "--keep-raw"), folder.resolve("batch"));
    try (Rows<TraceRow> rows = both.trace("x.trace.parquet").rowsWithContent()) {
      assertTrue(rows.next().orElseThrow().content().orElseThrow().contains("hi "));
    }
    assertEquals(494, both.trace("x.trace.parquet").header().rows());
  }
}
