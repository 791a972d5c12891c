package dev.facsimile.synth.fit;

import dev.facsimile.synth.arrival.CommonFit;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.CommonBursts;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.share.SharedModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceParts;
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
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Fits a model to a trace in passes, each of which reads the columns that it needs in parts,
 * several at once, and merges what they gave in the order of the parts, so that the model is the
 * same for any number of threads: a census, the prompts' common beginnings (only where there are
 * blocks), counts, then ranks. Which request continues which is told in order of arrival, on one
 * thread.
 *
 * <p>Holds per stratum one count per distinct length and per second, one entry per distinct prefix
 * block and, where there are sessions or blocks, a bit for each row and what {@link Links} and
 * {@link Families} hold; and what it has of the parts at hand, one more than there are threads:
 * each of about 65,000 rows or 4 MiB of plain columns, whichever is less.
 */
public final class TraceFit {
  private final TraceFile trace;
  private final Progress progress;
  private final TraceParts rows;
  private final PartPasses passes;
  private final boolean globalBlocks;
  private final boolean linked;
  private final OptionalInt minCount;
  private final BitSet starts = new BitSet();
  private final List<long[]> before = new ArrayList<>();
  private final List<Integer> knownBefore = new ArrayList<>();
  private long done;

  /** Of this trace. */
  public TraceFit(TraceFile trace, Progress progress) throws IOException {
    this(trace, progress, OptionalInt.empty());
  }

