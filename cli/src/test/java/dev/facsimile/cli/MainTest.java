package dev.facsimile.cli;

import static dev.facsimile.cli.Ran.facsimile;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.header.ToolVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What a user gets wrong: one sentence and the right exit code, from every command. */
class MainTest {
  @TempDir private Path folder;

  /** Every command line that reads a file, with FILE in its place. */
  static Stream<List<String>> readingCommands() {
    return Stream.of(
        List.of("ingest", "FILE", "-o", "OUT"),
        List.of("anonymize", "FILE", "--policy", "POLICY", "-o", "OUT"),
        List.of("synth", "fit", "FILE", "-o", "OUT"),
        List.of("synth", "generate", "FILE", "--seed", "1", "-o", "OUT"),
        List.of("synth", "export", "FILE", "--to", "aiperf", "-o", "OUT"),
        List.of(
            "replay", "run", "FILE", "--url", "http://127.0.0.1:1", "--model", "m", "-o", "OUT"),
        List.of("analyze", "trace", "FILE"),
        List.of("analyze", "fidelity", "FILE", "FILE"),
        List.of("analyze", "run", "FILE"),
        List.of("inspect", "FILE"));
  }

  private Ran with(List<String> command, Path file) {
    Path policy = SharedData.root().resolve("samples/policies/demo.yaml");
    return facsimile(
        command.stream()
            .map(word -> word.equals("FILE") ? file.toString() : word)
            .map(word -> word.equals("OUT") ? folder.resolve("out").toString() : word)
            .map(word -> word.equals("POLICY") ? policy.toString() : word)
            .toArray());
  }

