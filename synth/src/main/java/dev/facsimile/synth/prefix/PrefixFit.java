package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.PrefixReuse;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Fits the prefix reuse of one class, of which the trunk is known, to how its prompts stand to
 * earlier ones, in order of arrival.
 */
public final class PrefixFit {
  private static final int FEWEST_RECURRENCES = 50;

  private final Trunk trunk;
  private final NavigableMap<Integer, SizeCounts> sizes = new TreeMap<>();

  /** By place of the trunk: prompts that start anew there. */
  private final long[] starts;

  private final TrunkTimes times = new TrunkTimes();
  private final RecurrenceFit elsewhere;
  private boolean seen;

  /**
   * Of no requests yet.
   *
   * @param minCount fewest prompts that a block which is told of is in
   */
  public PrefixFit(int minCount, Trunk trunk) {
    this.trunk = trunk;
    starts = new long[trunk.places()];
    elsewhere = new RecurrenceFit(Math.max(FEWEST_RECURRENCES, minCount));
    sizes.put(0, new SizeCounts(0));
  }

  /** Whether there was a prompt with blocks that is not the next turn of the one before. */
  public boolean seen() {
    return seen;
  }

  /**
   * Takes a prompt that has more leading blocks in common with an earlier one than the trunk.
   *
   * @param blocks that it has
   * @param matched those in common
   * @param parentTail blocks that the earlier one has after those
   * @param gapMillis time from the earlier one
   */
  public void continued(int blocks, int matched, int parentTail, long gapMillis) {
    size(blocks).continuation(new PrefixReuse.Continuation(blocks, matched, parentTail, gapMillis));
  }

  /**
   * Takes a prompt that starts anew.
   *
   * @param blocks that it has
   * @param place after which block of the trunk; 0 is none
   */
  public void anew(int blocks, int place, long arrivalNanos) {
    starts[place]++;
    size(blocks).startAnew(place);
    times.add(place, arrivalNanos);
  }

  private SizeCounts size(int blocks) {
    seen = true;
    return sizes.computeIfAbsent(SizeCounts.groupOf(blocks), SizeCounts::new);
  }

  /**
   * Takes the blocks of a prompt that follow those that it shares and the trunk, where ids hold
   * everywhere: the ids from one place up to another.
   */
  public void rest(long[] ids, int from, int to) {
    elsewhere.add(ids, from, to);
  }

  /**
   * What was found; empty groups are left out.
   *
   * @param durationNanos of the source
   * @param counts of all prompts
   */
  public PrefixReuse reuse(long durationNanos, PrefixSizes counts) {
    List<PrefixReuse.SizeGroup> groups = sizes.values().stream().map(SizeCounts::group).toList();
    return new PrefixReuse(
        counts.starts(),
        starts[0],
        trunk.nodes(starts),
        groups,
        times.times(trunk.places(), durationNanos),
        counts.blockCounts(),
        elsewhere.recurrence());
  }
}