  /**
   * Of this trace, on all processors.
   *
   * @param minCount where the model is to be handed on: requests that stand behind every number of
   *     it, 2 or more
   */
  public TraceFit(TraceFile trace, Progress progress, OptionalInt minCount) throws IOException {
    this(trace, progress, minCount, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Of this trace.
   *
   * @param minCount where the model is to be handed on: requests that stand behind every number of
   *     it, 2 or more
   * @param threads on which the trace is read, 1 or more
   */
  public TraceFit(TraceFile trace, Progress progress, OptionalInt minCount, int threads)
      throws IOException {
    this(trace, progress, minCount, new LocalPasses(new TraceParts(trace, threads)));
  }

  /**
   * Of this trace.
   *
   * @param minCount where the model is to be handed on: requests that stand behind every number of
   *     it, 2 or more
   * @param passes go through its parts
   */
  public TraceFit(TraceFile trace, Progress progress, OptionalInt minCount, PartPasses passes)
      throws IOException {
    this.trace = trace;
    this.progress = progress;
    this.minCount = minCount;
    this.passes = passes;
    this.rows = new TraceParts(trace, 2);
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
    FutureTask<String> digest = new FutureTask<>(() -> InputFiles.sha256(trace.path()));
    Thread digesting = new Thread(digest, "trace-digest");
    digesting.setDaemon(true);
    digesting.start();
    Census census = takeCensus();
    Strata strata = census.strata();
    List<StratumFit> fits = strata.fits(minCount.orElse(1));
    if (globalBlocks) {
      passes.run(new TrunkPart.Work(strata), part -> part.mergeInto(fits));
    }
    fits.forEach(StratumFit::closeTrunk);
    int blockTokens = trace.header().blocks().map(BlockScheme::blockTokens).orElse(1);
    Families families = new Families(census.tokensPerBlock().orElse(blockTokens));
    if (linked) {
      countInOrder(strata, fits, census.tokensPerBlock().isPresent(), families);
    } else {
      countParts(strata, fits);
    }
    rankParts(strata, fits);
    requireEnough(fits);
    boolean counted = census.tokensPerBlock().isPresent();
    List<ClassModel> classes =
        fits.stream().map(stratum -> stratum.model(census.durationNanos(), counted)).toList();
    TrafficModel fitted =
        model(
            census,
            classes,
            families.branching(census.durationNanos()),
            common(fits, classes, census),
            admission,
            digest);
    TrafficModel model =
        minCount.isPresent() ? SharedModel.of(fitted, minCount.getAsInt()) : fitted;
    return new Fitted(model, goodness(model, fits));
  }

  private Census takeCensus() throws IOException {
    CensusPart.Work work = CensusPart.Work.of(trace);
    CensusPart all = work.start(0);
    passes.run(
        work,
        part -> {
          all.merge(part);
          all.requireOrder(trace);
          done(part.read());
        });
    return new Census(trace, minCount.orElse(1), all);
  }

  private void done(long rows) {
    long passes = globalBlocks ? 4 : 3;
    done += rows;
    progress.at(done, OptionalLong.of(passes * trace.header().rows()));
  }

  private void requireEnough(List<StratumFit> fits) {
    long counted = fits.stream().mapToLong(stratum -> stratum.counts().starts()).sum();
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

  private List<Goodness> goodness(TrafficModel model, List<StratumFit> fits) {
    List<Goodness> goodness = new ArrayList<>();
    for (StratumFit stratum : fits) {
      ClassModel of = model.classes().get(stratum.number());
      if (of.sessionStarts() > 0) {
        goodness.add(Goodness.of(of, stratum.counts().input(), stratum.counts().output()));
      }
    }
    return goodness;
  }

  private void countParts(Strata strata, List<StratumFit> fits) throws IOException {
    CountPart.Work work = new CountPart.Work(strata);
    List<CountPart> whole = new ArrayList<>();
    passes.run(
        work,
        part -> {
          done(part.rows());
          if (whole.isEmpty()) {
            whole.add(part);
          } else {
            whole.get(0).merge(part);
          }
        });
    for (CountPart all : whole) {
      before.addAll(all.before());
      fits.forEach(stratum -> stratum.counts().merge(all.counts().get(stratum.number())));
    }
  }

  private void countInOrder(
      Strata strata, List<StratumFit> fits, boolean countBlocks, Families families)
      throws IOException {
    Links links = new Links(trace.header());
    int[] known = {0};
    rows.readRows(
        part -> {
          before.add(fits.stream().mapToLong(stratum -> stratum.counts().starts()).toArray());
          knownBefore.add(known[0]);
          for (TraceRow row : part) {
            Request request = row.request();
            if (request.tokens().lengthsKnown()) {
              int stratum =
                  strata.of(
                      request.requestClass().orElse(""), request.origin().tenant().orElse(""));
              count(row, fits.get(stratum), links, families, known[0]++);
              if (countBlocks && request.prefixBlocks().isPresent()) {
                fits.get(stratum).countBlocks(request);
              }
            }
          }
          done(part.size());
        });
  }

  private void count(TraceRow row, StratumFit stratum, Links links, Families families, int me) {
    Request request = row.request();
    Links.Link link = link(links, request, stratum);
    if (link instanceof Links.Start start) {
      starts.set(me);
      stratum.start(request, start.match());
    } else if (link instanceof Links.Turn turn) {
      stratum.turn(request, turn.blocks() == 0 ? turn.match() : Optional.empty());
    }
    if (globalBlocks) {
      link.match().ifPresent(match -> stratum.rest(request, match));
    }
    families.add(member(row, stratum), link);
  }

  /** Prompts of one session that share no more than a system prompt do not continue each other. */
  private Links.Link link(Links links, Request request, StratumFit stratum) {
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

  private void rankParts(Strata strata, List<StratumFit> fits) throws IOException {
    fits.forEach(StratumFit::closeCounts);
    List<RankFit> ranks = fits.stream().map(StratumFit::ranks).toList();
    passes.run(
        new RankPart.Work(strata, ranks, before, starts, knownBefore),
        part -> {
          part.mergeInto(fits);
          done(part.rows());
        });
  }

  private static Optional<CommonBursts> common(
      List<StratumFit> fits, List<ClassModel> classes, Census census) {
    List<CommonFit.Stratum> strata = new ArrayList<>();
    for (int i = 0; i < classes.size(); i++) {
      strata.add(
          new CommonFit.Stratum(
              classes.get(i).requestClass().orElse(""),
              fits.get(i).counts().arrivals(),
              classes.get(i).arrivals()));
    }
    return CommonFit.of(strata, census.grid(), census.durationNanos());
  }

  private TrafficModel model(
      Census census,
      List<ClassModel> classes,
      Optional<Branching> sessions,
      Optional<CommonBursts> common,
      Admission admission,
      Future<String> digest)
      throws IOException {
    TraceHeader header = trace.header();
    Step step =
        new Step(
            "synth fit",
            ToolVersion.CURRENT,
            new TreeMap<>(),
            Optional.empty(),
            List.of(new Step.InputFile("trace", told(digest))),
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
        common,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        header.provenance().then(step));
  }

  private static String told(Future<String> digest) throws IOException {
    try {
      return digest.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading", e);
    }
  }
}