  private void assertRefused(Ran ran) throws IOException {
    assertEquals(Exit.INPUT_REFUSED, ran.code(), ran.err());
    assertEquals(1, ran.err().lines().count(), ran.err());
    assertTrue(ran.err().startsWith("facsimile: " + folder), ran.err());
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @ParameterizedTest
  @MethodSource("readingCommands")
  void aMissingFileIsOneSentence(List<String> command) throws IOException {
    assertRefused(with(command, folder.resolve("none.trace.parquet")));
  }

  @ParameterizedTest
  @MethodSource("readingCommands")
  void anEmptyFileIsOneSentence(List<String> command) throws IOException {
    assertRefused(with(command, Files.createFile(folder.resolve("empty.trace.parquet"))));
  }

  @ParameterizedTest
  @MethodSource("readingCommands")
  void aDirectoryIsOneSentence(List<String> command) throws IOException {
    assertRefused(with(command, Files.createDirectory(folder.resolve("a.trace.parquet"))));
  }

  @ParameterizedTest
  @MethodSource("readingCommands")
  void aTruncatedParquetFileIsOneSentence(List<String> command) throws IOException {
    Path log = folder.resolve("log.csv");
    Files.writeString(log, "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46,374,44\n");
    Path whole = folder.resolve("whole.trace.parquet");
    assertEquals(Exit.DONE, facsimile("ingest", log, "-o", whole).code());
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = folder.resolve("cut.trace.parquet");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 100));
    assertRefused(with(command, cut));
  }

  @ParameterizedTest
  @MethodSource("readingCommands")
  void anUnknownOptionIsAUsageErrorWithAHint(List<String> command) {
    Object[] arguments = Stream.concat(command.stream(), Stream.of("--nonsense")).toArray();
    Ran ran = facsimile(arguments);
    assertEquals(Exit.USAGE, ran.code(), ran.err());
    assertTrue(ran.err().startsWith("facsimile: Unknown option: '--nonsense'"), ran.err());
    assertTrue(ran.err().contains("--help"), ran.err());
  }

  @Test
  void theRawTraceIsRefusedByLaterStagesUnlessAllowedAndThenMarksWhatIsMadeOfIt()
      throws IOException {
    Path log = folder.resolve("log.csv");
    StringBuilder rows = new StringBuilder("TIMESTAMP,ContextTokens,GeneratedTokens\n");
    for (int i = 0; i < 200; i++) {
      rows.append(String.format("2023-11-16 18:%02d:%02d,%d,%d%n", i / 60, i % 60, 100 + i, 5 + i));
    }
    Files.writeString(log, rows);
    Path raw = folder.resolve("raw.trace.parquet");
    Path model = folder.resolve("x.model.json");
    assertEquals(Exit.DONE, facsimile("ingest", log, "-o", raw).code());
    Ran refused = facsimile("synth", "fit", raw, "-o", model);
    assertEquals(Exit.INPUT_REFUSED, refused.code());
    assertTrue(refused.err().contains("is a raw trace: anonymize it first"), refused.err());
    Ran allowed = facsimile("synth", "fit", raw, "-o", model, "--allow-unapproved");
    assertEquals(Exit.DONE, allowed.code(), allowed.err());
    Path workload = folder.resolve("w.jsonl");
    Ran stillRefused = facsimile("synth", "generate", model, "--seed", 1, "-o", workload);
    assertEquals(Exit.INPUT_REFUSED, stillRefused.code());
    assertTrue(
        stillRefused.err().contains("was made from an unapproved trace"), stillRefused.err());
  }

  /** An output that is an input would be gone before anybody noticed. */
  @Test
  void noCommandWritesOverWhatItReads() throws IOException {
    Path log = folder.resolve("log.csv");
    StringBuilder rows = new StringBuilder("TIMESTAMP,ContextTokens,GeneratedTokens\n");
    for (int i = 0; i < 100; i++) {
      rows.append(String.format("2023-11-16 18:%02d:%02d,%d,%d%n", i / 60, i % 60, 100 + i, 5 + i));
    }
    Files.writeString(log, rows);
    Path raw = folder.resolve("raw.trace.parquet");
    Path model = folder.resolve("m.json");
    Path workload = folder.resolve("w.jsonl");
    String allow = "--allow-unapproved";
    assertEquals(Exit.DONE, facsimile("ingest", log, "-o", raw).code());
    assertEquals(Exit.DONE, facsimile("synth", "fit", raw, "-o", model, allow).code());
    assertEquals(
        Exit.DONE,
        facsimile("synth", "generate", model, "--seed", 1, "-o", workload, allow).code());
    List<Object[]> commands =
        List.of(
            new Object[] {"ingest", log, "-o", log},
            new Object[] {"synth", "fit", raw, "-o", raw, allow},
            new Object[] {"synth", "generate", model, "--seed", 1, "-o", model, allow},
            new Object[] {"synth", "export", workload, "--to", "aiperf", "-o", workload, allow},
            new Object[] {"analyze", "trace", raw, "--json", raw},
            new Object[] {"analyze", "fidelity", raw, workload, "--html", workload, allow},
            new Object[] {"inspect", raw, "--arrow", raw});
    for (Object[] command : commands) {
      Ran ran = facsimile(command);
      assertEquals(Exit.INPUT_REFUSED, ran.code(), ran.out() + ran.err());
      assertTrue(ran.err().contains("is read by this command"), ran.err());
    }
    assertEquals(rows.toString(), Files.readString(log));
    assertEquals(Exit.DONE, facsimile("inspect", raw).code());
    assertEquals(Exit.DONE, facsimile("inspect", workload).code());
  }

  @Test
  void anAnonymizedTraceIsNotAnonymizedAgainWhichWouldRenewItsApproval() throws IOException {
    Path log = folder.resolve("log.csv");
    Files.writeString(log, "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 18:15:46,374,44\n");
    Path policy = SharedData.root().resolve("samples/policies/demo.yaml");
    Path raw = folder.resolve("raw.trace.parquet");
    Path once = folder.resolve("once.trace.parquet");
    assertEquals(Exit.DONE, facsimile("ingest", log, "-o", raw).code());
    assertEquals(Exit.DONE, facsimile("anonymize", raw, "--policy", policy, "-o", once).code());
    Ran again =
        facsimile(
            "anonymize", once, "--policy", policy, "-o", folder.resolve("twice.trace.parquet"));
    assertEquals(Exit.INPUT_REFUSED, again.code());
    assertTrue(again.err().contains("is anonymized already"), again.err());
  }

  @Test
  void aTraceWithoutAClockIsNotFitted() throws IOException {
    Path log = folder.resolve("log.csv");
    Files.writeString(
        log, "TIMESTAMP,ContextTokens,GeneratedTokens\n" + "2023-11-16 18:00:00,100,5\n".repeat(3));
    Path raw = folder.resolve("raw.trace.parquet");
    assertEquals(Exit.DONE, facsimile("ingest", log, "-o", raw).code());
    Ran ran = facsimile("synth", "fit", raw, "-o", folder.resolve("m.json"), "--allow-unapproved");
    assertEquals(Exit.INPUT_REFUSED, ran.code());
    assertTrue(ran.err().contains("has every arrival at 0"), ran.err());
  }

  @Test
  void everyCommandAndOptionHasADescriptionAndHelpWorks() {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    assertDescribed(Main.commandLine(nowhere, nowhere));
  }

  private static void assertDescribed(CommandLine command) {
    String name = command.getCommandSpec().qualifiedName();
    assertTrue(command.getCommandSpec().usageMessage().description().length > 0, name);
    command
        .getCommandSpec()
        .args()
        .forEach(arg -> assertTrue(arg.description().length > 0, name + " " + arg.paramLabel()));
    texts(command).forEach(text -> assertFormat(name, text));
    String help = command.getUsageMessage();
    for (String noise : List.of("Optional.empty", "Default: []", "Default: null")) {
      assertFalse(help.contains(noise), name + " shows a default of no use: " + noise);
    }
    assertEquals(0, command.execute("--help"), name);
    command.getSubcommands().values().forEach(MainTest::assertDescribed);
  }

  /** What picocli formats before it shows it. */
  private static Stream<String> texts(CommandLine command) {
    var usage = command.getCommandSpec().usageMessage();
    return Stream.of(
            Arrays.stream(usage.description()),
            Arrays.stream(usage.header()),
            Arrays.stream(usage.footer()),
            command.getCommandSpec().args().stream()
                .flatMap(arg -> Arrays.stream(arg.description())))
        .flatMap(lines -> lines);
  }

  private static void assertFormat(String name, String text) {
    assertDoesNotThrow(() -> String.format(text), name + " has a % that is not doubled: " + text);
  }

  @Test
  void theVersionIsTheBuilds() {
    assertEquals("facsimile " + ToolVersion.CURRENT, facsimile("--version").out().strip());
    assertTrue(ToolVersion.CURRENT.matches("\\d+\\.\\d+\\.\\d+.*"), ToolVersion.CURRENT);
  }

  @Test
  void noCommandIsAUsageErrorThatListsThem() {
    Ran ran = facsimile();
    assertEquals(Exit.USAGE, ran.code());
    assertTrue(ran.err().contains("ingest, anonymize, synth, replay, analyze"), ran.err());
  }

  @Test
  void outOfMemoryInAnyThreadIsASentenceThatSaysHowToGiveMore() throws Exception {
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine(new PrintWriter(err), new PrintWriter(err, true));
    Exception failed = new IllegalStateException("cannot encode", new OutOfMemoryError("heap"));
    int code = line.getExecutionExceptionHandler().handleExecutionException(failed, line, null);
    assertEquals(Exit.FAILED, code);
    assertTrue(err.toString().startsWith("facsimile: out of memory, with at most "), err::toString);
    assertTrue(err.toString().contains("FACSIMILE_JAVA_OPTIONS=-Xmx"), err::toString);
    assertFalse(err.toString().contains("bug"), err::toString);
  }
}
