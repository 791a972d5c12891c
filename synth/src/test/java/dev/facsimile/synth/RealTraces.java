package dev.facsimile.synth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.stats.Lattice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Trace files made of the shared real data, or of rows in sight. */
final class RealTraces {
  private RealTraces() {}

  static TraceFile azure(String name, Path folder) throws IOException {
    List<Request> requests = new ArrayList<>();
    List<String> lines = Files.readAllLines(SharedData.require(name));
    LocalDateTime start = null;
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",");
      LocalDateTime time = LocalDateTime.parse(fields[0].replace(' ', 'T'));
      start = start == null ? time : start;
      requests.add(
          Request.of(
              "r" + requests.size(),
              Duration.between(start, time).toNanos(),
              Integer.parseInt(fields[1]),
              Integer.parseInt(fields[2].strip())));
    }
    return write(folder.resolve("azure.trace.parquet"), requests, Optional.empty());
  }

  static TraceFile mooncake(Path folder) throws IOException {
    List<Request> requests = new ArrayList<>();
    for (String line : Files.readAllLines(SharedData.require(SharedData.MOONCAKE))) {
      JsonNode row = Json.tree(line);
      long[] ids = new long[row.get("hash_ids").size()];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = row.get("hash_ids").get(i).asLong();
      }
      requests.add(
          Request.of(
                  "r" + requests.size(),
                  row.get("timestamp").asLong() * 1_000_000,
                  row.get("input_length").asInt(),
                  row.get("output_length").asInt())
              .withBlocks(Optional.of(BlockIds.of(ids))));
    }
    return write(
        folder.resolve("mooncake.trace.parquet"),
        requests,
        Optional.of(new BlockScheme(512, BlockScheme.Scope.GLOBAL, true)));
  }

  static TraceFile write(Path file, List<Request> requests, Optional<BlockScheme> blocks)
      throws IOException {
    OptionalLong lattice = Lattice.of(requests.stream().mapToLong(Request::arrivalNanos).toArray());
    try (TraceWriter writer = TraceWriter.create(file)) {
      for (Request request : requests) {
        writer.write(new TraceRow(request, Observed.NOTHING, Optional.empty()));
      }
      writer.finish(
          new TraceHeader(
              TraceHeader.FORMAT,
              TraceHeader.VERSION,
              "test",
              TraceHeader.Stage.RAW,
              requests.size(),
              Optional.empty(),
              List.of("test"),
              "input tokens include cached ones",
              TraceHeader.Sessions.NONE,
              blocks,
              new ClockFacts(lattice, List.of()),
              Optional.empty(),
              Provenance.NONE));
    }
    return TraceFile.open(file);
  }
}
