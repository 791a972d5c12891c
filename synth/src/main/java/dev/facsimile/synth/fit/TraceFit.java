package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.prefix.PrefixMatcher;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Fits a model to a trace in two passes: counts first, then ranks and prefix matches. Holds per
 * class one count per distinct length and per second, and one entry per distinct prefix block; of
 * the rows themselves nothing but bounded samples.
 */
public final class TraceFit {
  private static final int PROGRESS_ROWS = 4096;

  private final TraceFile trace;
  private final Progress progress;
  private final TimeGrid grid;
  private final boolean globalBlocks;
  private final SortedMap<String, StratumFit> strata = new TreeMap<>();
  private long rows;
  private long leftOut;
  private long lastArrival;

  /** Of this trace. */
  public TraceFit(TraceFile trace, Progress progress) {
    this.trace = trace;
    this.progress = progress;
    this.grid = TimeGrid.of(trace.header().clock().latticeNanos());
    this.globalBlocks =
        trace.header().blocks().filter(b -> b.scope() == BlockScheme.Scope.GLOBAL).isPresent();
  }

  /**
   * The model and how well it redraws its own source.
   *
   * @param model the model
   * @param goodness one entry per class of the model, in the same order
   */
  public record Fitted(TrafficModel model, List<Goodness> goodness) {}

  /**
   * Fits.
   *
   * @param unapproved whether the trace was let through without an approval
   * @throws InputException if the trace has no row with both lengths or no clock, or its rows are
   *     not in order of arrival
   */
  public Fitted fit(boolean unapproved) throws IOException {
    firstPass();
    if (rows == 0) {
      throw new InputException(
          trace.path(), "has no row with input_tokens and output_tokens, expected at least one");
    }
    if (rows > 1 && lastArrival == 0) {
      throw new InputException(
          trace.path(),
          "has every arrival at 0, expected times: its log tells none, so that there is no traffic"
              + " to fit");
    }
    SortedMap<String, StratumFit.SecondPass> second = new TreeMap<>();
    strata.forEach((label, stratum) -> second.put(label, stratum.secondPass()));
    secondPass(second);
    long duration = duration();
    List<ClassModel> classes = new ArrayList<>();
    List<Goodness> goodness = new ArrayList<>();
    second.forEach(
        (label, stratum) -> {
          ClassModel model = stratum.model(duration);
          classes.add(model);
          StratumFit counted = strata.get(label);
          goodness.add(Goodness.of(model, counted.input(), counted.output()));
        });
    return new Fitted(model(classes, duration, unapproved), goodness);
  }

  private void firstPass() throws IOException {
    long row = 0;
    try (Rows<TraceRow> source = trace.rows()) {
      for (Optional<TraceRow> next = source.next(); next.isPresent(); next = source.next()) {
        Request request = next.get().request();
        requireOrder(request, ++row);
        if (!request.tokens().lengthsKnown()) {
          leftOut++;
          continue;
        }
        rows++;
        strata
            .computeIfAbsent(label(request), x -> new StratumFit(request.requestClass(), grid))
            .count(request, globalBlocks);
        tell(row);
      }
    }
  }

  private void requireOrder(Request request, long row) {
    if (request.arrivalNanos() < lastArrival) {
      throw new InputException(
          trace.path(),
          row,
          "arrival_ns is "
              + request.arrivalNanos()
              + ", before that of the row above ("
              + lastArrival
              + "), expected rows in order of arrival");
    }
    lastArrival = request.arrivalNanos();
  }

  private void secondPass(SortedMap<String, StratumFit.SecondPass> second) throws IOException {
    Optional<PrefixMatcher> matcher = trace.header().blocks().map(PrefixMatcher::new);
    long row = 0;
    try (Rows<TraceRow> source = trace.rows()) {
      for (Optional<TraceRow> next = source.next(); next.isPresent(); next = source.next()) {
        tell(trace.header().rows() + ++row);
        Request request = next.get().request();
        if (!request.tokens().lengthsKnown()) {
          continue;
        }
        StratumFit.SecondPass stratum = second.get(label(request));
        stratum.rank(request);
        if (matcher.isPresent() && request.prefixBlocks().isPresent()) {
          stratum.match(request, matcher.get().match(request));
        }
      }
    }
  }

  private void tell(long done) {
    if (done % PROGRESS_ROWS == 0) {
      progress.at(done, OptionalLong.of(2 * trace.header().rows()));
    }
  }

  /** Sorts requests without a class before all others. */
  private static String label(Request request) {
    return request.requestClass().orElse("");
  }

  /** From arrival 0 to the end of the last arrival's tick, and at least one cell. */
  private long duration() {
    long tick = grid.latticeNanos().orElse(1);
    return Math.max(grid.cellNanos(), ((lastArrival + tick / 2) / tick + 1) * tick);
  }

  private TrafficModel model(List<ClassModel> classes, long duration, boolean unapproved)
      throws IOException {
    TraceHeader header = trace.header();
    Step step =
        new Step(
            "synth fit",
            ToolVersion.CURRENT,
            new TreeMap<>(),
            Optional.empty(),
            List.of(new Step.InputFile("trace", InputFiles.sha256(trace.path()))),
            unapproved);
    return new TrafficModel(
        TrafficModel.FORMAT,
        TrafficModel.VERSION,
        ToolVersion.CURRENT,
        new TrafficModel.Source(rows, leftOut, duration, header.sessions()),
        grid,
        header.blocks(),
        classes,
        header.provenance().then(step));
  }
}
