package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standalone master and two workers on loopback, one of which is killed in the middle. */
class LostWorkerTest {
  private static final int ROWS = 60_000;

  @TempDir private Path folder;

  private final List<Process> processes = new ArrayList<>();

  private Process start(String name, String... command) throws IOException {
    Process process =
        Submitted.process("-Xmx256m", List.of(command))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile())
            .start();
    processes.add(process);
    return process;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Waits for words in a log, for at most two minutes. */
  private void await(String name, String words, int times) throws IOException {
    Path log = folder.resolve(name + ".log");
    for (int i = 0; i < 1200; i++) {
      if (Files.exists(log)
          && Files.readString(log).split(java.util.regex.Pattern.quote(words), -1).length > times) {
        return;
      }
      LockSupport.parkNanos(100_000_000);
    }
    throw new AssertionError(name + " never said '" + words + "': " + Files.readString(log));
  }

  private Process worker(String name, String master) throws IOException {
    return start(
        name,
        "org.apache.spark.deploy.worker.Worker",
        "--host",
        "127.0.0.1",
        "--cores",
        "1",
        "--memory",
        "700m",
        "--webui-port",
        "0",
        "--work-dir",
        folder.resolve(name).toString(),
        "--properties-file",
        folder.resolve("cluster.conf").toString(),
        master);
  }

  private Path log() throws IOException {
    Path log = folder.resolve("log.jsonl");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      lines.add(
          String.format(
              "{\"timestamp\":%d,\"input_length\":%d,\"output_length\":%d,\"hash_ids\":[%d,%d]}",
              10L * i, 1024, i % 300, i % 977, 1000 + i % 30_011));
    }
    Files.write(log, lines);
    return log;
  }

  private static void alone(String... arguments) {
    StringWriter err = new StringWriter();
    assertEquals(
        0,
        Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err), arguments),
        err::toString);
  }

  @Test
  void aJobWhoseWorkerIsKilledWritesTheSameTrace() throws Exception {
    Path log = log();
    Path alone = folder.resolve("alone.trace.parquet");
    Path spark = folder.resolve("spark.trace.parquet");
    alone("ingest", log.toString(), "-o", alone.toString());
    losingAWorker(
        List.of(), List.of("ingest", log.toString(), "-o", spark.toString(), "--piece-mib", "1"));
    BothWays.assertRows(alone, spark);
  }

  @Test
  void aReleaseWhoseWorkerIsKilledHasTheSameRows() throws Exception {
    Path raw = folder.resolve("raw.trace.parquet");
    Path alone = folder.resolve("alone.trace.parquet");
    Path spark = folder.resolve("spark.trace.parquet");
    Path policy =
        Files.writeString(
            folder.resolve("policy.yaml"),
            SparkAnonymizeTest.sample("demo")
                .replace("approval: none", "approval: {required: [data-owner]}")
                .replaceAll("(?m)^expires_days.*", ""));
    alone("ingest", log().toString(), "-o", raw.toString());
    alone("anonymize", raw.toString(), "--policy", policy.toString(), "-o", alone.toString());
    List<String> encrypted =
        List.of(
            "spark.authenticate=true",
            "spark.authenticate.secret=of this test",
            "spark.network.crypto.enabled=true");
    List<String> release =
        List.of(
            "anonymize",
            raw.toString(),
            "--policy",
            policy.toString(),
            "-o",
            spark.toString(),
            "--piece-rows",
            "4000",
            "--verify-later");
    losingAWorker(encrypted, release);
    SparkAnonymizeTest.assertRows(alone, spark);
  }

  /**
   * Runs a command on two workers, of which one is killed.
   *
   * @param settings of the cluster and the command
   */
  private void losingAWorker(List<String> settings, List<String> arguments) throws Exception {
    Files.write(folder.resolve("cluster.conf"), settings);
    int port = freePort();
    String master = "spark://127.0.0.1:" + port;
    try {
      start(
          "master",
          "org.apache.spark.deploy.master.Master",
          "--host",
          "127.0.0.1",
          "--port",
          String.valueOf(port),
          "--webui-port",
          "0",
          "--properties-file",
          folder.resolve("cluster.conf").toString());
      await("master", "New state: ALIVE", 1);
      worker("first", master);
      Process second = worker("second", master);
      await("master", "Registering worker", 2);
      CompletableFuture<Submitted> job =
          CompletableFuture.supplyAsync(() -> submit(master, settings, arguments));
      killInTheMiddle(second, job);
      Submitted done = job.get(8, TimeUnit.MINUTES);
      assertEquals(0, done.code(), done.err());
      assertTrue(done.err().contains("Lost executor"), "no executor was lost: " + done.err());
    } finally {
      stop();
    }
  }

  private Submitted submit(String master, List<String> settings, List<String> arguments) {
    List<String> all = new ArrayList<>(settings);
    all.addAll(List.of("spark.executor.memory=600m", "spark.log.level=INFO"));
    try {
      return Submitted.to(master, all, folder, arguments);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Once the executor of a worker has done some work, and while there is more to do. */
  private void killInTheMiddle(Process worker, CompletableFuture<Submitted> job)
      throws IOException {
    Path work = folder.resolve("second");
    for (int i = 0; i < 1200 && !hasFinishedTasks(work); i++) {
      assertTrue(
          !job.isDone(), () -> "the job ended before a worker could be killed: " + job.join());
      LockSupport.parkNanos(100_000_000);
    }
    worker.descendants().forEach(ProcessHandle::destroyForcibly);
    worker.destroyForcibly();
  }

  private static boolean hasFinishedTasks(Path work) throws IOException {
    if (!Files.exists(work)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(work)) {
      for (Path file : files.filter(f -> f.endsWith("stderr")).toList()) {
        if (Files.readString(file).contains("Finished task")) {
          return true;
        }
      }
    }
    return false;
  }

  private void stop() throws InterruptedException {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      process.waitFor(20, TimeUnit.SECONDS);
    }
  }
}
