package dev.facsimile.synth.fit;

import dev.facsimile.synth.arrival.CascadeFit;
import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.prefix.PrefixFit;
import dev.facsimile.synth.prefix.PrefixMatcher;
import dev.facsimile.trace.Request;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Fits one class in three passes. Counts and ranks are of the requests that start a session alone.
 */
final class StratumFit {
  private final Optional<String> requestClass;
  private final LengthCounts input = new LengthCounts();
  private final LengthCounts output = new LengthCounts();
  private final LengthCounts turnInput = new LengthCounts();
  private final LengthCounts turnOutput = new LengthCounts();
  private Optional<CascadeFit> arrivals = Optional.empty();
  private final MixFit mix = new MixFit();
  private final PrefixFit prefix = new PrefixFit();
  private Optional<RankFit> ranks = Optional.empty();
  private int number;
  private boolean blocks;

  StratumFit(Optional<String> requestClass) {
    this.requestClass = requestClass;
  }

  /** First pass: takes a request. */
  void visit(Request request, boolean global) {
    // Within one tenant or session an id says nothing of what the whole class shares.
    if (global && request.prefixBlocks().isPresent()) {
      prefix.visit(request.prefixBlocks().get());
    }
  }

  /** Ends the first pass; the class has this position in the model. */
  void closeTrunk(int position, TimeGrid grid) {
    number = position;
    arrivals = Optional.of(new CascadeFit(grid));
    prefix.closeTrunk();
  }

  /** The class's position in the model. */
  int number() {
    return number;
  }

  /** How many of a request's blocks are in the trunk. */
  int trunkDepth(Request request) {
    return prefix.trunkDepth(request.prefixBlocks().orElseThrow());
  }

  /** Second pass: takes a request that starts a session, and how it matches earlier ones. */
  void start(Request request, Optional<PrefixMatcher.Match> match) {
    input.add(request.tokens().input().getAsInt());
    output.add(request.tokens().output().getAsInt());
    arrivals.orElseThrow().add(request.arrivalNanos());
    mix.add(request);
    match.ifPresent(
        found -> {
          blocks = true;
          prefix.match(request.prefixBlocks().orElseThrow(), found);
        });
  }

  /** Second pass: takes a request that continues another. */
  void turn(Request request) {
    turnInput.add(request.tokens().input().getAsInt());
    turnOutput.add(request.tokens().output().getAsInt());
    mix.add(request);
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
    boolean starts = input.total() > 0;
    ranks =
        Optional.of(
            new RankFit(
                requestClass.orElse(""), starts ? input : turnInput, starts ? output : turnOutput));
  }

  /** Third pass: takes a request that starts a session. */
  void rank(Request request) {
    ranks.orElseThrow().add(request);
  }

  ClassModel model(long durationNanos) {
    return new ClassModel(
        requestClass,
        input.total() + turnInput.total(),
        OptionalLong.of(input.total()),
        ranks.orElseThrow().lengths(),
        arrivals.orElseThrow().cascade(durationNanos),
        mix.mix(),
        blocks ? Optional.of(prefix.reuse()) : Optional.empty());
  }
}
