package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happens to a row between its format and the time order, the same for every log of an ingest,
 * and the count of how rows ended.
 */
final class RowSteps implements LogsRead {
  private final IngestOptions options;
  private final RowCompletion completion;
  private final Rejects rejects;
  private final Progress progress;
  private final OptionalLong totalBytes;
  private final Map<String, Long> merged = new TreeMap<>();
  private final Map<String, Long> skipped = new TreeMap<>();
  private final ClockResets resets;
  private final Map<LogSource, String> digests = new IdentityHashMap<>();
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
    this.resets = new ClockResets(options.splitOnReset());
    this.completion = new RowCompletion(contentTokens, options.classes());
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

  /** As {@link RowCompletion#completed}. */
  TraceRow completed(TraceRow row) {
    return completion.completed(row);
  }

  /** As {@link RowCompletion#countsContent}. */
  boolean countsContent() {
    return completion.countsContent();
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

  /** As {@link ClockResets#splitsAt}. */
  boolean splitsAt(ClockWatch.Reset reset, LogFormat format) {
    return resets.splitsAt(reset, format);
  }

  void logEnded(LogSource log, String sha256, ClockWatch<?> watch) {
    digests.put(log, sha256);
    lateRows += watch.lateRows();
    watchedRows += watch.rows();
    latestNanos = Math.max(latestNanos, watch.latestNanos());
  }

  @Override
  public String sha256(LogSource log) {
    return digests.get(log);
  }

  long read() {
    return read;
  }

  SortedMap<String, Long> merged() {
    return new TreeMap<>(merged);
  }

  SortedMap<String, Long> skipped() {
    return new TreeMap<>(skipped);
  }

  @Override
  public List<String> resets() {
    return resets.told();
  }

  @Override
  public long lateRows() {
    return lateRows;
  }

  @Override
  public long watchedRows() {
    return watchedRows;
  }

  @Override
  public long latestNanos() {
    return latestNanos;
  }
}
