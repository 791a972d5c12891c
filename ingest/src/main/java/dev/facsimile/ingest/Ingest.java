package dev.facsimile.ingest;

import dev.facsimile.ingest.PieceSource.Piece;
import dev.facsimile.ingest.classify.ClassShare;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads logs and writes a raw trace that only its owner may read. */
public final class Ingest {

  /**
   * What to do.
   *
   * @param logs the logs, merged by time
   * @param format the format; recognised file by file if absent
   * @param tokenizer counts tokens and cuts blocks where rows hold their prompt
   * @param blockTokens tokens in a block that the tokenizer cuts
   * @param reorderRows rows held back to put them in time order
   * @param maxRejectShare share of refused rows above which nothing is written, 0 to 1
   * @param output the trace
   * @param options what else shapes it
   */
  public record Plan(
      List<LogSource> logs,
      Optional<LogFormat> format,
      Optional<Tokenizer> tokenizer,
      int blockTokens,
      int reorderRows,
      double maxRejectShare,
      Path output,
      IngestOptions options) {

    public Plan {
      logs = List.copyOf(logs);
    }

    /**
     * A plan for files, without further options.
     *
     * @throws InputException if a file cannot be read
     */
    public Plan(
        List<Path> files,
        Optional<LogFormat> format,
        Optional<Tokenizer> tokenizer,
        int blockTokens,
        int reorderRows,
        double maxRejectShare,
        Path output)
        throws IOException {
      this(
          sources(files),
          format,
          tokenizer,
          blockTokens,
          reorderRows,
          maxRejectShare,
          output,
          IngestOptions.DEFAULT);
    }

    private static List<LogSource> sources(List<Path> files) throws IOException {
      List<LogSource> sources = new ArrayList<>();
      for (Path file : files) {
        sources.add(LogSource.file(file));
      }
      return sources;
    }
  }

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
   * @param traces the traces written: one, unless they were split where the clock was reset
   * @param sessions what the sessions of each trace look like, where there are any
   * @param notes what else is to be said, one sentence each
   * @param classes what each class makes of the trace
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
      List<String> findings,
      List<Path> traces,
      List<SessionFacts> sessions,
      List<String> notes,
      SortedMap<String, ClassShare> classes) {

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

  /** How far into a log its first request is sought, to know when to open it. */
  private static final int PROBED_ROWS = 1000;

  private final Plan plan;
  private final Progress progress;
  private final Optional<ContentTokens> contentTokens;
  private final Map<LogSource, FormatGuess> formats = new LinkedHashMap<>();
  private final List<String> passedOver = new ArrayList<>();

  /**
   * An ingest.
   *
   * @param progress hears of bytes read (before decompression)
   */
  public Ingest(Plan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    this.contentTokens = plan.tokenizer().map(t -> new ContentTokens(t, plan.blockTokens()));
  }

  /**
   * Runs it.
   *
   * @throws InputException if a log cannot be read, or too many of its rows are refused
   */
  public Summary run() throws IOException {
    Optional<GrowingTrace> before =
        plan.options().resume() && Files.exists(plan.output())
            ? Optional.of(GrowingTrace.open(plan.output()))
            : Optional.empty();
    List<LogSource> logs = before.isPresent() ? before.get().missing(plan.logs()) : plan.logs();
    if (logs.isEmpty()) {
      return nothingNew(before.orElseThrow());
    }
    recognise(logs);
    if (plan.options().splitOnReset() && formats.size() > 1) {
      throw new InputException("--split-on-reset takes one log at a time");
    }
    requireOneKindOfClock();
    Path rejectsPath = Rejects.beside(plan.output());
    try (Rejects rejects = new Rejects(rejectsPath, plan.options().keepRaw(), before.isPresent())) {
      RowSteps steps = new RowSteps(plan.options(), contentTokens, rejects, progress, totalBytes());
      TraceFacts facts = new TraceFacts(plan, formats, contentTokens, steps, before);
      facts.requireAlike();
      try (TraceParts parts =
          new TraceParts(plan.options(), plan.output(), facts.blocks(), rejects)) {
        merge(steps, parts, before);
        return finish(steps, parts, facts, rejects, before.map(GrowingTrace::rows).orElse(0L));
      }
    }
  }

  /** Files found in a folder may be something else than logs: those are passed over, and told. */
  private void recognise(List<LogSource> logs) {
    Optional<InputException> first = Optional.empty();
    for (LogSource log : logs) {
      try {
        formats.put(log, guess(log));
      } catch (InputException e) {
        if (log.isNamed()) {
          throw e;
        }
        first = first.isPresent() ? first : Optional.of(e);
        passedOver.add("passed over " + log.label());
      }
    }
    if (formats.isEmpty()) {
      throw first.orElseThrow();
    }
  }

  private FormatGuess guess(LogSource log) {
    return plan.format().isPresent()
        ? new FormatGuess(plan.format().get(), "it was asked for")
        : FormatGuess.of(log);
  }

  private void requireOneKindOfClock() {
    LogSource first = formats.keySet().iterator().next();
    for (LogSource log : formats.keySet()) {
      if (formats.get(log).format().clock() != formats.get(first).format().clock()) {
        throw new InputException(
            log.label(),
            "and "
                + first.label()
                + " have clocks of different kinds, one with dates and one without: ingest them"
                + " apart");
      }
    }
  }

  private OptionalLong totalBytes() throws IOException {
    long total = 0;
    for (LogSource log : formats.keySet()) {
      if (log.size().isEmpty()) {
        return OptionalLong.empty();
      }
      total += log.size().getAsLong();
    }
    return OptionalLong.of(total);
  }

  /** Nothing to do: the trace holds all logs already. */
  private Summary nothingNew(GrowingTrace before) {
    return new Summary(
        0,
        0,
        Map.of(),
        Map.of(),
        0,
        Map.of(),
        Optional.empty(),
        Map.of(),
        List.of(),
        List.of(plan.output()),
        List.of(),
        List.of(
            String.format(
                Locale.ROOT, "nothing new: the trace holds all logs, %,d rows", before.rows())),
        new TreeMap<>());
  }

  private void merge(RowSteps steps, TraceParts parts, Optional<GrowingTrace> before)
      throws IOException {
    int threads = contentTokens.isPresent() ? Runtime.getRuntime().availableProcessors() : 0;
    try (TimeMerge merge = new TimeMerge(unopened(steps, before));
        InOrder<Placed> workers = new InOrder<>(threads, row -> completed(row, steps))) {
      for (Optional<Piece> piece = merge.next(); piece.isPresent(); piece = merge.next()) {
        if (piece.get() instanceof Piece.Arrived arrived) {
          Optional<Placed> oldest = workers.add(arrived.row());
          if (oldest.isPresent()) {
            parts.accept(oldest.get());
          }
        } else if (piece.get() instanceof Piece.Boundary boundary) {
          drain(workers, parts);
          parts.split(boundary.reset());
        }
      }
      drain(workers, parts);
    }
  }

  /** Rows that come from the trace itself, which is resumed, are complete. */
  private Placed completed(Placed row, RowSteps steps) {
    return row.log().equals(plan.output()) ? row : row.with(steps::completed);
  }

  private static void drain(InOrder<Placed> workers, TraceParts parts) throws IOException {
    for (Optional<Placed> row = workers.next(); row.isPresent(); row = workers.next()) {
      parts.accept(row.get());
    }
  }

  private List<TimeMerge.Unopened> unopened(RowSteps steps, Optional<GrowingTrace> before)
      throws IOException {
    List<TimeMerge.Unopened> unopened = new ArrayList<>();
    if (before.isPresent()) {
      GrowingTrace trace = before.get();
      unopened.add(new TimeMerge.Unopened(trace.startNanos(), 0, trace::rowsAgain));
    }
    List<List<LogStream.Part>> groups =
        groups(before.map(trace -> trace.inputs().size()).orElse(0));
    for (List<LogStream.Part> group : groups) {
      LogSource first = group.get(0).source();
      LogFormat format = formats.get(first).format();
      TimeBounds bounds = TimeBounds.of(plan.options(), format);
      boolean alone = (groups.size() == 1 && before.isEmpty()) || group.size() > 1;
      unopened.add(
          new TimeMerge.Unopened(
              alone ? Long.MIN_VALUE : FirstArrival.of(first, format, PROBED_ROWS),
              unopened.size(),
              () -> new LogStream(group, format, steps, bounds, plan.reorderRows())));
    }
    return unopened;
  }

  /**
   * Logs that are merged with one another; those whose rows join are one.
   *
   * @param before logs that the trace holds already, so that no id is given twice
   */
  private List<List<LogStream.Part>> groups(int before) {
    List<List<LogStream.Part>> groups = new ArrayList<>();
    Map<LogFormat, List<LogStream.Part>> joined = new HashMap<>();
    int number = before;
    for (LogSource log : formats.keySet()) {
      LogFormat format = formats.get(log).format();
      String idPrefix =
          before > 0
              ? "row+" + number++ + "-"
              : formats.size() > 1 ? "row-" + number++ + "-" : "row-";
      List<LogStream.Part> group =
          format.joinsFiles() ? joined.getOrDefault(format, new ArrayList<>()) : new ArrayList<>();
      if (group.isEmpty()) {
        groups.add(group);
      }
      if (format.joinsFiles()) {
        joined.put(format, group);
      }
      group.add(new LogStream.Part(log, idPrefix));
    }
    return groups;
  }

  private Summary finish(
      RowSteps steps, TraceParts parts, TraceFacts facts, Rejects rejects, long rowsBefore)
      throws IOException {
    Path rejectsPath = Rejects.beside(plan.output());
    refuseTooMany(steps, rejects, rejectsPath);
    if (parts.rows() == 0) {
      throw new InputException(
          plan.logs().get(0).label(),
          "gives no request (" + steps.read() + " rows read), expected at least one");
    }
    List<TracePart.Done> done = parts.finish(facts);
    rejects.finish();
    done.forEach(part -> steps.leftOut(SessionSample.SKIPPED, part.output().leftOut()));
    return new Summary(
        steps.read(),
        done.stream().mapToLong(part -> part.header().rows()).sum() - rowsBefore,
        steps.merged(),
        steps.skipped(),
        rejects.count(),
        rejects.reasons(),
        rejects.count() > 0 ? Optional.of(rejectsPath) : Optional.empty(),
        formatsByPath(),
        done.stream().flatMap(p -> p.header().clock().findings().stream()).distinct().toList(),
        done.stream().map(TracePart.Done::file).toList(),
        done.stream().flatMap(part -> part.sessions().stream()).toList(),
        notes(done),
        classes(done));
  }

  private List<String> notes(List<TracePart.Done> done) {
    List<String> notes = new ArrayList<>(passedOver);
    contentTokens.flatMap(ContentTokens::note).ifPresent(notes::add);
    done.forEach(part -> part.note().ifPresent(notes::add));
    return notes;
  }

  private void refuseTooMany(RowSteps steps, Rejects rejects, Path rejectsPath) throws IOException {
    if (rejects.count() > plan.maxRejectShare() * steps.read()) {
      rejects.finish();
      throw new InputException(
          rejects.count()
              + " of "
              + steps.read()
              + " rows were refused, more than --max-rejects allows;"
              + " nothing was written but the list "
              + rejectsPath
              + "; the first: "
              + rejects.first());
    }
  }

  private Map<Path, FormatGuess> formatsByPath() {
    Map<Path, FormatGuess> byPath = new LinkedHashMap<>();
    formats.forEach((log, guess) -> byPath.put(log.label(), guess));
    return byPath;
  }

  private static SortedMap<String, ClassShare> classes(List<TracePart.Done> done) {
    SortedMap<String, ClassShare> classes = new TreeMap<>();
    for (TracePart.Done part : done) {
      part.output()
          .classes()
          .shares()
          .forEach((name, share) -> classes.merge(name, share, ClassShare::plus));
    }
    return classes;
  }
}
