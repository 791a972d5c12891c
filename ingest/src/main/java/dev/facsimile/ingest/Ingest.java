package dev.facsimile.ingest;

import dev.facsimile.ingest.RowReader.Row;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogRow;
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
   * What was done: {@code read = accepted + skipped + rejected}.
   *
   * @param read rows read
   * @param accepted rows in the trace
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
      Map<String, Long> skipped,
      long rejected,
      Map<String, Long> rejectReasons,
      Optional<Path> rejects,
      Map<Path, FormatGuess> formats,
      List<String> findings) {

    public Summary {
      long left = skipped.values().stream().mapToLong(Long::longValue).sum();
      if (read != accepted + left + rejected) {
        throw new IllegalArgumentException(
            "read "
                + read
                + " is not accepted "
                + accepted
                + " + skipped "
                + left
                + " + rejected "
                + rejected);
      }
    }
  }

  private final Plan plan;
  private final Progress progress;
  private final Map<Path, FormatGuess> formats = new TreeMap<>();
  private final Map<String, Long> skipped = new TreeMap<>();
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
        RowReader rows = rows(format, log, in, idPrefix)) {
      for (Row row = rows.next(); !(row instanceof Row.End); row = rows.next()) {
        read++;
        readRow(log, format, row, sink, rejects);
        progress.at(bytesBefore + counted.bytes(), size);
      }
      bytesBefore += counted.bytes();
    } catch (ZipException | EOFException e) {
      throw new InputException(log, "cannot be decompressed: " + e.getMessage(), e);
    }
  }

  private static RowReader rows(LogFormat format, Path log, InputStream in, String idPrefix)
      throws IOException {
    return switch (format.shape()) {
      case CSV -> new CsvRows(log, in, idPrefix);
      case JSON_LINES -> new JsonRows(in, idPrefix);
    };
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

  private void readRow(Path log, LogFormat format, Row row, TraceSink sink, Rejects rejects)
      throws IOException {
    if (row instanceof Row.Broken broken) {
      rejects.add(log, broken.line(), broken.reason());
    } else if (row instanceof Row.Read whole) {
      try {
        LogRow made = format.read(whole.fields());
        if (made instanceof LogRow.Skipped skip) {
          skipped.merge(skip.reason(), 1L, Long::sum);
        } else if (made instanceof LogRow.Logged logged) {
          TraceRow counted = contentTokens.map(c -> c.count(logged.row())).orElse(logged.row());
          sink.at(log, whole.line());
          Optional<TraceRow> earliest = window.add(counted);
          if (earliest.isPresent()) {
            sink.accept(earliest.get());
          }
        }
      } catch (MalformedRow e) {
        rejects.add(log, whole.line(), e.getMessage());
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
        Map.copyOf(skipped),
        rejects.count(),
        rejects.reasons(),
        rejects.count() > 0 ? Optional.of(rejectsPath) : Optional.empty(),
        Map.copyOf(formats),
        facts.clock().findings());
  }
}
