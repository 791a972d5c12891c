package dev.facsimile.synth.fit;

import dev.facsimile.synth.arrival.CommonFit;
import dev.facsimile.synth.length.CheckerboardFit;
import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.CommonBursts;
import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.prefix.Trunk;
import dev.facsimile.synth.share.SharedModel;
import dev.facsimile.trace.Progress;
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
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Fits a model to a trace in three passes, each of which reads the columns that it needs in parts,
 * several at once, and merges what they gave in the order of the parts, so that the model is the
 * same for any number of threads: a census, then counts and ranks; where there are sessions or
 * blocks, the keys by which requests are linked, then the links.
 *
 * <p>Holds per stratum one count per distinct length and per second and a bit for each row; where
 * there are sessions or blocks what {@link Linking} and {@link InOrder} hold; and what it has of
 * the parts at hand, one more than there are threads: each of about 65,000 rows or 4 MiB of plain
 * columns, whichever is less.
 */
public final class TraceFit {
  private static final int PASSES = 3;

  private final TraceFile trace;
  private final Progress progress;
  private final PartPasses passes;
  private final boolean linked;
  private final OptionalInt minCount;
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
    Shared shared = linked ? link(census, strata) : count(strata);
    List<StratumFit> fits = shared.fits();
    requireEnough(fits);
    List<ClassModel> classes =
        fits.parallelStream()
            .map(fit -> fit.model(census.durationNanos(), shared.reuse().get(fit.number())))
            .toList();
    TrafficModel fitted =
        model(
            census, classes, shared.branching(), common(fits, classes, census), admission, digest);
    TrafficModel model =
        minCount.isPresent() ? SharedModel.of(fitted, minCount.getAsInt()) : fitted;
    return new Fitted(model, goodness(model, fits));
  }

  private Census takeCensus() throws IOException {
    CensusPart.Work work = CensusPart.Work.of(trace);
    List<CensusPart> whole = new ArrayList<>();
    passes.run(
        work,
        part -> {
          done(part.read());
          Mergeable.gather(whole, part);
          whole.get(0).requireOrder(trace);
        });
    CensusPart all = whole.isEmpty() ? work.start(0) : whole.get(0);
    return new Census(trace, minCount.orElse(1), all);
  }

  private void done(long rows) {
    done += rows;
    progress.at(done, OptionalLong.of(PASSES * trace.header().rows()));
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
    return fits.parallelStream()
        .filter(stratum -> model.classes().get(stratum.number()).sessionStarts() > 0)
        .map(
            stratum ->
                Goodness.of(
                    model.classes().get(stratum.number()),
                    stratum.counts().input(),
                    stratum.counts().output()))
        .toList();
  }

  /** By stratum its fit and what its prompts have of others; and how sessions grow. */
  private record Shared(
      List<StratumFit> fits, List<Optional<PrefixReuse>> reuse, Optional<Branching> branching) {}

  /** Fits a trace in which every request stands alone. */
  private Shared count(Strata strata) throws IOException {
    List<CountPart> whole = new ArrayList<>();
    passes.run(
        new CountPart.Work(strata),
        part -> {
          done(part.rows());
          Mergeable.gather(whole, part);
        });
    CountPart all = whole.get(0);
    List<StratumFit> fits = strata.fits(minCount.orElse(1), all.counts());
    List<RankFit> ranks = ranks(fits);
    passes.run(
        new RankPart.Work(strata, ranks, all.before()),
        part -> {
          merge(ranks, part.counts());
          done(part.rows());
        });
    return new Shared(fits, Collections.nCopies(fits.size(), Optional.empty()), Optional.empty());
  }

  private static List<RankFit> ranks(List<StratumFit> fits) {
    return fits.stream().map(StratumFit::ranks).toList();
  }

  private static void merge(List<RankFit> ranks, List<CheckerboardFit.Counts> counts) {
    for (int stratum = 0; stratum < ranks.size(); stratum++) {
      ranks.get(stratum).merge(counts.get(stratum));
    }
  }

  /** Fits a trace with sessions or blocks. */
  private Shared link(Census census, Strata strata) throws IOException {
    int blockTokens = trace.header().blocks().map(BlockScheme::blockTokens).orElse(1);
    LinkScheme scheme = LinkScheme.of(trace.header(), census.tokensPerBlock().orElse(blockTokens));
    int fewest = minCount.orElse(1);
    Linking linking = passes.linking(this::done);
    List<Trunk> trunks = linking.trunks(new LinkKeys.Work(scheme, strata, census.before()), fewest);
    LinkPart.Work work =
        new LinkPart.Work(scheme, strata, trunks, fewest, census.tokensPerBlock().isPresent());
    LinkSummary all = linking.link(work);
    long turns = all.families().turns();
    Optional<Families> families =
        turns == 0
            ? Optional.empty()
            : Optional.of(new Families(census.rows(), all.families(), census.durationNanos()));
    InOrder.Told told =
        linking.inOrder(
            work,
            new InOrder.Question(
                families.map(Families::donors).orElse(new long[0]),
                census.durationNanos(),
                all.sizes()));
    List<StratumFit> fits = strata.fits(fewest, all.counts());
    List<RankFit> ranks = ranks(fits);
    List<long[]> before = all.before();
    linking.rows(new Ranks.Work(ranks, before), part -> merge(ranks, part.counts()));
    Optional<Branching> branching = Optional.empty();
    if (families.isPresent()) {
      long[] turnsBefore = before.stream().mapToLong(sums -> sums[fits.size()]).toArray();
      Families.Examples examples = new Families.Examples();
      linking.rows(new Families.Work(families.get(), turnsBefore), examples::merge);
      branching = Optional.of(families.get().branching(examples, told.generations()));
    }
    return new Shared(fits, fits.stream().map(fit -> told.reuse(fit.number())).toList(), branching);
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
