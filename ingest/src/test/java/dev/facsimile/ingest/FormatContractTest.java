package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.ingest.Mutations.Due;
import dev.facsimile.ingest.Mutations.Mutation;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogFormats;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.TraceHeader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every log format owes its users: its example becomes the expected rows, and whatever happens
 * to an entry of a log, the reading ends, nothing is thrown, no neighbour is lost, and every row
 * that is refused has a line and a reason. {@code -Dfacsimile.mutations=100000} draws more.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FormatContractTest {
  private static final int MUTATIONS = Integer.getInteger("facsimile.mutations", 1000);
  private static final long SEED = 20260301;
  private static final int MOST_WRITTEN = 2000;

  @TempDir private Path folder;

  static List<Example> examples() {
    return Stream.of(GatewayExamples.ALL, PublicExamples.ALL, EngineExamples.ALL)
        .flatMap(List::stream)
        .toList();
  }

  @Test
  void everyFormatHasAnExample() {
    assertEquals(
        LogFormats.ALL.stream().map(LogFormat::name).sorted().toList(),
        examples().stream().map(Example::format).sorted().toList());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyRowOfTheExampleEndsAsItShould(Example example) throws IOException {
    assertEquals(example.rows().strip(), String.join("\n", read(example, example.log()).ended()));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void aDamagedEntryIsRefusedWithLineAndReasonAndItsNeighboursAreKept(Example example)
      throws IOException {
    List<TraceRow> accepted = new ArrayList<>();
    for (int entry = 0; entry < example.entries().size(); entry++) {
      Neighbours neighbours = new Neighbours(example, entry);
      String whole = example.entries().get(entry);
      boolean thorough = entry == 0;
      for (Mutation mutation : Mutations.named(example.logFormat().shape(), whole, thorough)) {
        accepted.addAll(neighbours.check(mutation));
      }
    }
    assertCanBeWritten(accepted);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void randomDamageNeverThrowsHangsOrLosesANeighbour(Example example) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Neighbours> entries = new ArrayList<>();
    for (int entry = 0; entry < example.entries().size(); entry++) {
      entries.add(new Neighbours(example, entry));
    }
    List<TraceRow> accepted = new ArrayList<>();
    for (int i = 0; i < MUTATIONS; i++) {
      Neighbours neighbours = entries.get(i % entries.size());
      byte[] damaged = Mutations.random(neighbours.whole, random);
      List<TraceRow> rows = neighbours.check(new Mutation("mutation " + i, damaged, Due.ANY));
      if (accepted.size() < MOST_WRITTEN) {
        accepted.addAll(rows);
      }
    }
    assertCanBeWritten(accepted);
  }

  private static Reading read(Example example, String log) throws IOException {
    return Reading.of(example.logFormat(), log.getBytes(StandardCharsets.UTF_8));
  }

  /** What a format accepts, a trace must be able to hold. */
  private void assertCanBeWritten(List<TraceRow> rows) throws IOException {
    try (TraceWriter writer = TraceWriter.createPrivate(folder.resolve("x.trace.parquet"))) {
      for (TraceRow row : rows) {
        writer.write(row);
      }
      writer.finish(Headers.trace(TraceHeader.Stage.RAW, rows.size()));
    }
  }

  /** The entries of an example around one that is damaged. */
  private static final class Neighbours {
    private final Example example;
    private final int entry;
    private final byte[] whole;
    private final Reading undamaged;
    private final Reading without;
    private final Reading before;

    Neighbours(Example example, int entry) throws IOException {
      this.example = example;
      this.entry = entry;
      this.whole = example.entries().get(entry).getBytes(StandardCharsets.UTF_8);
      this.undamaged = read(example, example.log());
      this.without = read(example, example.without(entry));
      this.before = read(example, example.log(example.entries().subList(0, entry)));
    }

    /** Checks what became of a damaged entry; gives the requests accepted. */
    List<TraceRow> check(Mutation mutation) throws IOException {
      String what = example.format() + ", entry " + entry + ", " + mutation.what();
      Reading reading = Reading.of(example.logFormat(), log(mutation));
      List<String> left = new ArrayList<>(reading.requests());
      for (String kept : neighbours(reading)) {
        assertTrue(left.remove(kept), () -> what + " loses " + kept + ": " + reading.ended());
      }
      for (String reject : reading.rejects()) {
        assertTrue(reject.matches("(?s)[1-9]\\d* \\S.{4,300}"), () -> what + ": " + reject);
      }
      switch (mutation.due()) {
        case REJECTED -> assertFalse(reading.rejects().isEmpty(), () -> what + " is not refused");
        case HARMLESS -> assertEquals(undamaged.requests(), reading.requests(), what);
        case ANY -> {}
      }
      return reading.accepted();
    }

    /** After an error in a document, its further elements cannot be found. */
    private List<String> neighbours(Reading reading) {
      boolean documentBroke =
          example.logFormat().shape() == LogFormat.Shape.JSON_DOCUMENT
              && reading.rejects().stream().anyMatch(reject -> reject.endsWith("from here on"));
      return (documentBroke ? before : without).requests();
    }

    private byte[] log(Mutation mutation) {
      String mark = "@entry@";
      List<String> entries = new ArrayList<>(example.entries());
      entries.set(entry, mark);
      String log = example.log(entries);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes(log.substring(0, log.indexOf(mark)).getBytes(StandardCharsets.UTF_8));
      bytes.writeBytes(mutation.bytes());
      bytes.writeBytes(
          log.substring(log.indexOf(mark) + mark.length()).getBytes(StandardCharsets.UTF_8));
      return bytes.toByteArray();
    }
  }
}
