package dev.facsimile.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.cli.Main;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The same ingest on one machine and on Spark, which reads logs in pieces of a MiB; both write into
 * folders of their own.
 *
 * @param folder where those are
 */
record BothWays(Path folder) {
  private static final String TRACE = "x.trace.parquet";

  /**
   * What a command did.
   *
   * @param code how it ended
   * @param out what it printed
   * @param err what it said besides
   */
  record Done(int code, String out, String err) {}

  /** What the command of one machine does. */
  static Done alone(List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Main.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
    return new Done(code, out.toString(), err.toString());
  }

  static List<String> command(Path output, List<String> options, Path... logs) {
    List<String> command = new ArrayList<>(List.of("ingest"));
    Stream.of(logs).map(Path::toString).forEach(command::add);
    command.addAll(options);
    command.addAll(List.of("-o", output.toString()));
    return command;
  }

  private Path output(String way) throws IOException {
    return Files.createDirectories(folder.resolve(way)).resolve(TRACE);
  }

  /** Both end alike, with the same files; if they end well, the traces are the same. */
  void assertSame(List<String> options, Path... logs) throws IOException, InterruptedException {
    Path alone = output("alone");
    Path spark = output("spark");
    Done expected = alone(command(alone, options, logs));
    List<String> submitted = new ArrayList<>(command(spark, options, logs));
    submitted.addAll(List.of("--piece-mib", "1"));
    Submitted got = Submitted.local(folder, submitted);
    assertEquals(expected.code(), got.code(), got.err());
    assertEquals(expected.code() == 0 ? "" : expected.err().strip(), got.sentences());
    assertEquals(
        told(expected.out()),
        told(got.out()).replace(spark.getParent().toString(), alone.getParent().toString()));
    List<Path> files = files(alone.getParent());
    assertEquals(files, files(spark.getParent()));
    for (Path file : files) {
      assertSame(alone.resolveSibling(file), spark.resolveSibling(file));
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(Path::getFileName).sorted().toList();
    }
  }

  private static void assertSame(Path alone, Path spark) throws IOException {
    if (alone.toString().endsWith(TRACE.substring(1))) {
      assertEquals(TraceFile.open(alone).header(), TraceFile.open(spark).header());
      assertRows(alone, spark);
    } else {
      assertEquals(
          Files.readAllLines(alone).stream().sorted().toList(),
          Files.readAllLines(spark).stream().sorted().toList());
    }
  }

  /** The traces that were written, by Spark. */
  List<Path> traces() throws IOException {
    return files(output("spark").getParent()).stream()
        .filter(file -> file.toString().endsWith(TRACE.substring(1)))
        .toList();
  }

  /** The header of a trace that Spark wrote. */
  TraceFile trace(String name) throws IOException {
    return TraceFile.open(output("spark").resolveSibling(name));
  }

  /** Without the percentiles of gaps, which need every gap in one place. */
  static String told(String out) {
    return out.replaceAll("; [\\d.,]+ / [\\d.,]+ / [\\d.,]+ s from turn to turn.*", "");
  }

  static void assertRows(Path alone, Path spark) throws IOException {
    try (Rows<TraceRow> expected = TraceFile.open(alone).rowsWithContent();
        Rows<TraceRow> got = TraceFile.open(spark).rowsWithContent()) {
      Optional<TraceRow> row = expected.next();
      for (long number = 1; row.isPresent(); number++) {
        assertEquals(row, got.next(), "row " + number);
        row = expected.next();
      }
      assertEquals(Optional.empty(), got.next());
    }
  }

  /** Nothing unfinished is left in a folder. */
  static void assertNothingHidden(Path folder) throws IOException {
    try (Stream<Path> left = Files.list(folder)) {
      assertTrue(
          left.noneMatch(path -> path.getFileName().toString().startsWith(".")),
          "something unfinished is left");
    }
  }
}
