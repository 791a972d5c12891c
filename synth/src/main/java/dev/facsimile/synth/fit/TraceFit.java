package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.share.SharedModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.Admission;
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
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Fits a model to a trace in passes: a census, the prompts' common beginnings (only where there are
 * blocks), then which request continues which and counts, then ranks. Holds per stratum one count
 * per distinct length and per second, one entry per distinct prefix block, a bit for each row and,
 * where there are sessions or blocks, what {@link Links} and {@link Families} hold.
 */
public final class TraceFit {
  private static final int PROGRESS_ROWS = 4096;

  private final TraceFile trace;
  private final Progress progress;
  private final Census census;
  private final boolean globalBlocks;
  private final boolean linked;
  private final OptionalInt minCount;
  private final BitSet starts = new BitSet();
  private SortedMap<String, SortedMap<String, StratumFit>> strata = new TreeMap<>();
  private long done;

  /** Of this trace. */
  public TraceFit(TraceFile trace, Progress progress) {
    this(trace, progress, OptionalInt.empty());
  }

  /**
   * Of this trace.
   *
   * @param minCount where the model is to be handed on: requests that stand behind every number of
   *     it, 2 or more
   */
  public TraceFit(TraceFile trace, Progress progress, OptionalInt minCount) {
    this.trace = trace;
    this.progress = progress;
    this.minCount = minCount;
    this.census = new Census(trace, minCount.orElse(1));
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
   * @param admission how the trace was let in
   * @throws dev.facsimile.trace.file.InputException if the trace has no row with both lengths or no
   *     clock, or its rows are not in order of arrival
   */
  public Fitted fit(Admission admission) throws IOException {
    pass(row -> census.add(row.request()));
    census.requireTraffic();
    census.mergeClasses();
    strata = census.strata();
    if (globalBlocks) {
      knownPass((row, stratum) -> stratum.visit(row.request()));
    }
    all().forEach(StratumFit::closeTrunk);
    int blockTokens = trace.header().blocks().map(BlockScheme::blockTokens).orElse(1);
    Families families = new Families(census.tokensPerBlock().orElse(blockTokens));
    countPass(families);
    rankPass();
    requireEnough();
    List<ClassModel> classes =
        all().stream().map(stratum -> stratum.model(census.durationNanos())).toList();
    TrafficModel fitted = model(classes, families.branching(census.durationNanos()), admission);
    TrafficModel model =
        minCount.isPresent() ? SharedModel.of(fitted, minCount.getAsInt()) : fitted;
    return new Fitted(model, goodness(model));
  }

  private void requireEnough() {
    long counted = all().stream().mapToLong(stratum -> stratum.input().total()).sum();
    if (counted < minCount.orElse(0)) {
      throw new InputException(
          trace.path(),
          "has "
              + counted
              + " requests that start a session, expected at least "
              + minCount.getAsInt()
              + ", the minimum count of a shareable model");
    }
  }

  private List<Goodness> goodness(TrafficModel model) {
    List<Goodness> goodness = new ArrayList<>();
    for (StratumFit stratum : all()) {
      ClassModel of = model.classes().get(stratum.number());
      if (of.sessionStarts() > 0) {
        goodness.add(Goodness.of(of, stratum.input(), stratum.output()));
      }
    }
    return goodness;
  }

  private List<StratumFit> all() {
    return strata.values().stream().flatMap(ofClass -> ofClass.values().stream()).toList();
  }

  private StratumFit stratum(Request request) {
    SortedMap<String, StratumFit> ofClass = strata.get(census.classOf(request));
    StratumFit own = ofClass.get(request.origin().tenant().orElse(""));
    return own == null ? ofClass.get("") : own;
  }

  private void pass(Consumer<TraceRow> taker) throws IOException {
    long passes = globalBlocks ? 4 : 3;
    try (Rows<TraceRow> source = trace.rows()) {
      for (Optional<TraceRow> next = source.next(); next.isPresent(); next = source.next()) {
        if (++done % PROGRESS_ROWS == 0) {
          progress.at(done, OptionalLong.of(passes * trace.header().rows()));
        }
        taker.accept(next.get());
      }
    }
  }

  /** A pass over the rows of which both lengths are known. */
  private void knownPass(BiConsumer<TraceRow, StratumFit> taker) throws IOException {
    pass(
        row -> {
          if (row.request().tokens().lengthsKnown()) {
            taker.accept(row, stratum(row.request()));
          }
        });
  }

  private void countPass(Families families) throws IOException {
    Links links = new Links(trace.header());
    int[] known = {0};
    knownPass(
        (row, stratum) -> {
          Request request = row.request();
          int me = known[0]++;
          Links.Link link = link(links, request, stratum);
          if (link instanceof Links.Start start) {
            starts.set(me);
            stratum.start(request, start.match());
          } else if (link instanceof Links.Turn turn) {
            stratum.turn(request, turn.blocks() == 0 ? turn.match() : Optional.empty());
          }
          if (linked) {
            families.add(member(row, stratum), link);
          }
        });
  }

  /** Prompts of one session that share no more than a system prompt do not continue each other. */
  private Links.Link link(Links links, Request request, StratumFit stratum) {
    if (!linked) {
      return new Links.Start(Optional.empty());
    }
    Links.Link link = links.next(request, () -> stratum.trunkDepth(request));
    boolean apart =
        link instanceof Links.Turn turn
            && request.prefixBlocks().isPresent()
            && turn.blocks() <= stratum.trunkDepth(request);
    return apart ? ((Links.Turn) link).apart() : link;
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
    all().forEach(StratumFit::closeCounts);
    int[] known = {0};
    knownPass(
        (row, stratum) -> {
          if (starts.get(known[0]++)) {
            stratum.rank(row.request());
          }
        });
  }

  private TrafficModel model(
      List<ClassModel> classes, Optional<Branching> sessions, Admission admission)
      throws IOException {
    TraceHeader header = trace.header();
    Step step =
        new Step(
            "synth fit",
            ToolVersion.CURRENT,
            new TreeMap<>(),
            Optional.empty(),
            List.of(new Step.InputFile("trace", InputFiles.sha256(trace.path()))),
            admission.unapproved(),
            admission.approval());
    return new TrafficModel(
        TrafficModel.FORMAT,
        TrafficModel.VERSION,
        ToolVersion.CURRENT,
        new TrafficModel.Source(
            census.rows(), census.leftOut(), census.durationNanos(), header.sessions()),
        census.grid(),
        header.blocks(),
        census.tokensPerBlock(),
        classes,
        sessions,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        header.provenance().then(step));
  }
}
