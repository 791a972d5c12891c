package dev.facsimile.ingest;

import dev.facsimile.ingest.RowReader.Row;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogReader;
import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.MalformedRow;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.TraceWriter;
import dev.facsimile.trace.text.Tokenizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.zip.ZipException;

/** Reads logs and writes a raw trace that only its owner may read. */
public final class Ingest {

  /**
   * What to do.
   *
   * @param logs the files, read one after another
   * @param format the format; recognised file by file if absent
   * @param tokenizer counts tokens and cuts blocks where rows hold their prompt
   * @param blockTokens tokens in a block that the tokenizer cuts
   * @param reorderRows rows held back to put them in time order
   * @param maxRejectShare share of refused rows above which nothing is written, 0 to 1
   * @param output the trace
   */
  public record Plan(
      List<Path> logs,
      Optional<LogFormat> format,
      Optional<Tokenizer> tokenizer,
      int blockTokens,
      int reorderRows,
      double maxRejectShare,
      Path output) {}

  /**
   * What was done: {@code read = accepted + merged + skipped + rejected}.
   *
   * @param read rows read
   * @param accepted rows in the trace
   * @param merged rows that became part of another row's request, by reason
   * @param skipped rows left out, by reason
   * @param rejected rows refused
   * @param rejectReasons rows refused, by kind of reason
   * @param rejects where they are listed; absent if there are none
   * @param formats format of each file and why
   * @param findings what was found out about the clock
   */
  public record Summary(
      long read,
      long accepted,
      Map<String, Long> merged,
      Map<String, Long> skipped,
      long rejected,
      Map<String, Long> rejectReasons,
      Optional<Path> rejects,
      Map<Path, FormatGuess> formats,
      List<String> findings) {

    public Summary {
      long ended = accepted + sum(merged) + sum(skipped) + rejected;
      if (read != ended) {
        throw new IllegalArgumentException(
            "read " + read + " is not the sum of what rows ended as, " + ended);
      }
    }

    private static long sum(Map<String, Long> rows) {
      return rows.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Rows that became part of another row's request. */
    public long mergedRows() {
      return sum(merged);
    }

    /** Rows left out. */
    public long skippedRows() {
      return sum(skipped);
    }
  }

  private final Plan plan;
  private final Progress progress;
  private final Map<Path, FormatGuess> formats = new TreeMap<>();
  private final Map<String, Long> merged = new TreeMap<>();
  private final Map<String, Long> skipped = new TreeMap<>();
  private final Map<LogFormat, LogReader> readers = new HashMap<>();
  private final ReorderWindow window;
  private final Optional<ContentTokens> contentTokens;
  private long read;
  private long bytesBefore;

  /**
   * An ingest.
   *
   * @param progress hears of bytes read (before decompression)
   */
  public Ingest(Plan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    this.window = new ReorderWindow(plan.reorderRows());
    this.contentTokens = plan.tokenizer().map(t -> new ContentTokens(t, plan.blockTokens()));
  }

  /**
   * Runs it.
   *
   * @throws InputException if a log cannot be read, or too many of its rows are refused
   */
  public Summary run() throws IOException {
    for (Path log : plan.logs()) {
      InputFiles.requireFile(log);
      formats.put(log, guess(log));
    }
    TraceFacts facts = new TraceFacts(plan, formats, contentTokens);
    Path rejectsPath = Rejects.beside(plan.output());
    try (TraceWriter writer = TraceWriter.createPrivate(plan.output());
        Rejects rejects = new Rejects(rejectsPath)) {
      TraceSink sink = new TraceSink(writer, facts, rejects);
      for (Path log : plan.logs()) {
        readLog(log, sink, rejects);
      }
      for (Optional<TraceRow> row = window.next(); row.isPresent(); row = window.next()) {
        sink.accept(row.get());
      }
      return finish(writer, facts, rejects, rejectsPath);
    }
  }

  private FormatGuess guess(Path log) throws IOException {
    return plan.format().isPresent()
        ? new FormatGuess(plan.format().get(), "it was asked for")
        : FormatGuess.of(log);
  }

  private void readLog(Path log, TraceSink sink, Rejects rejects) throws IOException {
    LogFormat format = formats.get(log).format();
    String idPrefix = plan.logs().size() == 1 ? "row-" : "row-" + plan.logs().indexOf(log) + "-";
    OptionalLong size = totalBytes();
    try (CountedBytes counted = new CountedBytes(Files.newInputStream(log));
        InputStream in = InputFiles.decompress(log.getFileName().toString(), counted);
        RowReader rows = RowReader.of(format.shape(), log, in, idPrefix)) {
      LogReader reader =
          format.joinsFiles()
              ? readers.computeIfAbsent(format, LogFormat::reader)
              : format.reader();
      Dispositions made = new Dispositions(log, sink, rejects);
      for (Row row = rows.next(); !(row instanceof Row.End); row = rows.next()) {
        made.at(row.line());
        if (row instanceof Row.Broken broken) {
          made.rejected(new MalformedRow(broken.reason()));
        } else if (row instanceof Row.Read whole) {
          try {
            reader.read(whole.fields(), made);
          } catch (MalformedRow e) {
            made.rejected(e);
          }
        }
        made.rethrow();
        progress.at(bytesBefore + counted.bytes(), size);
      }
      if (!format.joinsFiles() || isLastOf(format, log)) {
        reader.end(made);
        made.rethrow();
      }
      bytesBefore += counted.bytes();
    } catch (ZipException | EOFException e) {
      throw new InputException(log, "cannot be decompressed: " + e.getMessage(), e);
    }
  }

  private boolean isLastOf(LogFormat format, Path log) {
    List<Path> after = plan.logs().subList(plan.logs().indexOf(log) + 1, plan.logs().size());
    return after.stream().noneMatch(other -> formats.get(other).format() == format);
  }

  private OptionalLong totalBytes() throws IOException {
    long total = 0;
    for (Path log : plan.logs()) {
      if (!Files.isRegularFile(log)) {
        return OptionalLong.empty();
      }
      total += Files.size(log);
    }
    return OptionalLong.of(total);
  }

  /** Counts what a format made of its rows and passes requests on. */
  private final class Dispositions implements LogRows {
    private final Path log;
    private final TraceSink sink;
    private final Rejects rejects;
    private long line;
    private Optional<IOException> failure = Optional.empty();

    Dispositions(Path log, TraceSink sink, Rejects rejects) {
      this.log = log;
      this.sink = sink;
      this.rejects = rejects;
    }

    void at(long currentLine) {
      line = currentLine;
      sink.at(log, currentLine);
    }

    /** A format cannot be asked to pass on a full disk: the failure waits for its row to end. */
    void rethrow() throws IOException {
      if (failure.isPresent()) {
        throw failure.get();
      }
    }

    @Override
    public void accepted(TraceRow row) {
      read++;
      try {
        TraceRow counted = contentTokens.map(c -> c.count(row)).orElse(row);
        Optional<TraceRow> earliest = window.add(counted);
        if (earliest.isPresent()) {
          sink.accept(earliest.get());
        }
      } catch (IOException e) {
        failure = Optional.of(e);
      }
    }

    @Override
    public void merged(String reason) {
      read++;
      merged.merge(reason, 1L, Long::sum);
    }

    @Override
    public void skipped(String reason) {
      read++;
      skipped.merge(reason, 1L, Long::sum);
    }

    @Override
    public void rejected(MalformedRow why) {
      read++;
      try {
        rejects.add(log, line, why.getMessage());
      } catch (IOException e) {
        failure = Optional.of(e);
      }
    }
  }

  private Summary finish(TraceWriter writer, TraceFacts facts, Rejects rejects, Path rejectsPath)
      throws IOException {
    if (rejects.count() > plan.maxRejectShare() * read) {
      rejects.finish();
      throw new InputException(
          rejects.count()
              + " of "
              + read
              + " rows were refused, more than --max-rejects allows;"
              + " nothing was written but the list "
              + rejectsPath
              + "; the first: "
              + rejects.first());
    }
    if (writer.rows() == 0) {
      throw new InputException(
          plan.logs().get(0), "holds no request (" + read + " rows read), expected at least one");
    }
    facts.outOfOrder(window.outOfOrder());
    writer.finish(facts.header(writer.rows()));
    rejects.finish();
    return new Summary(
        read,
        writer.rows(),
        Map.copyOf(merged),
        Map.copyOf(skipped),
        rejects.count(),
        rejects.reasons(),
        rejects.count() > 0 ? Optional.of(rejectsPath) : Optional.empty(),
        Map.copyOf(formats),
        facts.clock().findings());
  }
}
