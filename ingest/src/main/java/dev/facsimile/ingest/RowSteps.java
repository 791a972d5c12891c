package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What happens to a row between its format and the time order, the same for every log of an ingest,
 * and the count of how rows ended.
 */
final class RowSteps {
  /** Steps back of dated clocks that are told one by one. */
  private static final int MOST_TOLD = 10;

  private final IngestOptions options;
  private final Optional<ContentTokens> contentTokens;
  private final Rejects rejects;
  private final Progress progress;
  private final OptionalLong totalBytes;
  private final Map<String, Long> merged = new TreeMap<>();
  private final Map<String, Long> skipped = new TreeMap<>();
  private final List<String> resets = new ArrayList<>();
  private final Map<LogSource, String> digests = new IdentityHashMap<>();
  private int resetsSeen;
  private long read;
  private long bytes;
  private long lateRows;
  private long watchedRows;
  private long latestNanos;

  RowSteps(
      IngestOptions options,
      Optional<ContentTokens> contentTokens,
      Rejects rejects,
      Progress progress,
      OptionalLong totalBytes) {
    this.options = options;
    this.contentTokens = contentTokens;
    this.rejects = rejects;
    this.progress = progress;
    this.totalBytes = totalBytes;
  }

  /** Takes a request; gives it on unless it is not wanted. */
  Optional<TraceRow> accepted(TraceRow row, TimeBounds bounds) {
    read++;
    Optional<String> unwanted = bounds.refusal(row.request().arrivalNanos());
    if (unwanted.isPresent()) {
      leftOut(unwanted.get(), 1);
      return Optional.empty();
    }
    return Optional.of(row);
  }

  /** The row with its tokens counted and its class told. Safe for use by several threads. */
  TraceRow completed(TraceRow row) {
    TraceRow counted = contentTokens.map(c -> c.count(row)).orElse(row);
    return options.classes().map(rules -> rules.classify(counted)).orElse(counted);
  }

  /** Whether {@link #completed} counts contents, which is work for several threads. */
  boolean countsContent() {
    return contentTokens.isPresent();
  }

  void merged(String reason) {
    read++;
    merged.merge(reason, 1L, Long::sum);
  }

  void skipped(String reason) {
    read++;
    leftOut(reason, 1);
  }

  /** A row that was read as a request becomes part of another after all. */
  void becamePart(String reason) {
    merged.merge(reason, 1L, Long::sum);
  }

  /** Rows that were read as requests are left out after all. */
  void leftOut(String reason, long rows) {
    if (rows > 0) {
      skipped.merge(reason, rows, Long::sum);
    }
  }

  void rejected(LogSource log, long line, String reason, RowReader rows) throws IOException {
    read++;
    rejects.add(log.label(), line, reason, options.keepRaw() ? rows.raw() : Optional.empty());
  }

  /** Whether rejects hold the text of their row. */
  boolean keepsRaw() {
    return options.keepRaw();
  }

  void bytesRead(long more) {
    bytes += more;
    progress.at(bytes, totalBytes);
  }

  /**
   * A log's clock was reset; tells whether to begin another trace.
   *
   * @throws InputException if nothing says what to do about a clock that does not tell the date
   */
  boolean splitsAt(ClockWatch.Reset reset, LogFormat format) {
    if (options.splitOnReset()) {
      return true;
    }
    if (format.clock() == LogFormat.Clock.RELATIVE) {
      throw new InputException(
          reset.log(),
          reset.line(),
          reset.sentence()
              + ": two stretches of time on one clock, which sorting would lay over each other;"
              + " --split-on-reset makes each a trace of its own");
    }
    if (resetsSeen++ == MOST_TOLD) {
      resets.add("and more steps of the kind");
    }
    if (resetsSeen > MOST_TOLD) {
      return false;
    }
    resets.add(
        reset.log().getFileName()
            + ", line "
            + reset.line()
            + ": "
            + reset.sentence()
            + "; the rows were put in the order of their dates (a log sorted by session, logs"
            + " joined out of order, or local time at the end of summer?)");
    return false;
  }

  void logEnded(LogSource log, String sha256, ClockWatch watch) {
    digests.put(log, sha256);
    lateRows += watch.lateRows();
    watchedRows += watch.rows();
    latestNanos = Math.max(latestNanos, watch.latestNanos());
  }

  /** SHA-256 of a log that was read to its end. */
  String sha256(LogSource log) {
    return digests.get(log);
  }

  long read() {
    return read;
  }

  Map<String, Long> merged() {
    return Map.copyOf(merged);
  }

  Map<String, Long> skipped() {
    return Map.copyOf(skipped);
  }

  /** Resets that were reported and sorted, one sentence each. */
  List<String> resets() {
    return List.copyOf(resets);
  }

  /** Rows that came after a row of a later time in their log. */
  long lateRows() {
    return lateRows;
  }

  /** Requests whose order was watched. */
  long watchedRows() {
    return watchedRows;
  }

  /** The farthest that a late row lay behind, in nanoseconds. */
  long latestNanos() {
    return latestNanos;
  }
}
