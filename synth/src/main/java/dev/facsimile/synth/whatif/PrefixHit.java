package dev.facsimile.synth.whatif;

import dev.facsimile.synth.generate.Extract;
import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.Continuation;
import dev.facsimile.synth.model.PrefixReuse.SizeGroup;
import dev.facsimile.synth.model.PrefixReuse.TrunkNode;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.stats.PrefixHits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Prefix reuse to a target: hit tokens over input tokens of an infinite cache. Below the model's
 * own ratio first session starts, then turns get prompts that nobody shares; above it more prompts
 * continue another one, deeper, and more begin with a trunk. How many is found by bisection on
 * seeded simulations.
 *
 * @param ratio 0 to 1
 */
record PrefixHit(double ratio) implements WhatIf {
  private static final int STEPS = 10;
  private static final long MOST_ROWS = 50_000;
  private static final double CLOSE = 0.002;
  private static final double REFUSED = 0.02;

  /**
   * In a model whose session starts never continue another prompt: little of one of a minute
   * before.
   */
  private static final Continuation NONE_KNOWN = new Continuation(64, 1, 0, 60_000);

  static WhatIf read(Fields fields) {
    return new PrefixHit(fields.number("ratio", 0, 1));
  }

  @Override
  public List<String> mistakes(Experiment before) {
    return before.model().cut().isPresent()
        ? List.of()
        : List.of("prefix-hit needs prefix blocks, and the model has none");
  }

  @Override
  public Experiment on(Experiment before) throws IOException {
    double own = hits(before);
    double low = ratio < own ? -2 : 0;
    double high = ratio < own ? 0 : 1;
    Experiment best = before;
    double bestMiss = Math.abs(own - ratio);
    double bestHits = own;
    for (int step = 0; step < STEPS && bestMiss > CLOSE; step++) {
      // The ends first: what cannot be reached is reached as nearly as can be.
      double strength = step == 0 ? (ratio < own ? -2 : 1) : (low + high) / 2;
      Experiment tried = changed(before, strength);
      double found = hits(tried);
      if (Math.abs(found - ratio) < bestMiss) {
        bestMiss = Math.abs(found - ratio);
        bestHits = found;
        best = tried;
      }
      boolean beyond = step == 0 && (ratio < own ? found > ratio : found < ratio);
      if (beyond) {
        break;
      }
      if (found < ratio) {
        low = strength;
      } else {
        high = strength;
      }
    }
    if (bestMiss > REFUSED) {
      throw new InputException(
          "prefix-hit is "
              + ratio
              + ", which this model does not reach: the nearest is "
              + Math.round(bestHits * 1000) / 1000.0);
    }
    return best.told(
        "Prefix reuse is made such that an infinite cache would serve a share of "
            + ratio
            + " of the input tokens.",
        "cache",
        "prefix-shape",
        "impact");
  }

  private static double hits(Experiment experiment) throws IOException {
    int blockTokens = experiment.model().cut().orElseThrow().blockTokens();
    PrefixHits hits = new PrefixHits();
    experiment
        .generation()
        .run(
            2,
            Extract.first(MOST_ROWS, Long.MAX_VALUE),
            (row, gap) -> count(hits, row, blockTokens),
            Progress.SILENT);
    return hits.tokenShare();
  }

  private static void count(PrefixHits hits, WorkloadRow row, int blockTokens) {
    row.request()
        .prefixBlocks()
        .ifPresent(blocks -> hits.add(blocks, row.inputTokens(), blockTokens));
  }

  /** -2 is no reuse, -1 none at session starts, 0 the model's own, 1 as much as there can be. */
  private static Experiment changed(Experiment before, double strength) {
    Experiment changed =
        before.with(
            Models.withClasses(
                before.model(),
                stratum ->
                    stratum.prefix().isEmpty()
                        ? stratum
                        : Models.with(stratum, changed(stratum.prefix().get(), strength))));
    double turns = strength < 0 ? Math.min(0, strength + 1) : strength;
    return changed.with(changed.course().withTurnReuse(turns));
  }

  private static PrefixReuse changed(PrefixReuse reuse, double strength) {
    return strength < 0 ? less(reuse, Math.min(1, -strength)) : more(reuse, strength);
  }

  private static PrefixReuse less(PrefixReuse reuse, double part) {
    long anew = reuse.anew();
    List<TrunkNode> trunk = new ArrayList<>();
    for (TrunkNode node : reuse.trunk()) {
      long gone = Math.round(part * node.starts());
      anew += gone;
      trunk.add(new TrunkNode(node.parent(), node.starts() - gone));
    }
    List<SizeGroup> sizes = new ArrayList<>();
    for (SizeGroup group : reuse.sizes()) {
      long kept = Math.round((1 - part) * group.continuations());
      sizes.add(new SizeGroup(group.minBlocks(), group.requests(), kept, group.donors()));
    }
    // Starts decide between places of the trunk: one is needed where all of them were gone.
    return reuse.with(Math.max(1, anew), trunk, sizes);
  }

  private static PrefixReuse more(PrefixReuse reuse, double part) {
    long inTrunk = reuse.trunk().stream().mapToLong(TrunkNode::starts).sum();
    long moved = inTrunk == 0 ? 0 : Math.round(part * reuse.anew());
    List<TrunkNode> trunk = new ArrayList<>();
    for (TrunkNode node : reuse.trunk()) {
      long more = inTrunk == 0 ? 0 : Math.round((double) moved * node.starts() / inTrunk);
      trunk.add(new TrunkNode(node.parent(), node.starts() + more));
    }
    List<SizeGroup> sizes = new ArrayList<>();
    List<Continuation> last = List.of(NONE_KNOWN);
    for (SizeGroup group : reuse.sizes()) {
      last = group.donors().isEmpty() ? last : group.donors();
      long more = Math.round(part * (group.requests() - group.continuations()));
      sizes.add(
          new SizeGroup(
              group.minBlocks(),
              group.requests(),
              group.continuations() + more,
              last.stream().map(donor -> deeper(donor, part)).toList()));
    }
    return reuse.with(reuse.anew() - moved, trunk, sizes);
  }

  private static Continuation deeper(Continuation donor, double part) {
    int more = (int) (part * (donor.blocks() - donor.matched()));
    return new Continuation(
        donor.blocks(), donor.matched() + more, donor.parentTail(), donor.gapMillis());
  }

  @Override
  public Gauge gauge(Experiment before, Experiment last) {
    int blockTokens = last.model().cut().orElseThrow().blockTokens();
    PrefixHits hits = new PrefixHits();
    return new Gauge() {
      @Override
      public void take(WorkloadRow row, OptionalLong gapNanos) {
        count(hits, row, blockTokens);
      }

      @Override
      public List<Reading> readings() {
        return List.of(
            new Reading("hit tokens over input tokens, infinite cache", ratio, hits.tokenShare()));
      }
    };
  }
}
