package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/**
 * How the prompts of one class share leading blocks. A prompt either starts anew (from the empty
 * prompt or from a node of the trunk) or continues an earlier prompt beyond the trunk.
 *
 * @param requestsWithBlocks source requests that have blocks
 * @param anew source requests that start from the empty prompt
 * @param trunk prompts' beginnings that so many requests share that they are known by themselves
 * @param sizes by the prompt's size in blocks, ascending, the first from 0
 */
public record PrefixReuse(
    long requestsWithBlocks, long anew, List<TrunkNode> trunk, List<SizeGroup> sizes) {

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
