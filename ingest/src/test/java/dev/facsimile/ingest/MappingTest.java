package dev.facsimile.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.mapping.Mapping;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Rows3;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.ArrowExport;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MappingTest {
  @TempDir private Path folder;

  private TraceRow firstRow(String mapping, String log) throws IOException {
    Path map = Files.writeString(folder.resolve("map.yaml"), mapping);
    Path file = Files.writeString(folder.resolve("log"), log);
    Path output = folder.resolve("x.trace.parquet");
    Optional<LogFormat> format = Optional.of(Mapping.load(map));
    new Ingest(
            new Ingest.Plan(List.of(file), format, Optional.empty(), 16, 10, 0, output),
            Progress.SILENT)
        .run();
    try (Rows<TraceRow> rows = TraceFile.open(output).rows()) {
      return rows.next().orElseThrow();
    }
  }

  @Test
  void aMappedJsonLogKnowsNestedFieldsUnitsAndBlocks() throws IOException {
    TraceRow row =
        firstRow(
            """
            shape: jsonl
            time: start
            time_unit: ms
            block_tokens: 64
            columns:
              request_id: id
              input_tokens: usage.in
              output_tokens: usage.out
              class: kind
              http_status: code
              ttft: first_ms
              prefix_blocks: hashes
              streaming: stream
            """,
            "{\"id\":\"q\",\"start\":5,\"usage\":{\"in\":7,\"out\":8},\"kind\":\"chat\","
                + "\"code\":503,\"first_ms\":1.5,\"hashes\":[3,4],\"stream\":true}\n");
    assertEquals("q", row.request().id());
    assertEquals(OptionalInt.of(7), row.request().tokens().input());
    assertEquals(Optional.of("chat"), row.request().requestClass());
    assertEquals(Optional.of(RequestStatus.REJECTED), row.observed().status());
    assertEquals(OptionalLong.of(1_500_000), row.observed().ttftNanos());
    assertEquals(Optional.of(BlockIds.of(3, 4)), row.request().prefixBlocks());
    assertEquals(Optional.of(true), row.request().streaming());
  }

  @Test
  void aMappingThatNamesNoFieldForALengthRefusesTheRows() {
    InputException refused =
        assertThrows(
            InputException.class,
            () ->
                firstRow(
                    """
                    shape: csv
                    time: when
                    time_unit: iso
                    columns: {input_tokens: inn, output_tokens: out}
                    """,
                    "when,in,out\n2024-01-01T00:00:00Z,1,2\n"));
    assertTrue(refused.getMessage().contains("inn is missing"), refused.getMessage());
  }

  @Test
  void aMappedCsvReadsTimestamps() throws IOException {
    TraceRow row =
        firstRow(
            """
            shape: csv
            time: when
            time_unit: iso
            columns: {input_tokens: in, output_tokens: out, tenant: who}
            """,
            "who,when,in,out\nacme,2024-01-01T00:00:00Z,1,2\n");
    assertEquals(Optional.of("acme"), row.request().origin().tenant());
    assertEquals(OptionalInt.of(2), row.request().tokens().output());
  }

  @Test
  void everyErrorOfAMappingIsToldAtOnceWithTheNearMiss() throws IOException {
    Path map =
        Files.writeString(
            folder.resolve("map.yaml"),
            """
            shape: xml
            time_unit: min
            tiem: when
            columns:
              input_token: in
            classes:
              - when: {modle: m}
            """);
    InputException refused = assertThrows(InputException.class, () -> Mapping.load(map));
    assertEquals(
        map
            + ": tiem is unknown, did you mean time?; shape is xml, expected one of arrow, csv, json, jsonl, parquet;"
            + " time_unit is min, expected one of iso, ms, ns, s, us; columns.input_token is"
            + " unknown, did you mean input_tokens?; columns.input_tokens is missing, expected a"
            + " field's name; columns.output_tokens is missing, expected a field's name; time is"
            + " missing, expected the field that holds the arrival; classes[1].class is missing,"
            + " expected the name of a class; classes[1].when.modle is unknown, did you mean model?",
        refused.getMessage());
  }

  private InputException unexplained(String mapping, String name, String log) throws IOException {
    Path map = Files.writeString(folder.resolve("map.yaml"), mapping);
    Path file = Files.writeString(folder.resolve(name), log);
    return assertThrows(
        InputException.class,
        () -> Explanation.of(LogSource.file(file), Optional.of(Mapping.load(map))));
  }

  @Test
  void anExplanationWithoutARequestSaysWhyAndWhatTheMappingNamesInVain() throws IOException {
    String map =
        "shape: csv\ntime: t\ntime_unit: s\ncolumns: {input_tokens: a, output_tokens: zz,"
            + " model: mm}\n";
    assertEquals(
        folder.resolve("l.csv")
            + ": has no row that is a request by itself among the first 2; it was read as mapped"
            + " because it was asked for; 2 rows: refused: zz is missing, expected output_tokens of"
            + " a request that did not fail; no row has these fields that the mapping names: zz"
            + " (output_tokens), mm (model)",
        unexplained(map, "l.csv", "t,a,b\n1,2,3\n2,2,3\n").getMessage());
  }

  @Test
  void anExplanationTellsFieldsThatTheMappingNamesInVain() throws IOException {
    Path map =
        Files.writeString(
            folder.resolve("map.yaml"),
            "shape: csv\ntime: t\ntime_unit: s\ncolumns: {input_tokens: a, output_tokens: b,"
                + " model: mm}\n");
    Path log = Files.writeString(folder.resolve("l.csv"), "t,a,b\n1,2,3\n");
    assertEquals(
        List.of("mm (model)"),
        Explanation.of(LogSource.file(log), Optional.of(Mapping.load(map))).lacking());
  }

  @Test
  void secondsThatLookLikeADateAreHintedAt() throws IOException {
    firstRow("shape: csv\ntime: t\ntime_unit: s\n" + LENGTHS, "t,in,out\n1718000000,1,2\n");
    assertEquals(
        List.of(
            "times count from 1970, it seems: the first is 2024-06-10T06:13:20Z; where a mapping"
                + " describes the log, clock: epoch in it keeps the date"),
        header().clock().findings());
    firstRow("shape: csv\ntime: t\ntime_unit: s\n" + LENGTHS, "t,in,out\n17,1,2\n");
    assertEquals(List.of(), header().clock().findings());
  }

  private TraceHeader header() throws IOException {
    return TraceFile.open(folder.resolve("x.trace.parquet")).header();
  }

  @Test
  void theZoneIsOnlySpokenOfWhereATimestampNamesNone() throws IOException {
    String iso = "shape: csv\ntime: t\ntime_unit: iso\n" + LENGTHS;
    firstRow(iso, "t,in,out\n2024-07-01T12:00:00Z,1,2\n");
    assertEquals(List.of(), header().clock().findings());
    firstRow(iso, "t,in,out\n2024-07-01T12:00:00,1,2\n");
    assertEquals(List.of("t was read as Z where it names no zone"), header().clock().findings());
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrow", "parquet"})
  void aTableOfAnotherKindIsRefusedByHowItBegins(String shape) throws IOException {
    String map = "shape: " + shape + "\ntime: t\ntime_unit: s\n" + LENGTHS;
    assertEquals(
        folder.resolve("t.x")
            + (shape.equals("arrow")
                ? ": is no Arrow file: it does not begin with ARROW1"
                : ": is no Parquet file: it does not begin with PAR1"),
        unexplained(map, "t.x", "t,in,out\n1,2,3\n").getMessage());
  }

  @Test
  void anArrowStreamIsToldFromAnArrowFile() throws IOException {
    Path map =
        Files.writeString(
            folder.resolve("map.yaml"), "shape: arrow\ntime: t\ntime_unit: s\n" + LENGTHS);
    Path stream = folder.resolve("t.arrows");
    Files.write(stream, new byte[] {-1, -1, -1, -1, 16, 0, 0, 0});
    InputException refused =
        assertThrows(
            InputException.class,
            () -> Explanation.of(LogSource.file(stream), Optional.of(Mapping.load(map))));
    assertTrue(
        refused.getMessage().contains("is an Arrow stream, expected an Arrow file"),
        refused.getMessage());
  }

  private static final String LENGTHS = "columns: {input_tokens: in, output_tokens: out}\n";

  private Optional<String> start() throws IOException {
    return TraceFile.open(folder.resolve("x.trace.parquet")).header().startTime();
  }

  @Test
  void aTimestampWithoutAZoneIsInTheZoneOfTheMappingAndOneWithAZoneInItsOwn() throws IOException {
    String berlin = "shape: csv\ntime: t\ntime_unit: iso\ntime_zone: Europe/Berlin\n" + LENGTHS;
    firstRow(berlin, "t,in,out\n2024-07-01 12:00:00.25,1,2\n");
    assertEquals(Optional.of("2024-07-01T10:00:00.250Z"), start());
    firstRow(berlin, "t,in,out\n2024-07-01 12:00:00Z,1,2\n");
    assertEquals(Optional.of("2024-07-01T12:00:00Z"), start());
    firstRow(
        berlin.replace("time_zone: Europe/Berlin\n", ""), "t,in,out\n2024-07-01 12:00:00,1,2\n");
    assertEquals(Optional.of("2024-07-01T12:00:00Z"), start());
  }

  @Test
  void numbersAreDatesOnlyIfTheMappingSaysSo() throws IOException {
    String seconds = "shape: csv\ntime: t\ntime_unit: s\n";
    firstRow(seconds + LENGTHS, "t,in,out\n1719828000,1,2\n");
    assertEquals(Optional.empty(), start());
    firstRow(seconds + "clock: epoch\n" + LENGTHS, "t,in,out\n1719828000,1,2\n");
    assertEquals(Optional.of("2024-07-01T10:00:00Z"), start());
  }

  @Test
  void aMappingMayGiveClasses() throws IOException {
    TraceRow row =
        firstRow(
            "shape: csv\ntime: t\ntime_unit: s\n"
                + LENGTHS
                + "classes: [{class: long, when: {input_tokens: 100..}}, {class: short}]\n",
            "t,in,out\n0,99,2\n");
    assertEquals(Optional.of("short"), row.request().requestClass());
  }

  /** A trace of ours is a Parquet file like any other to a mapping, and an Arrow file as well. */
  @ParameterizedTest
  @ValueSource(strings = {"parquet", "arrow"})
  void aMappedTableOfSomebodyElseIsRead(String shape) throws IOException {
    Path table = folder.resolve("theirs." + shape);
    Path parquet = folder.resolve("theirs.parquet");
    try (TraceWriter writer = TraceWriter.create(parquet)) {
      for (TraceRow row : Rows3.TRACE) {
        writer.write(row);
      }
      writer.finish(Headers.trace(TraceHeader.Stage.RAW, 3));
    }
    if (shape.equals("arrow")) {
      ArrowExport.write(parquet, table);
    }
    Path map =
        Files.writeString(
            folder.resolve("map.yaml"),
            "shape: "
                + shape
                + """

                time: arrival_ns
                time_unit: ns
                block_tokens: 512
                columns:
                  request_id: request_id
                  input_tokens: input_tokens
                  output_tokens: output_tokens
                  class: class
                  session_id: session_id
                  streaming: streaming
                  prefix_blocks: prefix_blocks
                """);
    Path output = folder.resolve("x.trace.parquet");
    new Ingest(
            new Ingest.Plan(
                List.of(table),
                Optional.of(Mapping.load(map)),
                Optional.empty(),
                16,
                10,
                0,
                output),
            Progress.SILENT)
        .run();
    try (Rows<TraceRow> rows = TraceFile.open(output).rows()) {
      TraceRow bare = rows.next().orElseThrow();
      TraceRow full = rows.next().orElseThrow();
      assertEquals(Rows3.BARE, bare.request());
      assertEquals(Rows3.FULL.prefixBlocks(), full.request().prefixBlocks());
      assertEquals(Rows3.FULL.arrivalNanos(), full.request().arrivalNanos());
      assertEquals(Optional.of("rag"), full.request().requestClass());
      assertEquals(Optional.of(true), full.request().streaming());
      assertEquals(Optional.of(BlockIds.of()), rows.next().orElseThrow().request().prefixBlocks());
    }
  }
}
