package dev.facsimile.ingest;

import dev.facsimile.ingest.RowReader.Row;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.StringJoiner;

/** A log read in memory, and what became of each of its rows, in words. */
final class Reading implements LogRows {
  private final List<String> ended = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private final List<String> rejects = new ArrayList<>();
  private final List<TraceRow> accepted = new ArrayList<>();
  private long line;

  static Reading of(LogFormat format, byte[] log) throws IOException {
    Reading reading = new Reading();
    try (RowReader rows =
        RowReader.of(
            format,
            Path.of("log"),
            new BufferedInputStream(new ByteArrayInputStream(log)),
            "row-",
            Stretch.WHOLE)) {
      LogReader reader = format.reader();
      for (Row row = rows.next(); !(row instanceof Row.End); row = rows.next()) {
        reading.line = row.line();
        try {
          if (row instanceof Row.Broken broken) {
            throw new MalformedRow(broken.reason());
          }
          reader.read(((Row.Read) row).fields(), reading);
        } catch (MalformedRow e) {
          reading.rejected(e);
        }
      }
      reader.end(reading);
    }
    return reading;
  }

  /** How every row ended, in order. */
  List<String> ended() {
    return ended;
  }

  /** The requests, without ids that the log did not give. */
  List<String> requests() {
    return requests;
  }

  /** Line and reason of every row refused. */
  List<String> rejects() {
    return rejects;
  }

  List<TraceRow> accepted() {
    return accepted;
  }

  @Override
  public void accepted(TraceRow row) {
    String words = words(row);
    accepted.add(row);
    ended.add(words);
    requests.add(words.startsWith("row-") ? words.substring(words.indexOf(' ')) : words);
  }

  @Override
  public void accepted(TraceRow row, Shared shared) {
    if (shared.part() == Shared.Part.DETAILS) {
      ended.add("details for " + shared.key() + ": " + words(row));
    } else {
      accepted(row);
    }
  }

  @Override
  public void merged(String reason) {
    ended.add("merged: " + reason);
  }

  @Override
  public void skipped(String reason) {
    ended.add("skipped: " + reason);
  }

  @Override
  public void rejected(MalformedRow why) {
    ended.add("rejected: line " + line + " " + why.getMessage());
    rejects.add(line + " " + why.getMessage());
  }

  /** A row as {@code id @arrival in=… out=…}, absent fields left out, times in seconds. */
  static String words(TraceRow row) {
    Request request = row.request();
    Words words = new Words(request.id() + " @" + seconds(request.arrivalNanos()));
    words.add("in", request.tokens().input());
    words.add("out", request.tokens().output());
    words.add("cached", request.tokens().cached());
    words.add("reasoning", request.tokens().reasoning());
    words.add("max", request.tokens().maxOutput());
    words.add("class", request.requestClass());
    words.add("tenant", request.origin().tenant());
    words.add("user", row.userId());
    words.add("tier", request.origin().tenantTier());
    words.add("model", request.origin().model());
    words.add("adapter", request.origin().adapter());
    words.add("region", request.origin().region());
    words.add("endpoint", request.origin().endpoint());
    words.add("session", request.conversation().sessionId());
    words.add("turn", request.conversation().turn());
    words.add("parent", request.conversation().parentRequestId());
    words.add("blocks", request.prefixBlocks());
    words.add("stream", request.streaming());
    words.add("cacheable", request.cacheEligible());
    words.add("status", row.observed().status().map(status -> status.word()));
    words.add("http", row.observed().httpStatus());
    words.add("finish", row.observed().finishReason());
    words.add("queue", row.observed().queueNanos());
    words.add("ttft", row.observed().ttftNanos());
    words.add("e2e", row.observed().e2eNanos());
    words.add("content", row.content());
    return words.toString();
  }

  private static String seconds(long nanos) {
    String text =
        String.format(Locale.ROOT, "%d.%09d", nanos / 1_000_000_000, nanos % 1_000_000_000);
    return text.replaceAll("\\.?0+$", "");
  }

  private static final class Words {
    private final StringJoiner joiner = new StringJoiner(" ");

    Words(String first) {
      joiner.add(first);
    }

    void add(String name, Optional<?> value) {
      value.ifPresent(v -> joiner.add(name + "=" + v));
    }

    void add(String name, OptionalInt value) {
      value.ifPresent(v -> joiner.add(name + "=" + v));
    }

    void add(String name, OptionalLong nanos) {
      nanos.ifPresent(v -> joiner.add(name + "=" + seconds(v)));
    }

    @Override
    public String toString() {
      return joiner.toString();
    }
  }
}
