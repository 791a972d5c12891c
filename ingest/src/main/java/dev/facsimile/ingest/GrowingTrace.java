package dev.facsimile.ingest;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A raw trace that logs are added to. It knows the logs that it holds by the digests in its header,
 * so that nothing else need be kept between two ingests. Its rows are read once more and merged
 * with the new ones.
 */
public final class GrowingTrace {

  /** Tells files by their contents. */
  @FunctionalInterface
  public interface Digests {
    /** SHA-256 of each of {@code files}, in their order. */
    List<String> of(List<Path> files) throws IOException;
  }

  private final TraceFile trace;
  private final Step ingest;
  private final long startNanos;

  private GrowingTrace(TraceFile trace, Step ingest, long startNanos) {
    this.trace = trace;
    this.ingest = ingest;
    this.startNanos = startNanos;
  }

  /**
   * Opens the trace that is to grow.
   *
   * @throws InputException if it is no raw trace that came straight from an ingest of dated logs
   */
  public static GrowingTrace open(Path path) throws IOException {
    TraceFile trace = TraceFile.open(path);
    TraceHeader header = trace.header();
    List<Step> steps = header.provenance().steps();
    if (header.stage() != TraceHeader.Stage.RAW || steps.size() != 1) {
      throw new InputException(path, "is no longer raw, expected a trace as ingest wrote it");
    }
    if (header.startTime().isEmpty()) {
      throw new InputException(
          path,
          "comes from logs that do not tell when they started, so that others cannot be put beside"
              + " them in time");
    }
    Instant start = Instant.parse(header.startTime().get());
    return new GrowingTrace(
        trace, steps.get(0), start.getEpochSecond() * 1_000_000_000L + start.getNano());
  }

  /** The trace that a plan lets grow, if it is there. */
  public static Optional<GrowingTrace> of(Ingest.Plan plan) throws IOException {
    return plan.options().resume() && Files.exists(plan.output())
        ? Optional.of(open(plan.output()))
        : Optional.empty();
  }

  /** Those of {@code logs} that it does not hold. */
  List<LogSource> missing(List<LogSource> logs) throws IOException {
    return missing(
        logs,
        files -> {
          List<String> digests = new ArrayList<>();
          for (Path file : files) {
            digests.add(InputFiles.sha256(file));
          }
          return digests;
        });
  }

  /**
   * Those of {@code logs} that it does not hold.
   *
   * @throws InputException if one of them is no file
   */
  public List<LogSource> missing(List<LogSource> logs, Digests digests) throws IOException {
    for (LogSource log : logs) {
      if (!log.isFile()) {
        throw new InputException("--resume knows logs by their digests and cannot read -");
      }
    }
    Set<String> held =
        ingest.inputs().stream().map(Step.InputFile::sha256).collect(Collectors.toSet());
    List<String> theirs = digests.of(logs.stream().map(LogSource::label).toList());
    return IntStream.range(0, logs.size())
        .filter(log -> !held.contains(theirs.get(log)))
        .mapToObj(logs::get)
        .toList();
  }

  /** What is told where it holds all logs already: there is nothing to do. */
  public Ingest.Summary nothingNew() {
    return new Ingest.Summary(
        0,
        0,
        Map.of(),
        Map.of(),
        0,
        Map.of(),
        Optional.empty(),
        Map.of(),
        List.of(),
        List.of(trace.path()),
        Map.of(),
        List.of(
            String.format(
                Locale.ROOT, "nothing new: the trace holds all logs, %s", Counted.rows(rows()))),
        new TreeMap<>());
  }

  /**
   * Refuses logs of other formats, and options that would have made another trace of the first
   * ones.
   *
   * @param formats names of the new logs' formats
   * @param options options of this ingest, in the header's form
   */
  void requireAlike(List<String> formats, SortedMap<String, String> options) {
    if (!new HashSet<>(trace.header().logFormats()).equals(new HashSet<>(formats))) {
      throw new InputException(
          trace.path(),
          "comes from "
              + String.join(", ", trace.header().logFormats())
              + " and the new logs are "
              + String.join(", ", formats)
              + ", expected the same format");
    }
    SortedMap<String, String> before = comparable(ingest.options());
    SortedMap<String, String> now = comparable(options);
    if (!before.equals(now)) {
      throw new InputException(
          trace.path(), "was made with the options " + before + ", expected the same, not " + now);
    }
  }

