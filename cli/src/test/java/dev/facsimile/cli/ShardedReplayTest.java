package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.NtpServer;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.RunManifest;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One replay by three processes, as a scheduler starts them. */
class ShardedReplayTest {
  private static final int REQUESTS = 300;
  private static final int GAP_MILLIS = 8;
  private static final int FEWEST_WORDS = 5;
  private static final int SHARDS = 3;

  /** What the reference's clock is ahead of this machine's. */
  private static final Duration AHEAD = Duration.ofSeconds(40);

  @TempDir private Path folder;

  /** When each request arrived, by its number. */
  private final Map<Integer, Long> arrivals = new ConcurrentHashMap<>();

  private void answer(HttpExchange exchange) throws IOException {
    long now = System.nanoTime();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    JsonNode message = Json.tree(body).path("messages").path(0).path("content");
    int words = message.asText().strip().split("\\s+").length;
    arrivals.merge(
        words - FEWEST_WORDS,
        now,
        (a, b) -> {
          throw new IllegalStateException("a request came twice");
        });
    byte[] answer =
        ("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n"
                + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                + "data: [DONE]\n\n")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private Path workload() throws IOException {
    Path file = folder.resolve("w.jsonl");
    long span = Duration.ofMillis((long) REQUESTS * GAP_MILLIS).toNanos();
    try (WorkloadWriter writer =
        WorkloadWriter.create(file, Headers.synthetic(1, span, Optional.empty()))) {
      for (int i = 0; i < REQUESTS; i++) {
        long at = Duration.ofMillis((long) i * GAP_MILLIS).toNanos();
        writer.write(new WorkloadRow(Request.of("r" + i, at, FEWEST_WORDS + i, 1), Intent.PLAIN));
      }
      writer.finish();
    }
    return file;
  }

  private Process shard(int index, Path workload, String url, String time, Instant start)
      throws IOException {
    ProcessBuilder command =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath(),
            Main.class.getName(),
            "replay",
            "run",
            workload.toString(),
            "--url",
            url,
            "--model",
            "m",
            "-o",
            folder.resolve("shard-" + index).toString(),
            "--overwrite",
            "--no-probe",
            "--no-warm-up",
            "--shard",
            "auto/" + SHARDS,
            "--start-at",
            start.toString(),
            "--clock-reference",
            time);
    command.environment().put("JOB_COMPLETION_INDEX", Integer.toString(index));
    command.redirectErrorStream(true).redirectOutput(folder.resolve("log-" + index).toFile());
    return command.start();
  }

  /** Of this process, also where tests run under a loader of their own. */
  private static String classPath() {
    if (Main.class.getClassLoader() instanceof URLClassLoader loader) {
      return Arrays.stream(loader.getURLs())
          .map(URL::getPath)
          .collect(Collectors.joining(File.pathSeparator));
    }
    return System.getProperty("java.class.path");
  }

  /**
   * Replays it by three processes.
   *
   * @param leadSeconds from now to their common start
   * @return whether all of them were there in time
   */
  private boolean replay(Path workload, int leadSeconds) throws Exception {
    arrivals.clear();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    ExecutorService workers = Executors.newCachedThreadPool();
    server.setExecutor(workers);
    server.createContext("/", this::answer);
    server.start();
    List<Process> processes = new ArrayList<>();
    try (NtpServer time = NtpServer.ahead(AHEAD)) {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      Instant start = Instant.now().plus(AHEAD).plusSeconds(leadSeconds);
      for (int i = 0; i < SHARDS; i++) {
        processes.add(shard(i, workload, url, time.url(), start));
      }
      for (int i = 0; i < SHARDS; i++) {
        assertTrue(processes.get(i).waitFor(120, TimeUnit.SECONDS));
        int code = processes.get(i).exitValue();
        String log = Files.readString(folder.resolve("log-" + i));
        if (code == Exit.INPUT_REFUSED && log.contains("is over")) {
          return false;
        }
        // 4: late on a busy machine, which is no matter here.
        assertTrue(code == 0 || code == 4, log);
      }
      return true;
    } finally {
      processes.forEach(Process::destroyForcibly);
      server.stop(0);
      workers.shutdownNow();
    }
  }

