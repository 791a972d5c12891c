package dev.facsimile.anonymize;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Writes small raw traces and reads traces back. */
final class RawTrace {
  static final String LOG_SHA256 =
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
  static final BlockScheme BLOCKS = new BlockScheme(16, BlockScheme.Scope.GLOBAL, false);

  private RawTrace() {}

  static TraceFile write(Path file, List<TraceRow> rows) throws IOException {
    return write(file, BLOCKS, rows);
  }

  static TraceFile write(Path file, BlockScheme blocks, List<TraceRow> rows) throws IOException {
    try (TraceWriter writer = TraceWriter.createPrivate(file)) {
      for (TraceRow row : rows) {
        writer.write(row);
      }
      writer.finish(header(rows.size(), Optional.of(blocks)));
    }
    return TraceFile.open(file);
  }

  static TraceHeader header(long rows, Optional<BlockScheme> blocks) {
    TreeMap<String, String> options = new TreeMap<>();
    options.put("mapping", "acme-gateway.yaml");
    return new TraceHeader(
        TraceHeader.FORMAT,
        TraceHeader.VERSION,
        "0.1.0",
        TraceHeader.Stage.RAW,
        rows,
        Optional.of("2025-09-10T04:00:00Z"),
        List.of("litellm", "acme-gateway"),
        "acme_prompt_tokens, as mapped",
        TraceHeader.Sessions.LOGGED,
        blocks,
        new ClockFacts(
            OptionalLong.of(1_000_000), List.of("the clock was reset at 2025-09-17T04:00Z")),
        Optional.empty(),
        Provenance.NONE.then(
            new Step(
                "ingest",
                "0.1.0",
                options,
                Optional.of(77L),
                List.of(new Step.InputFile("log", LOG_SHA256)),
                false)));
  }

  static List<TraceRow> read(Path file) throws IOException {
    List<TraceRow> all = new ArrayList<>();
    try (Rows<TraceRow> rows = TraceFile.open(file).rowsWithContent()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        all.add(row.get());
      }
    }
    return all;
  }

  static Row row(String id, String tenant) {
    return new Row(id, Optional.of(tenant));
  }

  static Row row(String id) {
    return new Row(id, Optional.empty());
  }

  /** A row being put together. */
  static final class Row {
    private final String id;
    private final Optional<String> tenant;
    private long arrivalMillis;
    private Optional<String> model = Optional.empty();
    private Optional<String> user = Optional.empty();
    private Optional<String> session = Optional.empty();
    private Optional<String> parent = Optional.empty();
    private Optional<String> finishReason = Optional.empty();
    private Optional<String> endpoint = Optional.empty();
    private Optional<String> content = Optional.empty();
    private OptionalInt httpStatus = OptionalInt.empty();
    private Optional<BlockIds> blocks = Optional.empty();
    private int input = 100;
    private int output = 10;

    private Row(String id, Optional<String> tenant) {
      this.id = id;
      this.tenant = tenant;
    }

    Row at(long millis) {
      arrivalMillis = millis;
      return this;
    }

    Row model(String value) {
      model = Optional.of(value);
      return this;
    }

    Row user(String value) {
      user = Optional.of(value);
      return this;
    }

    Row session(String value) {
      session = Optional.of(value);
      return this;
    }

    Row parent(String value) {
      parent = Optional.of(value);
      return this;
    }

    Row finishReason(String value) {
      finishReason = Optional.of(value);
      return this;
    }

    Row endpoint(String value) {
      endpoint = Optional.of(value);
      return this;
    }

    Row content(String value) {
      content = Optional.of(value);
      return this;
    }

    Row httpStatus(int value) {
      httpStatus = OptionalInt.of(value);
      return this;
    }

    Row blocks(long... ids) {
      blocks = Optional.of(BlockIds.of(ids));
      return this;
    }

    Row tokens(int inputTokens, int outputTokens) {
      input = inputTokens;
      output = outputTokens;
      return this;
    }

    TraceRow make() {
      return new TraceRow(
          new Request(
              id,
              arrivalMillis * 1_000_000,
              Optional.of("chat"),
              new Origin(
                  tenant, Optional.empty(), model, Optional.empty(), Optional.empty(), endpoint),
              new Conversation(session, OptionalInt.empty(), parent),
              Tokens.of(input, output),
              blocks,
              Optional.of(true),
              Optional.empty()),
          new Observed(
              Optional.of(RequestStatus.COMPLETED),
              httpStatus,
              finishReason,
              OptionalLong.empty(),
              OptionalLong.of(5_000_000),
              OptionalLong.of(9_000_000)),
          user,
          content);
    }
  }
}
