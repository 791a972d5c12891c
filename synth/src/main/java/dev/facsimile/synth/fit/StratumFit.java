package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.prefix.PrefixFit;
import dev.facsimile.synth.prefix.PrefixMatcher;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
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
  private final int minCount;
  private final StratumCounts counts;
  private final PrefixFit prefix;
  private Optional<RankFit> ranks = Optional.empty();
  private boolean blocks;

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
    this.minCount = minCount;
    this.counts = new StratumCounts(grid);
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

  /** Second pass: what single requests tell. */
  StratumCounts counts() {
    return counts;
  }

  /** Second pass: takes a request that starts a session, and how it matches earlier ones. */
  void start(Request request, Optional<PrefixMatcher.Match> match) {
    counts.start(
        request.arrivalNanos(),
        request.tokens().input().getAsInt(),
        request.tokens().output().getAsInt());
    counts.mix().add(request);
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
    counts.turn(request.tokens().input().getAsInt(), request.tokens().output().getAsInt());
    counts.mix().add(request);
  }

  /** Second pass: counts the blocks of any request that has some. */
  void countBlocks(Request request) {
    prefix.count(request);
  }

  /** Second pass: takes the blocks of any request after the leading ones that earlier ones have. */
  void rest(Request request, PrefixMatcher.Match match) {
    prefix.rest(request, match.blocks());
  }

  /** Ends the second pass. */
  void closeCounts() {
    boolean starts = counts.starts() >= minCount;
    LengthCounts input = counts.turnInput();
    LengthCounts output = counts.turnOutput();
    // A class that starts no session draws no first turn; its lengths are there to be read.
    if (!starts && input.total() < minCount) {
      input = LengthCounts.sum(input, counts.input());
      output = LengthCounts.sum(output, counts.output());
    }
    ranks =
        Optional.of(
            new RankFit(
                requestClass.orElse("") + tenant.map(t -> "/" + t).orElse(""),
                starts ? counts.input() : input,
                starts ? counts.output() : output,
                counts.steps()));
  }

  /** Third pass: how the lengths depend on each other. */
  RankFit ranks() {
    return ranks.orElseThrow();
  }

  ClassModel model(long durationNanos, boolean blocksCounted) {
    return new ClassModel(
        requestClass,
        tenant,
        counts.requests(),
        OptionalLong.of(counts.starts()),
        ranks.orElseThrow().lengths(),
        counts.arrivals().cascade(durationNanos),
        counts.mix().mix(minCount),
        blocks || prefix.seen()
            ? Optional.of(prefix.reuse(durationNanos, blocksCounted))
            : Optional.empty(),
        Optional.empty());
  }
}
