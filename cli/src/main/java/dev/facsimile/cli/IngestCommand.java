package dev.facsimile.cli;

import dev.facsimile.ingest.Explanation;
import dev.facsimile.ingest.Ingest;
import dev.facsimile.ingest.IngestOptions;
import dev.facsimile.ingest.LogSource;
import dev.facsimile.ingest.LogSources;
import dev.facsimile.ingest.SessionSample;
import dev.facsimile.ingest.TimeBound;
import dev.facsimile.ingest.classify.ClassRules;
import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.ingest.format.LogFormats;
import dev.facsimile.ingest.mapping.Mapping;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code facsimile ingest}. */
@Command(
    name = "ingest",
    description = "Turn production logs into a raw trace (Parquet), losing no row in silence.")
public class IngestCommand extends HelpfulCommand {
  /** Names a mapping in {@link #namedFiles}. */
  public static final String MAPPING = "mapping";

  /** Names class rules in {@link #namedFiles}. */
  public static final String CLASSES = "classes";

  /** Names a tokenizer in {@link #namedFiles}. */
  public static final String TOKENIZER = "tokenizer";

  @Parameters(
      arity = "1..*",
      paramLabel = "LOG",
      description =
          "Logs: files, folders, quoted globs, or - for standard input; plain, gzip or zstd."
              + " Several are merged by time.")
  private List<Path> logs;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "TRACE",
      description = "The trace to write, such as x.trace.parquet; only its owner may read it.")
  private Path output;

  @Option(
      names = "--format",
      defaultValue = "auto",
      paramLabel = "NAME",
      completionCandidates = FormatNames.class,
      description = "Log format: auto, or one of ${COMPLETION-CANDIDATES}.")
  private String format;

  @Option(
      names = "--mapping",
      paramLabel = "YAML",
      description =
          "Describes any other CSV, JSON, Parquet or Arrow log: which field is which column.")
  private Path mapping;

  @Option(
      names = "--tokenizer",
      paramLabel = "JSON",
      description =
          "A tokenizer.json: counts tokens and cuts prefix blocks where prompts are logged.")
  private Path tokenizer;

  @Option(
      names = "--block-tokens",
      defaultValue = "16",
      description = "Tokens in a prefix block cut by --tokenizer.")
  private int blockTokens;

  @Option(
      names = "--reorder-rows",
      defaultValue = "8192",
      description = "Rows held back to put them in time order; a row that comes later is refused.")
  private int reorderRows;

  @Option(
      names = "--max-rejects",
      defaultValue = "0.01",
      paramLabel = "SHARE",
      description = "Share of refused rows above which no trace is written (exit 3).")
  private double maxRejects;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Leave out what arrived before: a timestamp (UTC without a zone), a date, seconds since"
              + " 1970, or a duration such as 90m for a log without dates.")
  private String since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Leave out what arrived then or later.")
  private String until;

  @Option(
      names = "--sample-sessions",
      paramLabel = "SHARE",
      description = "Keep this share of the sessions, each whole; of requests without one, too.")
  private Double sampleSessions;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "N",
      description = "Chooses which sessions --sample-sessions keeps.")
  private long seed;

  @Option(
      names = "--sessions",
      defaultValue = "auto",
      paramLabel = "FROM",
      description =
          "Session ids: auto (logged, else reconstructed from parent ids or prefix blocks), logged,"
              + " reconstruct or none.")
  private IngestOptions.SessionSource sessions;

  @Option(
      names = "--classes",
      paramLabel = "YAML",
      description = "Rules that give requests their class; the first that matches wins.")
  private Path classes;

  @Option(
      names = "--split-on-reset",
      description = "Where the log's clock was reset, begin another trace: NAME.1, NAME.2, ….")
  private boolean splitOnReset;

  @Option(
      names = "--keep-raw",
      description = "Put the refused lines themselves into the list of rejects.")
  private boolean keepRaw;

  @Option(
      names = "--resume",
      description =
          "Add the logs that the trace does not hold yet; it knows the others by their digests.")
  private boolean resume;

  @Option(
      names = "--explain",
      description = "Show how the first request is mapped, field by field, and stop.")
  private boolean explain;

  @Override
  public Integer call() throws Exception {
    if (blockTokens < 1) {
      throw mistake("--block-tokens is " + blockTokens + ", expected 1 or more");
    }
    if (reorderRows < 1) {
      throw mistake("--reorder-rows is " + reorderRows + ", expected 1 or more");
    }
    if (!(maxRejects >= 0 && maxRejects <= 1)) {
      throw mistake("--max-rejects is " + maxRejects + ", expected a share from 0 to 1");
    }
    if (sampleSessions != null && !(sampleSessions > 0 && sampleSessions <= 1)) {
      throw mistake(
          "--sample-sessions is " + sampleSessions + ", expected a share above 0, at most 1");
    }
    if (resume && (splitOnReset || sampleSessions != null)) {
      throw mistake("--resume goes with neither --split-on-reset nor --sample-sessions");
    }
    requireReadable();
    Optional<LogFormat> chosen = chosenFormat();
    IngestOptions options = options();
    List<LogSource> sources = LogSources.of(logs, System.in);
    if (explain) {
      new IngestText(out()).print(sources.get(0).label(), Explanation.of(sources.get(0), chosen));
      return Exit.DONE;
    }
    if (output == null) {
      throw mistake("--output is missing, expected the trace to write");
    }
    requireOutput(output, sources.stream().map(LogSource::label).toArray(Path[]::new));
    requireFolder(output);
    Optional<Tokenizer> loaded = loadTokenizer();
    Ingest.Plan plan =
        new Ingest.Plan(
            sources, chosen, loaded, blockTokens, reorderRows, maxRejects, output, options);
    Ingest.Summary summary;
    try {
      summary = run(plan);
    } finally {
      loaded.ifPresent(Tokenizer::close);
    }
    new IngestText(out()).print(summary);
    return Exit.DONE;
  }

  /** Does what was planned. */
  protected Ingest.Summary run(Ingest.Plan plan) throws IOException {
    try (ProgressLine progress = new ProgressLine(err(), "ingest", "bytes")) {
      return new Ingest(plan, progress).run();
    }
  }

  /** The files that the options name and tasks need: mapping, classes, tokenizer. */
  protected final SortedMap<String, Path> namedFiles() {
    SortedMap<String, Path> files = new TreeMap<>();
    Optional.ofNullable(mapping).ifPresent(file -> files.put(MAPPING, file));
    Optional.ofNullable(classes).ifPresent(file -> files.put(CLASSES, file));
    Optional.ofNullable(tokenizer).ifPresent(file -> files.put(TOKENIZER, file));
    return files;
  }

  private IngestOptions options() throws IOException {
    Optional<TimeBound> from = bound("--since", since);
    Optional<TimeBound> to = bound("--until", until);
    if (from.isPresent() && to.isPresent() && !from.get().isBefore(to.get())) {
      throw mistake(
          "--since is " + since + " and --until is " + until + ", expected --until later");
    }
    return new IngestOptions(
        from,
        to,
        Optional.ofNullable(sampleSessions).map(share -> new SessionSample(share, seed)),
        sessions,
        classes == null ? Optional.empty() : Optional.of(ClassRules.load(classes)),
        splitOnReset,
        keepRaw,
        resume);
  }

  /** Tells what is wrong with the mapping and with the class rules at once. */
  private void requireReadable() throws IOException {
    if (mapping == null || classes == null) {
      return;
    }
    try {
      Mapping.load(mapping);
    } catch (InputException e) {
      try {
        ClassRules.load(classes);
      } catch (InputException also) {
        throw new InputException(e.getMessage() + "; " + also.getMessage());
      }
      throw e;
    }
  }

  private Optional<TimeBound> bound(String option, String text) {
    if (text == null) {
      return Optional.empty();
    }
    Optional<TimeBound> moment = TimeBound.moment(text);
    if (moment.isPresent()) {
      return moment;
    }
    try {
      return Optional.of(new TimeBound.Offset(new DurationText().convert(text).toNanos()));
    } catch (TypeConversionException e) {
      throw mistake(option + " is '" + text + "', " + TimeBound.EXPECTED);
    }
  }

  private Optional<Tokenizer> loadTokenizer() throws IOException {
    return tokenizer == null ? Optional.empty() : Optional.of(Tokenizer.load(tokenizer));
  }

  private Optional<LogFormat> chosenFormat() throws IOException {
    if (mapping != null) {
      if (!format.equals("auto")) {
        throw mistake("--mapping and --format were both given, expected one of them");
      }
      return Optional.of(Mapping.load(mapping));
    }
    if (format.equals("auto")) {
      return Optional.empty();
    }
    Optional<LogFormat> named = LogFormats.named(format);
    if (named.isEmpty()) {
      List<String> names = LogFormats.ALL.stream().map(LogFormat::name).toList();
      throw mistake(
          "--format is '"
              + format
              + "', "
              + NearMiss.of(format, names)
                  .map(name -> "did you mean " + name + "?")
                  .orElse("expected auto or one of " + String.join(", ", names)));
    }
    return named;
  }

  /** The names of the formats, for the help. */
  static final class FormatNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return LogFormats.ALL.stream().map(LogFormat::name).iterator();
    }
  }
}
