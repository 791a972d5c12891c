package dev.facsimile.synth.fit;

import dev.facsimile.synth.arrival.CascadeFit;
import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.prefix.PrefixFit;
import dev.facsimile.synth.prefix.PrefixMatcher;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Fits one stratum in three passes. Counts and ranks are of the requests that start a session
 * alone.
 */
final class StratumFit {
  private final Optional<String> requestClass;
  private final Optional<String> tenant;
  private final int number;
  private final LengthCounts input = new LengthCounts();
  private final LengthCounts output = new LengthCounts();
  private final LengthCounts turnInput = new LengthCounts();
  private final LengthCounts turnOutput = new LengthCounts();
  private final TimeGrid grid;
  private final CascadeFit arrivals;
  private final int minCount;
  private final MixFit mix;
  private final PrefixFit prefix;
  private Optional<RankFit> ranks = Optional.empty();
  private boolean blocks;
  private long requests;

  /**
   * Of a class.
   *
   * @param tenant the one tenant that it is of; absent for several, or where there are none
   * @param number its position in the model
   * @param minCount fewest requests that a combination of fields and a shared block have
   */
  StratumFit(
      Optional<String> requestClass,
      Optional<String> tenant,
      int number,
      TimeGrid grid,
      int minCount) {
    this.requestClass = requestClass;
    this.tenant = tenant;
    this.number = number;
    this.grid = grid;
    this.minCount = minCount;
    this.arrivals = new CascadeFit(grid);
    this.mix = new MixFit(minCount);
    this.prefix = new PrefixFit(minCount);
  }

  /** The trunk's pass, for ids that hold everywhere: takes a request's blocks. */
  void visit(BlockIds blocks) {
    prefix.visit(blocks);
  }

  /** Ends the trunk's pass. */
  void closeTrunk() {
    prefix.closeTrunk();
  }

  /** The stratum's position in the model. */
  int number() {
    return number;
  }

  /** How many of a request's blocks are in the trunk. */
  int trunkDepth(Request request) {
    return prefix.trunkDepth(request.prefixBlocks().orElseThrow());
  }

  /** A fit of the same stratum that has seen nothing yet, for a part of the second pass. */
  StratumFit part() {
    return new StratumFit(requestClass, tenant, number, grid, minCount);
  }

  /**
   * Second pass: takes what a part saw of single requests; its requests come after all that were
   * seen here.
   */
  void merge(StratumFit part) {
    input.addAll(part.input);
    output.addAll(part.output);
    arrivals.merge(part.arrivals);
    mix.merge(part.mix);
  }

  /** Second pass: takes a row that starts a session, where neither sessions nor blocks are told. */
  void start(TraceBatch batch, int row, int inputTokens, int outputTokens) {
    input.add(inputTokens);
    output.add(outputTokens);
    arrivals.add(batch.numbers(TraceColumn.ARRIVAL)[row]);
    mix.add(
        batch.origin(row),
        batch.flag(TraceColumn.STREAMING, row),
        batch.flag(TraceColumn.CACHE_ELIGIBLE, row),
        batch.tokens(TraceColumn.MAX_OUTPUT, row));
  }

  /** Second pass: takes a request that starts a session, and how it matches earlier ones. */
  void start(Request request, Optional<PrefixMatcher.Match> match) {
    input.add(request.tokens().input().getAsInt());
    output.add(request.tokens().output().getAsInt());
    arrivals.add(request.arrivalNanos());
    mix.add(request);
    match.ifPresent(
        found -> {
          blocks = true;
          prefix.match(request, found);
        });
  }

  /**
   * Second pass: takes a request that continues another.
   *
   * @param match how it matches earlier requests, if its prompt does not continue the one before
   */
  void turn(Request request, Optional<PrefixMatcher.Match> match) {
    match.ifPresent(found -> prefix.matchTurn(request, found));
    turnInput.add(request.tokens().input().getAsInt());
    turnOutput.add(request.tokens().output().getAsInt());
    mix.add(request);
  }

  /** Second pass: counts the blocks of any request that has some. */
  void countBlocks(Request request) {
    prefix.count(request);
  }

  /** Second pass: takes the blocks of any request after the leading ones that earlier ones have. */
  void rest(Request request, PrefixMatcher.Match match) {
    prefix.rest(request, match.blocks());
  }

  LengthCounts input() {
    return input;
  }

  LengthCounts output() {
    return output;
  }

  /** Ends the second pass. */
  void closeCounts() {
    // A class that starts no session draws no first turn; its lengths are there to be read.
    boolean starts = input.total() >= minCount;
    requests = input.total() + turnInput.total();
    if (!starts && turnInput.total() < minCount) {
      turnInput.addAll(input);
      turnOutput.addAll(output);
    }
    ranks =
        Optional.of(
            new RankFit(
                requestClass.orElse("") + tenant.map(t -> "/" + t).orElse(""),
                starts ? input : turnInput,
                starts ? output : turnOutput));
  }

  /** Third pass: how the lengths depend on each other. */
  RankFit ranks() {
    return ranks.orElseThrow();
  }

  ClassModel model(long durationNanos, boolean blocksCounted) {
    return new ClassModel(
        requestClass,
        tenant,
        requests,
        OptionalLong.of(input.total()),
        ranks.orElseThrow().lengths(),
        arrivals.cascade(durationNanos),
        mix.mix(),
        blocks || prefix.seen()
            ? Optional.of(prefix.reuse(durationNanos, blocksCounted))
            : Optional.empty(),
        Optional.empty());
  }
}
