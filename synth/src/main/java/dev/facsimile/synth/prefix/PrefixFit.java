package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.BlockCount;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Fits the prefix reuse of one class, in two passes over its requests: first the trunk, then each
 * request's match with what came before it.
 */
public final class PrefixFit {
  private static final int FEWEST_RECURRENCES = 50;

  private final Trunk trunk;
  private final NavigableMap<Integer, SizeCounts> sizes = new TreeMap<>();

  /** By the size of a prompt and its blocks: how many there are. */
  private final SortedMap<Integer, SortedMap<Integer, Long>> blockCounts = new TreeMap<>();

  private final TrunkTimes times = new TrunkTimes();
  private final RecurrenceFit elsewhere;
  private long requests;
  private boolean seen;

  /**
   * Of no requests yet.
   *
   * @param minCount fewest prompts that a block of the trunk is in
   */
  public PrefixFit(int minCount) {
    trunk = new Trunk(minCount);
    elsewhere = new RecurrenceFit(Math.max(FEWEST_RECURRENCES, minCount));
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
  public void match(Request request, PrefixMatcher.Match match) {
    requests++;
    matchTurn(request, match);
  }

  /** Whether there was a prompt with blocks. */
  public boolean seen() {
    return seen;
  }

  /** Second pass: the same of a later turn of a session that does not continue the one before. */
  public void matchTurn(Request request, PrefixMatcher.Match match) {
    BlockIds blocks = request.prefixBlocks().orElseThrow();
    seen = true;
    int group = SizeCounts.groupOf(blocks.size());
    SizeCounts size = sizes.computeIfAbsent(group, SizeCounts::new);
    int depth = trunk.depth(blocks);
    if (match.blocks() > depth) {
      size.continuation(
          new PrefixReuse.Continuation(
              blocks.size(), match.blocks(), match.parentTail(), match.gapNanos() / 1_000_000));
    } else {
      int place = trunk.countStart(blocks, depth);
      size.startAnew(place);
      times.add(place, request.arrivalNanos());
    }
  }

  /**
   * Second pass: takes any prompt with blocks whose ids hold everywhere, and the leading blocks
   * that earlier requests have too.
   */
  public void rest(Request request, int matched) {
    BlockIds blocks = request.prefixBlocks().orElseThrow();
    elsewhere.add(blocks, Math.max(matched, trunk.depth(blocks)));
  }

  /** Any pass, once: counts the blocks of a prompt. */
  public void count(Request request) {
    blockCounts
        .computeIfAbsent(
            Branching.sizeOf(request.tokens().input().getAsInt()), size -> new TreeMap<>())
        .merge(request.prefixBlocks().orElseThrow().size(), 1L, Long::sum);
  }

  private List<BlockCount> blockCounts() {
    List<BlockCount> told = new ArrayList<>();
    blockCounts.forEach(
        (size, counts) ->
            counts.forEach((blocks, count) -> told.add(new BlockCount(size, blocks, count))));
    return told;
  }

  /**
   * What was found; empty groups are left out.
   *
   * @param durationNanos of the source
   * @param counted whether the number of blocks is to be told, as lengths do not
   */
  public PrefixReuse reuse(long durationNanos, boolean counted) {
    List<PrefixReuse.SizeGroup> groups = sizes.values().stream().map(SizeCounts::group).toList();
    return new PrefixReuse(
        requests,
        trunk.startsAtRoot(),
        trunk.nodes(),
        groups,
        times.times(trunk.places(), durationNanos),
        counted ? blockCounts() : List.of(),
        elsewhere.recurrence());
  }
}
