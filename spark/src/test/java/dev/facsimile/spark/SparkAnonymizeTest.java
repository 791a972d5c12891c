package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.cli.Main;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalStandard;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A release on Spark has the rows of one on one machine. Every release has a key of its own, so
 * that its ids have other numbers: they are compared by the order in which they come. That the
 * numbers are the same under one key is told by the room's own tests.
 */
class SparkAnonymizeTest {
  @TempDir private Path folder;

  private Path raw(String log, String... options) throws IOException {
    Path raw = folder.resolve("raw.trace.parquet");
    List<String> ingest =
        new ArrayList<>(
            List.of("ingest", SharedData.require(log).toString(), "-o", raw.toString()));
    ingest.addAll(List.of(options));
    alone(0, ingest);
    return raw;
  }

  static String alone(int code, List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    assertEquals(
        code,
        Main.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new)),
        err::toString);
    return code == 0 ? out.toString() : err.toString();
  }

  private Path policy(String sample, String... changes) throws IOException {
    String policy = sample(sample);
    for (int i = 0; i < changes.length; i += 2) {
      assertTrue(policy.contains(changes[i]), changes[i]);
      policy = policy.replace(changes[i], changes[i + 1]);
    }
    return Files.writeString(folder.resolve("policy.yaml"), policy);
  }

  static String sample(String policy) throws IOException {
    return Files.readString(
        Path.of(System.getProperty("facsimile.spark.home"))
            .resolve("../../../samples/policies")
            .resolve(policy + ".yaml"));
  }

  static List<String> command(Path raw, Path policy, Path output, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "anonymize",
                raw.toString(),
                "--policy",
                policy.toString(),
                "-o",
                output.toString()));
    command.addAll(List.of(more));
    return command;
  }

  private void assertSame(Path raw, Path policy, int pieceRows) throws Exception {
    Path one = folder.resolve("alone.trace.parquet");
    Path spark = folder.resolve("spark.trace.parquet");
    String expected = alone(0, command(raw, policy, one));
    Submitted got =
        Submitted.local(
            folder, command(raw, policy, spark, "--piece-rows", String.valueOf(pieceRows)));
    assertEquals(0, got.code(), got.err());
    assertEquals(told(expected), told(got.out()).replace("spark.", "alone."), "what is told");
    assertEquals(header(one), header(spark));
    assertEquals(manifest(one), manifest(spark));
    assertRows(one, spark);
    assertTrue(
        Approval.of(TraceFile.open(spark), ApprovalStandard.of(Clock.systemUTC()))
            instanceof Approval.Approved,
        "self-approved");
    try (Stream<Path> left = Files.list(folder)) {
      assertTrue(
          left.noneMatch(path -> path.getFileName().toString().startsWith(".")),
          "something unfinished is left");
    }
  }

  /** Without the bytes looked at, which another number of row groups makes others. */
  static String told(String out) {
    return out.replaceAll("verified .*", "");
  }

  /** Without the release's own id. */
  static JsonNode header(Path trace) throws IOException {
    ObjectNode header = (ObjectNode) Json.toTree(TraceFile.open(trace).header());
    header.remove("release_id");
    return header;
  }

  /** Counts, risk, and what the reader is told. */
  static List<Object> manifest(Path trace) throws IOException {
    JsonNode release =
        Json.tree(Files.readString(Path.of(trace + ".manifest.json"))).get("release");
    return List.of(
        release.get("counts"),
        release.get("risk"),
        release.get("fidelity"),
        release.get("notes"),
        release.get("rows"),
        release.get("schema_sha256"));
  }

  static void assertRows(Path alone, Path spark) throws IOException {
    assertRows(alone, spark, content -> content);
  }

  /** Compares rows by what {@code shape} makes of their content. */
  static void assertRows(Path alone, Path spark, UnaryOperator<String> shape) throws IOException {
    Renamed ofOne = new Renamed(shape);
    Renamed ofMany = new Renamed(shape);
    try (Rows<TraceRow> expected = TraceFile.open(alone).rowsWithContent();
        Rows<TraceRow> got = TraceFile.open(spark).rowsWithContent()) {
      Optional<TraceRow> row = expected.next();
      for (long number = 1; row.isPresent(); number++) {
        assertEquals(row.map(ofOne::of), got.next().map(ofMany::of), "row " + number);
        row = expected.next();
      }
      assertEquals(Optional.empty(), got.next());
    }
    assertEquals(ofOne.numbers.keySet(), ofMany.numbers.keySet(), "the ids that are given");
  }

  /** Gives ids new names in the order in which they come. */
  private static final class Renamed {
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final UnaryOperator<String> shape;

    Renamed(UnaryOperator<String> shape) {
      this.shape = shape;
    }

    private String of(String id) {
      return id.replaceAll("-.*", "-") + number(id);
    }

    private int number(Object id) {
      return numbers.computeIfAbsent(id, key -> numbers.size());
    }

    TraceRow of(TraceRow row) {
      Request raw = row.request();
      Conversation said = raw.conversation();
      Origin from = raw.origin();
      return new TraceRow(
          new Request(
              of(raw.id()),
              raw.arrivalNanos(),
              raw.requestClass(),
              new Origin(
                  from.tenant().map(this::of),
                  from.tenantTier(),
                  from.model(),
                  from.adapter(),
                  from.region(),
                  from.endpoint()),
              new Conversation(
                  said.sessionId().map(this::of),
                  said.turn(),
                  said.parentRequestId().map(this::of)),
              raw.tokens(),
              raw.prefixBlocks().map(ids -> BlockIds.of(ids.stream().map(this::number).toArray())),
              raw.streaming(),
              raw.cacheEligible()),
          row.observed(),
          row.userId().map(this::of),
          row.content().map(shape));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "azure2023/AzureLLMInferenceTrace_conv.csv, 3000",
    "mooncake/conversation_trace.jsonl, 1500",
    "kvcache_tester, 400",
  })
  void theReleaseOfATraceHasTheSameRows(String log, int pieceRows) throws Exception {
    assertSame(raw(log), policy("demo"), pieceRows);
  }

  @Test
  void sessionsAsUnitsThatShareBlocksHaveTheSameRows() throws Exception {
    raw("ragpulse/0_trace_days1-4.jsonl", "--split-on-reset");
    assertSame(
        folder.resolve("raw.1.trace.parquet"),
        policy("demo", "column: tenant", "column: session"),
        700);
  }

  /**
   * Requests of tenants, of which one has nine in ten, and of sessions, of which one has half; with
   * blocks that all, some and few tenants have.
   */
  private Path skewed() throws IOException {
    Path raw = folder.resolve("raw.trace.parquet");
    int all = 6_000;
    try (TraceWriter writer = TraceWriter.createPrivate(raw)) {
      for (int i = 0; i < all; i++) {
        int tenant = i % 10 > 0 ? 0 : 1 + i / 10 % 30;
        String session = i % 2 == 0 ? "the long one" : "session " + i / 7;
        writer.write(
            new TraceRow(
                Request.of("raw-" + i, i * 1_000_000L, 64, i % 500)
                    .from(
                        new Origin(
                            Optional.of("tenant number " + tenant),
                            Optional.empty(),
                            Optional.of("model-" + tenant / 2),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty()))
                    .within(Conversation.of(Optional.of(session)))
                    .withBlocks(Optional.of(BlockIds.of(1, 2 + tenant / 2, 50 + i / 7, 5000 + i))),
                Observed.NOTHING,
                Optional.of("person " + i % 700),
                Optional.empty()));
      }
      writer.finish(
          new TraceHeader(
              TraceHeader.FORMAT,
              TraceHeader.VERSION,
              ToolVersion.CURRENT,
              TraceHeader.Stage.RAW,
              all,
              Optional.empty(),
              List.of("mapped"),
              "",
              TraceHeader.Sessions.LOGGED,
              Optional.of(new BlockScheme(16, BlockScheme.Scope.GLOBAL, false)),
              new ClockFacts(OptionalLong.empty(), List.of()),
              Optional.empty(),
              Provenance.NONE));
    }
    return raw;
  }

  @Test
  void aTenantWithNearlyAllRequestsAndItsBlocksAreTheSame() throws Exception {
    assertSame(skewed(), policy("demo"), 450);
  }

  @Test
  void usersAsUnitsThatShareBlocksAreTheSame() throws Exception {
    assertSame(
        skewed(),
        policy(
            "demo",
            "column: tenant",
            "column: user",
            "user_id: {class: drop}",
            "user_id: {class: identifier}"),
        450);
  }

  /** Runs a command, and looks at the files that Spark has meanwhile. */
  private Submitted encrypted(List<String> command) throws Exception {
    CompletableFuture<Submitted> job =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Submitted.local(folder, command);
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    long seen = 0;
    while (!job.isDone()) {
      for (Path file : blockFiles()) {
        Optional<String> bytes = bytes(file);
        assertFalse(
            bytes.filter(all -> all.contains("LZ4Block")).isPresent(),
            () -> file + " is compressed, but not encrypted");
        seen += bytes.filter(all -> !all.isEmpty()).isPresent() ? 1 : 0;
      }
      LockSupport.parkNanos(200_000_000);
    }
    assertTrue(seen > 0, "no file was seen");
    return job.get();
  }

  private static Optional<String> bytes(Path file) throws IOException {
    try {
      return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      // Spark was done with it.
      return Optional.empty();
    }
  }

  private List<Path> blockFiles() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> path.toString().contains("blockmgr") && Files.isRegularFile(path))
          .toList();
    } catch (UncheckedIOException e) {
      // A folder went while it was listed.
      return List.of();
    }
  }

  @Test
  void aDraftIsVerifiedOnOneMachineLater() throws Exception {
    Path raw = skewed();
    Path policy = policy("vendor");
    Path spark = folder.resolve("spark.trace.parquet");
    Submitted got =
        encrypted(
            command(
                raw,
                policy,
                spark,
                "--piece-rows",
                "450",
                "--risk-rows",
                "2000",
                "--verify-later"));
    assertEquals(0, got.code(), got.err());
    assertTrue(got.out().contains("verified    NOT YET"), got.out());
    assertTrue(
        manifest(spark).get(3).toString().contains("of the 6,000 requests"),
        () -> "the sample is not told of: " + got.out());
    String verified =
        alone(
            0,
            List.of(
                "anonymize",
                "verify",
                spark.toString(),
                "--raw",
                raw.toString(),
                "--policy",
                policy.toString()));
    assertTrue(verified.contains("recorded    in"), verified);
    long before = 0;
    try (Rows<TraceRow> rows = TraceFile.open(spark).rows()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        assertTrue(row.get().request().arrivalNanos() >= before, "moved arrivals are in order");
        before = row.get().request().arrivalNanos();
      }
    }
  }

  @Test
  void onlyItsOwnVerificationApprovesAReleaseThatNobodyApproves() throws Exception {
    Path spark = folder.resolve("spark.trace.parquet");
    Submitted got =
        Submitted.local(folder, command(skewed(), policy("demo"), spark, "--verify-later"));
    assertEquals(3, got.code(), got.err());
    assertTrue(got.sentences().contains("asks for no approval"), got.err());
    assertTrue(Files.notExists(spark));
  }

  @Test
  void aBoundThatIsMissedIsToldInTheSameWordsAndNothingIsWritten() throws Exception {
    Path raw = skewed();
    Path policy = policy("demo", "approval: none", "risk: {max_top1_share: 0.5}\napproval: none");
    Path output = folder.resolve("x.trace.parquet");
    String expected = alone(4, command(raw, policy, output));
    Submitted got = Submitted.local(folder, command(raw, policy, output, "--piece-rows", "450"));
    assertEquals(4, got.code(), got.err());
    assertEquals(expected.replaceAll("(?m)^(?!facsimile:).*\\R?", "").strip(), got.sentences());
    try (Stream<Path> left = Files.list(folder)) {
      assertTrue(left.noneMatch(path -> path.getFileName().toString().contains("x.trace")));
    }
  }

  @Test
  void aKeyGoesToOtherProcessesEncryptedOrNotAtAll() {
    assertThrows(InputException.class, () -> ReleaseKey.requireSafe("yarn", false));
    ReleaseKey.requireSafe("yarn", true);
    ReleaseKey.requireSafe("local[2]", false);
  }
}