  @Test
  void threeProcessesAreOneReplay() throws Exception {
    Path workload = workload();
    // Three JVMs on two busy cores may take long to be there; one that comes late says so.
    assertTrue(replay(workload, 10) || replay(workload, 40), "three processes within 40 s");
    assertEquals(REQUESTS, arrivals.size(), "all of them arrived, and none twice");
    Path merged = folder.resolve("merged");
    Ran ran = Ran.facsimile("replay", "merge", shard(0), shard(1), shard(2), "-o", merged);
    assertTrue(ran.code() == 0 || ran.code() == 4, ran.err());
    RunManifest manifest = RunFolder.open(merged).manifest();
    assertEquals(REQUESTS, manifest.counts().completed());
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:")) {
      unionIsTheWhole(duckdb);
      startsAreTogether(duckdb, manifest);
      reportIsThatOfTheUnion(duckdb, merged);
    }
    aMissingShardIsNeverSent(workload);
  }

  private Path shard(int index) {
    return folder.resolve("shard-" + index);
  }

  private static List<List<Double>> rows(Connection duckdb, String sql) throws Exception {
    List<List<Double>> rows = new ArrayList<>();
    try (Statement statement = duckdb.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        List<Double> row = new ArrayList<>();
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          row.add(found.getDouble(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private void unionIsTheWhole(Connection duckdb) throws Exception {
    try (Statement statement = duckdb.createStatement()) {
      statement.execute(
          "create view o as select * from read_parquet('"
              + folder
              + "/shard-*/outcomes.parquet', filename = true)");
    }
    List<Double> counts =
        rows(
                duckdb,
                "select count(*), count(distinct request_id), count(*) filter (scheduled_ns ="
                    + " arrival_ns), count(distinct filename) from o")
            .get(0);
    assertEquals(List.of((double) REQUESTS, (double) REQUESTS, (double) REQUESTS, 3.0), counts);
  }

  /**
   * A shard's zero by the server's clock: the least of arrival − scheduled over its requests. The
   * machine is busy, so that most requests are late; of a hundred, some are not.
   */
  private void startsAreTogether(Connection duckdb, RunManifest merged) throws Exception {
    List<Double> zeros = new ArrayList<>();
    for (int i = 0; i < SHARDS; i++) {
      double least = Double.MAX_VALUE;
      for (List<Double> row :
          rows(
              duckdb,
              "select planned_input_tokens, scheduled_ns from o where filename like '%/shard-"
                  + i
                  + "/%'")) {
        long arrived = arrivals.get(row.get(0).intValue() - FEWEST_WORDS);
        least = Math.min(least, arrived - row.get(1));
      }
      zeros.add(least);
      RunManifest own = RunFolder.open(shard(i)).manifest();
      long offset = Long.parseLong(own.options().get("clock_offset_ns"));
      long uncertainty = Long.parseLong(own.options().get("clock_uncertainty_ns"));
      assertTrue(Math.abs(offset - AHEAD.toNanos()) <= uncertainty + 1_000, own.toString());
    }
    double skew =
        zeros.stream().mapToDouble(z -> z).max().getAsDouble()
            - zeros.stream().mapToDouble(z -> z).min().getAsDouble();
    assertTrue(skew <= 10e6, "start skew " + skew / 1e6 + " ms");
    assertTrue(
        Long.parseLong(merged.options().get("start_skew_bound_ns")) <= 10_000_000,
        merged.options().toString());
  }

  private void reportIsThatOfTheUnion(Connection duckdb, Path merged) throws Exception {
    Path json = folder.resolve("report.json");
    Ran ran = Ran.facsimile("analyze", "run", merged, "--json", json);
    assertTrue(ran.code() == 0 || ran.code() == 4, ran.err());
    JsonNode latencies = Json.tree(Files.readString(json)).path("latencies");
    Map<String, String> sql =
        Map.of(
            "ttft_from_schedule", "first_token_ns - scheduled_ns",
            "ttft_from_dispatch", "first_token_ns - dispatched_ns",
            "e2e_from_schedule", "last_token_ns - scheduled_ns",
            "send_lag", "dispatched_ns - scheduled_ns",
            "wake", "woken_ns - scheduled_ns");
    for (Map.Entry<String, String> metric : sql.entrySet()) {
      for (JsonNode quantile : latencies.path(metric.getKey()).path("percentiles")) {
        double expected =
            rows(
                    duckdb,
                    "select quantile_disc("
                        + metric.getValue()
                        + ", "
                        + quantile.path("percent").asDouble() / 100
                        + ") from o")
                .get(0)
                .get(0);
        assertEquals(expected, quantile.path("nanos").asDouble(), metric + " " + quantile);
      }
    }
  }

  private void aMissingShardIsNeverSent(Path workload) throws IOException {
    Path to = folder.resolve("two-of-three");
    Ran refused = Ran.facsimile("replay", "merge", shard(0), shard(2), "-o", to);
    assertEquals(Exit.INPUT_REFUSED, refused.code());
    assertTrue(refused.err().contains("--workload"), refused.err());
    Ran ran =
        Ran.facsimile("replay", "merge", shard(0), shard(2), "-o", to, "--workload", workload);
    assertEquals(Exit.BOUND_MISSED, ran.code(), ran.err());
    assertTrue(ran.out().contains("1 of 3 generators ended early"), ran.out());
    RunManifest.Counts counts = RunFolder.open(to).manifest().counts();
    long died = RunFolder.open(shard(1)).manifest().counts().offered();
    assertTrue(died > 0);
    assertEquals(REQUESTS, counts.offered());
    assertEquals(died, counts.neverSent());
  }
}
