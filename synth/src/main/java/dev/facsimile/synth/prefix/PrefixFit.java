package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.trace.BlockIds;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Fits the prefix reuse of one class, in two passes over its requests: first the trunk, then each
 * request's match with what came before it.
 */
public final class PrefixFit {
  private final Trunk trunk;
  private final NavigableMap<Integer, SizeCounts> sizes = new TreeMap<>();
  private long requests;
  private boolean seen;

  /**
   * Of no requests yet.
   *
   * @param minCount fewest prompts that a block of the trunk is in
   */
  public PrefixFit(int minCount) {
    trunk = new Trunk(minCount);
    sizes.put(0, new SizeCounts(0));
  }

  /** First pass: takes a request's blocks. */
  public void visit(BlockIds blocks) {
    trunk.visit(blocks);
  }

  /** Ends the first pass. */
  public void closeTrunk() {
    trunk.close();
  }

  /** How many leading blocks of a prompt are in the trunk. */
  public int trunkDepth(BlockIds blocks) {
    return trunk.depth(blocks);
  }

  /** Second pass: takes a request's blocks and how they match earlier requests. */
  public void match(BlockIds blocks, PrefixMatcher.Match match) {
    requests++;
    matchTurn(blocks, match);
  }

  /** Whether there was a prompt with blocks. */
  public boolean seen() {
    return seen;
  }

  /** Second pass: the same of a later turn of a session that does not continue the one before. */
  public void matchTurn(BlockIds blocks, PrefixMatcher.Match match) {
    seen = true;
    int group = SizeCounts.groupOf(blocks.size());
    SizeCounts size = sizes.computeIfAbsent(group, SizeCounts::new);
    int depth = trunk.depth(blocks);
    if (match.blocks() > depth) {
      size.continuation(
          new PrefixReuse.Continuation(
              blocks.size(), match.blocks(), match.parentTail(), match.gapNanos() / 1_000_000));
    } else {
      size.startAnew(trunk.countStart(blocks, depth));
    }
  }

  /** What was found; empty groups are left out. */
  public PrefixReuse reuse() {
    List<PrefixReuse.SizeGroup> groups = sizes.values().stream().map(SizeCounts::group).toList();
    return new PrefixReuse(requests, trunk.startsAtRoot(), trunk.nodes(), groups);
  }
}
