package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogFormat;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.stats.Lattice;
import dev.facsimile.trace.stats.LongSeries;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is learnt about a trace while it is written, and its header. Holds the first million
 * arrivals to examine the clock.
 */
final class TraceFacts {
  private static final int CLOCK_SAMPLE = 100_000;
  private static final long SECOND = 1_000_000_000L;

  private final Ingest.Plan plan;
  private final Map<Path, FormatGuess> formats;
  private final Optional<ContentTokens> contentTokens;
  private final LongSeries arrivals = new LongSeries();
  private OptionalLong start = OptionalLong.empty();
  private boolean sessions;
  private long outOfOrder;

  TraceFacts(
      Ingest.Plan plan, Map<Path, FormatGuess> formats, Optional<ContentTokens> contentTokens) {
    this.plan = plan;
    this.formats = formats;
    this.contentTokens = contentTokens;
  }

  /** Nanoseconds from the trace's start; the first row to ask is the start. */
  long arrival(long clock) {
    if (start.isEmpty()) {
      start = OptionalLong.of(clock);
    }
    long arrival = clock - start.getAsLong();
    if (arrivals.size() < CLOCK_SAMPLE) {
      arrivals.add(arrival);
    }
    return arrival;
  }

  void sessionSeen() {
    sessions = true;
  }

  void outOfOrder(long rows) {
    outOfOrder = rows;
  }

  /** What the arrivals tell of the clock. */
  ClockFacts clock() {
    OptionalLong lattice = Lattice.of(arrivals.toArray());
    List<String> findings = new ArrayList<>();
    distinctFormats().forEach(format -> findings.addAll(format.clockFindings()));
    if (lattice.isPresent()) {
      findings.add(
          String.format(
              Locale.ROOT,
              "arrivals lie on a lattice of %.3f s: shorter gaps and counts are the clock's",
              lattice.getAsLong() / 1e9));
    }
    if (outOfOrder > 0) {
      findings.add(
          outOfOrder + " rows came out of order and were put back within the reorder window");
    }
    return new ClockFacts(lattice, findings);
  }

  TraceHeader header(long rows) throws IOException {
    List<LogFormat> distinct = distinctFormats();
    return new TraceHeader(
        TraceHeader.FORMAT,
        TraceHeader.VERSION,
        ToolVersion.CURRENT,
        TraceHeader.Stage.RAW,
        rows,
        startTime(distinct),
        distinct.stream().map(LogFormat::name).toList(),
        inputTokenRule(distinct),
        sessions(distinct),
        blocks(distinct),
        clock(),
        Optional.empty(),
        Provenance.NONE.then(step(distinct)));
  }

  private List<LogFormat> distinctFormats() {
    return formats.values().stream().map(FormatGuess::format).distinct().toList();
  }

  /** Reconstructed as soon as one of the formats had to reconstruct. */
  private TraceHeader.Sessions sessions(List<LogFormat> distinct) {
    if (!sessions) {
      return TraceHeader.Sessions.NONE;
    }
    return distinct.stream().anyMatch(f -> f.sessions() == TraceHeader.Sessions.RECONSTRUCTED)
        ? TraceHeader.Sessions.RECONSTRUCTED
        : TraceHeader.Sessions.LOGGED;
  }

  private Optional<String> startTime(List<LogFormat> distinct) {
    boolean absolute = distinct.stream().allMatch(f -> f.clock() == LogFormat.Clock.EPOCH);
    if (!absolute || start.isEmpty()) {
      return Optional.empty();
    }
    long nanos = start.getAsLong();
    return Optional.of(Instant.ofEpochSecond(nanos / SECOND, nanos % SECOND).toString());
  }

  private String inputTokenRule(List<LogFormat> distinct) {
    String logged = String.join("; ", distinct.stream().map(LogFormat::inputTokenRule).toList());
    return contentTokens
        .map(tokens -> tokens.rule() + "; without messages: " + logged)
        .orElse(logged);
  }

  private Optional<BlockScheme> blocks(List<LogFormat> distinct) {
    if (contentTokens.isPresent()) {
      return Optional.of(contentTokens.get().scheme());
    }
    return distinct.size() == 1 ? distinct.get(0).blocks() : Optional.empty();
  }

  private Step step(List<LogFormat> distinct) throws IOException {
    SortedMap<String, String> options = new TreeMap<>();
    options.put("format", String.join(",", distinct.stream().map(LogFormat::name).toList()));
    options.put("reorder_rows", String.valueOf(plan.reorderRows()));
    plan.tokenizer()
        .ifPresent(
            tokenizer -> {
              options.put("block_tokens", String.valueOf(plan.blockTokens()));
              options.put("tokenizer_sha256", tokenizer.sha256());
            });
    List<Step.InputFile> inputs = new ArrayList<>();
    for (Path log : plan.logs()) {
      inputs.add(new Step.InputFile("log", InputFiles.sha256(log)));
    }
    return new Step("ingest", ToolVersion.CURRENT, options, Optional.empty(), inputs, false);
  }
}
