package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Optional;

/**
 * How the prompts of one class share leading blocks. A prompt either starts anew (from the empty
 * prompt or from a node of the trunk) or continues an earlier prompt beyond the trunk.
 *
 * @param requestsWithBlocks source requests that have blocks
 * @param anew source requests that start from the empty prompt
 * @param trunk prompts' beginnings that so many requests share that they are known by themselves
 * @param sizes by the prompt's size in blocks, ascending, the first from 0
 * @param times when prompts start anew at each place of the trunk; empty where that is the same all
 *     the time, and in models before version 3
 * @param blockCounts how many blocks prompts of a length have, ascending by length and blocks;
 *     empty where their scheme tells, and in models before version 3
 * @param elsewhere how blocks recur behind other beginnings; absent where they do not, and in
 *     models before version 3
 */
public record PrefixReuse(
    long requestsWithBlocks,
    long anew,
    List<TrunkNode> trunk,
    List<SizeGroup> sizes,
    List<NodeTimes> times,
    List<BlockCount> blockCounts,
    Optional<Recurrence> elsewhere) {

  /** Parts of the source's time that {@link NodeTimes} are told in. */
  public static final int CLOCKS = 4096;

  /** One whose trunk is the same all the time and whose blocks do not recur elsewhere. */
  public PrefixReuse(
      long requestsWithBlocks, long anew, List<TrunkNode> trunk, List<SizeGroup> sizes) {
    this(requestsWithBlocks, anew, trunk, sizes, List.of(), List.of(), Optional.empty());
  }

  /** The part of the source's time that {@code nanos} of {@code durationNanos} lies in. */
  public static int clockOf(long nanos, long durationNanos) {
    return (int) Math.min(CLOCKS - 1, nanos / (durationNanos + 1.0) * CLOCKS);
  }

  /** The same reuse of other places of the trunk and sizes. */
  public PrefixReuse with(long anewStarts, List<TrunkNode> nodes, List<SizeGroup> groups) {
    return new PrefixReuse(
        requestsWithBlocks, anewStarts, nodes, groups, times, blockCounts, elsewhere);
  }

  /**
   * Prompts of about one length that have as many blocks.
   *
   * @param size {@link Branching#sizeOf} their tokens
   * @param blocks the blocks
   * @param prompts how many there are
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"size", "blocks", "prompts"})
  public record BlockCount(int size, int blocks, long prompts) {

    public BlockCount {
      if (size < 0 || blocks < 0 || prompts < 1) {
        throw new IllegalArgumentException(prompts + " prompts of " + blocks + " blocks");
      }
    }
  }

  /**
   * When prompts start anew at one place of the trunk.
   *
   * @param node the last block of the trunk that they have, as a position in the list counted from
   *     1; 0 where they have none
   * @param ends parts of the source's time, {@value #CLOCKS} in all: an equal share of the prompts
   *     starts between each two
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"node", "ends"})
  public record NodeTimes(int node, List<Integer> ends) {

    public NodeTimes {
      ends = List.copyOf(ends);
      if (ends.size() < 2 || ends.get(0) < 0 || ends.get(ends.size() - 1) > CLOCKS) {
        throw new IllegalArgumentException("times of a block of the trunk out of the source's");
      }
      for (int i = 1; i < ends.size(); i++) {
        if (ends.get(i) < ends.get(i - 1)) {
          throw new IllegalArgumentException("times of a block of the trunk that go back");
        }
      }
    }

    /** Starts for each part of the time at {@code clock}, if there is one in all. */
    public double density(int clock) {
      double density = 0;
      for (int i = 1; i < ends.size(); i++) {
        int from = ends.get(i - 1);
        int to = Math.max(from + 1, ends.get(i));
        if (clock >= from && clock < to) {
          density += 1.0 / (to - from);
        }
      }
      return density / (ends.size() - 1);
    }
  }

  /**
   * A block of the trunk.
   *
   * @param parent the block before it, as a position in the list counted from 1; 0 is the start of
   *     the prompt
   * @param starts source requests that leave the trunk right after it and start anew there
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"parent", "starts"})
  public record TrunkNode(int parent, long starts) {}

  /**
   * Prompts of about one size.
   *
   * @param minBlocks smallest size, in blocks; the largest is the next group's smallest - 1
   * @param requests source requests of the size
   * @param continuations those of them that continue an earlier prompt
   * @param donors examples of them
   * @param anew where in the trunk the others start; empty where that does not depend on the size
   */
  public record SizeGroup(
      int minBlocks,
      long requests,
      long continuations,
      List<Continuation> donors,
      List<StartsAt> anew) {

    /** A group whose prompts start anew where those of all sizes do. */
    public SizeGroup(int minBlocks, long requests, long continuations, List<Continuation> donors) {
      this(minBlocks, requests, continuations, donors, List.of());
    }

    public SizeGroup {
      donors = List.copyOf(donors);
      anew = anew == null ? List.of() : List.copyOf(anew);
      if (continuations > requests || (continuations > 0 && donors.isEmpty())) {
        throw new IllegalArgumentException(
            continuations + " continuations of " + requests + " requests, by no example");
      }
    }
  }

  /**
   * Prompts of a size that start anew at one place.
   *
   * @param node the last block of the trunk that they have, as a position in the list counted from
   *     1; 0 where they have none
   * @param count source requests
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"node", "count"})
  public record StartsAt(int node, long count) {}

  /**
   * A source request that continues an earlier one: its parent is the most recent request that has
   * the deepest block that matched.
   *
   * @param blocks blocks of the request
   * @param matched leading blocks that earlier requests have too
   * @param parentTail blocks of the parent after those
   * @param gapMillis from the parent's arrival
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"blocks", "matched", "parent_tail", "gap_millis"})
  public record Continuation(int blocks, int matched, int parentTail, long gapMillis) {

    public Continuation {
      if (matched < 1 || matched > blocks || parentTail < 0 || gapMillis < 0) {
        throw new IllegalArgumentException(
            matched + " of " + blocks + " blocks matched, expected 1 or more of them");
      }
    }
  }

  public PrefixReuse {
    trunk = List.copyOf(trunk);
    sizes = List.copyOf(sizes);
    blockCounts = blockCounts == null ? List.of() : List.copyOf(blockCounts);
    times = times == null ? List.of() : List.copyOf(times);
    elsewhere = elsewhere == null ? Optional.empty() : elsewhere;
    for (NodeTimes node : times) {
      if (node.node() < 0 || node.node() > trunk.size()) {
        throw new IllegalArgumentException("times of block " + node.node() + ", not of the trunk");
      }
    }
    for (int i = 0; i < trunk.size(); i++) {
      if (trunk.get(i).parent() < 0 || trunk.get(i).parent() > i) {
        throw new IllegalArgumentException("trunk block " + (i + 1) + " comes before its parent");
      }
    }
    if (sizes.isEmpty() || sizes.get(0).minBlocks() != 0) {
      throw new IllegalArgumentException("sizes do not begin at 0 blocks");
    }
  }

  /** Share of the prompts that continue an earlier one; 0 without prompts. */
  public double continuedShare() {
    long requests = sizes.stream().mapToLong(SizeGroup::requests).sum();
    long continued = sizes.stream().mapToLong(SizeGroup::continuations).sum();
    return requests == 0 ? 0 : (double) continued / requests;
  }
}
