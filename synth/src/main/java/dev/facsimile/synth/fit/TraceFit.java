package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.model.TrafficModel;
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
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Fits a model to a trace in three passes: the prompts' common beginnings (only where there are
 * blocks), then which request continues which and counts, then ranks. Holds per class one count per
 * distinct length and per second, one entry per distinct prefix block, a bit for each row and,
 * where there are sessions or blocks, what {@link Links} and {@link Families} hold.
 */
public final class TraceFit {
  private static final int PROGRESS_ROWS = 4096;
  private static final int PASSES = 3;
  private static final long SHORTEST_NANOS = 1_000_000_000;

  private final TraceFile trace;
  private final Progress progress;
  private final boolean globalBlocks;
  private final boolean linked;
  private final SortedMap<String, StratumFit> strata = new TreeMap<>();
  private final BitSet starts = new BitSet();
  private OptionalInt tokensPerBlock = OptionalInt.empty();
  private long rows;
  private long leftOut;
  private long lastArrival;

  /** Of this trace. */
  public TraceFit(TraceFile trace, Progress progress) {
    this.trace = trace;
    this.progress = progress;
    this.globalBlocks =
        trace.header().blocks().filter(b -> b.scope() == BlockScheme.Scope.GLOBAL).isPresent();
    this.linked =
        trace.header().blocks().isPresent()
            || trace.header().sessions() != TraceHeader.Sessions.NONE;
  }

  /**
   * The model and how well it redraws its own source.
   *
   * @param model the model
   * @param goodness one entry per class of the model that starts sessions, in the same order
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
    Families families =
        new Families(
            tokensPerBlock.orElse(trace.header().blocks().map(BlockScheme::blockTokens).orElse(1)));
    countPass(families);
    rankPass();
    long duration = duration();
    List<ClassModel> classes = new ArrayList<>();
    List<Goodness> goodness = new ArrayList<>();
    for (StratumFit stratum : strata.values()) {
      ClassModel model = stratum.model(duration);
      classes.add(model);
      if (model.sessionStarts() > 0) {
        goodness.add(Goodness.of(model, stratum.input(), stratum.output()));
      }
    }
    return new Fitted(model(classes, families.branching(duration), unapproved), goodness);
  }

  /** Takes the rows of which both lengths are known. */
  @FunctionalInterface
  private interface RowTaker {
    void take(TraceRow row, StratumFit stratum);
  }

  private void pass(int number, RowTaker taker) throws IOException {
    long done = (long) number * trace.header().rows();
    try (Rows<TraceRow> source = trace.rows()) {
      for (Optional<TraceRow> next = source.next(); next.isPresent(); next = source.next()) {
        if (++done % PROGRESS_ROWS == 0) {
          progress.at(done, OptionalLong.of(PASSES * trace.header().rows()));
        }
        Request request = next.get().request();
        if (request.tokens().lengthsKnown()) {
          taker.take(next.get(), strata.get(label(request)));
        }
      }
    }
  }

  /** Finds the classes and their trunks. */
  private void firstPass() throws IOException {
    BlockCut cut = new BlockCut();
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
            .computeIfAbsent(label(request), x -> new StratumFit(request.requestClass()))
            .visit(request, globalBlocks);
        trace.header().blocks().ifPresent(scheme -> cut.add(request, scheme));
      }
    }
    tokensPerBlock = cut.tokensPerBlock();
    TimeGrid grid = grid();
    int number = 0;
    for (StratumFit stratum : strata.values()) {
      stratum.closeTrunk(number++, grid);
    }
  }

  private void countPass(Families families) throws IOException {
    Links links = new Links(trace.header());
    int[] known = {0};
    pass(
        1,
        (row, stratum) -> {
          Request request = row.request();
          int me = known[0]++;
          Links.Link link =
              linked
                  ? links.next(request, () -> stratum.trunkDepth(request))
                  : new Links.Start(Optional.empty());
          if (link instanceof Links.Start start) {
            starts.set(me);
            stratum.start(request, start.match());
          } else {
            stratum.turn(request);
          }
          if (linked) {
            families.add(member(row, stratum), link);
          }
        });
  }

  private static Families.Member member(TraceRow row, StratumFit stratum) {
    Request request = row.request();
    return new Families.Member(
        request.arrivalNanos(),
        request.arrivalNanos() + row.observed().e2eNanos().orElse(0),
        stratum.number(),
        request.tokens().input().getAsInt(),
        request.tokens().output().getAsInt());
  }

  private void rankPass() throws IOException {
    strata.values().forEach(StratumFit::closeCounts);
    int[] known = {0};
    pass(
        2,
        (row, stratum) -> {
          if (starts.get(known[0]++)) {
            stratum.rank(row.request());
          }
        });
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

  /** Sorts requests without a class before all others. */
  private static String label(Request request) {
    return request.requestClass().orElse("");
  }

  /** From arrival 0 to the end of the last arrival's tick. */
  private long duration() {
    long tick = trace.header().clock().latticeNanos().orElse(1);
    return Math.max(SHORTEST_NANOS, ((lastArrival + tick / 2) / tick + 1) * tick);
  }

  private TimeGrid grid() {
    return TimeGrid.of(trace.header().clock().latticeNanos(), duration());
  }

  private TrafficModel model(
      List<ClassModel> classes, Optional<Branching> sessions, boolean unapproved)
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
        new TrafficModel.Source(rows, leftOut, duration(), header.sessions()),
        grid(),
        header.blocks(),
        tokensPerBlock,
        classes,
        sessions,
        header.provenance().then(step));
  }
}