  private static SortedMap<String, String> comparable(SortedMap<String, String> options) {
    SortedMap<String, String> shaping = new TreeMap<>(options);
    shaping
        .keySet()
        .removeAll(Set.of("format", "sessions", "turns", "reorder_rows", "request_ids"));
    return shaping;
  }

  /** The logs that it holds. */
  List<Step.InputFile> inputs() {
    return ingest.inputs();
  }

  /** Its rows. */
  public long rows() {
    return trace.header().rows();
  }

  /** When it starts, in nanoseconds since 1970. */
  long startNanos() {
    return startNanos;
  }

  /** Its first requests, on the clock of their logs, to compare their ids with a new log's. */
  List<Request> beginning() throws IOException {
    List<Request> first = new ArrayList<>();
    try (Rows<TraceRow> rows = trace.rows()) {
      while (first.size() < RequestIds.LOOKED_AT) {
        Optional<TraceRow> row = rows.next();
        if (row.isEmpty()) {
          break;
        }
        Request request = row.get().request();
        first.add(request.at(startNanos + request.arrivalNanos()));
      }
    }
    return first;
  }

  /**
   * Some of its rows, on the clock of their logs, without sessions that were reconstructed.
   *
   * @param from place of the first one, from 0
   * @param to the place behind the last one
   */
  public Rows<TraceRow> rowsAgain(long from, long to) throws IOException {
    Rows<TraceRow> rows = trace.rowsWithContent(from, to);
    return new Rows<>() {
      @Override
      public Optional<TraceRow> next() throws IOException {
        return rows.next().map(GrowingTrace.this::asRead);
      }

      @Override
      public void close() throws IOException {
        rows.close();
      }
    };
  }

  private TraceRow asRead(TraceRow row) {
    Request request = row.request().at(startNanos + row.request().arrivalNanos());
    return row.with(request.within(asLogged(request)));
  }

  /** Its rows, on the clock of their logs, without sessions that were reconstructed. */
  PieceSource rowsAgain() throws IOException {
    return new Again(trace.rowsWithContent());
  }

  private final class Again implements PieceSource {
    private final Rows<TraceRow> rows;
    private Optional<Piece> head = Optional.empty();
    private boolean ended;
    private long number;

    Again(Rows<TraceRow> rows) {
      this.rows = rows;
    }

    @Override
    public Optional<Piece> peek() throws IOException {
      if (head.isEmpty() && !ended) {
        number++;
        head = rows.next().map(row -> new Piece.Arrived(placed(row)));
        if (head.isEmpty()) {
          ended = true;
          rows.close();
        }
      }
      return head;
    }

    @Override
    public Optional<Piece> next() throws IOException {
      Optional<Piece> piece = peek();
      head = Optional.empty();
      return piece;
    }

    private Placed placed(TraceRow row) {
      return new Placed(asRead(row), trace.path(), number);
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }

  private Conversation asLogged(Request request) {
    Conversation conversation = request.conversation();
    String origin = ingest.options().getOrDefault("sessions", "");
    if (origin.equals(SessionFacts.Origin.PREFIX_BLOCKS.words())) {
      return Conversation.NONE;
    }
    if (origin.equals(SessionFacts.Origin.PARENT_IDS.words())) {
      return new Conversation(
          Optional.empty(), OptionalInt.empty(), conversation.parentRequestId());
    }
    // A new log may hold turns from between those that were numbered: all are numbered anew.
    return ingest.options().containsKey("turns")
        ? new Conversation(
            conversation.sessionId(), OptionalInt.empty(), conversation.parentRequestId())
        : conversation;
  }
}
