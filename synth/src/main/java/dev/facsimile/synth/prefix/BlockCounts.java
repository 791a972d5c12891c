package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.PrefixReuse.BlockCount;
import dev.facsimile.trace.header.BlockScheme;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;

/** How many blocks a prompt has: as its scheme says, or as the source's prompts of its length. */
final class BlockCounts {
  private final BlockScheme scheme;
  private final NavigableMap<Integer, OfSize> bySize = new TreeMap<>();

  /** By size, up to the largest. */
  private final OfSize[] nearest;

  private final UniformRandomProvider random;

  private static final class OfSize {
    private int[] blocks = {};
    private long[] prompts = {};

    void add(BlockCount count) {
      int end = blocks.length;
      blocks = Arrays.copyOf(blocks, end + 1);
      prompts = Arrays.copyOf(prompts, end + 1);
      blocks[end] = count.blocks();
      prompts[end] = count.prompts() + (end == 0 ? 0 : prompts[end - 1]);
    }

    int draw(double uniform) {
      long target = (long) (uniform * prompts[prompts.length - 1]);
      int place = Arrays.binarySearch(prompts, target + 1);
      return blocks[place >= 0 ? place : -place - 1];
    }
  }

  /**
   * Of these counts.
   *
   * @param counts empty where the scheme tells
   */
  BlockCounts(BlockScheme scheme, List<BlockCount> counts, UniformRandomProvider random) {
    this.scheme = scheme;
    this.random = random;
    counts.forEach(count -> bySize.computeIfAbsent(count.size(), s -> new OfSize()).add(count));
    nearest = new OfSize[bySize.isEmpty() ? 0 : bySize.lastKey() + 1];
    Arrays.setAll(nearest, this::nearest);
  }

  /** The blocks of a prompt. */
  int blocks(int inputTokens) {
    if (bySize.isEmpty()) {
      return scheme.blocksOf(inputTokens);
    }
    int size = Math.min(nearest.length - 1, Branching.sizeOf(inputTokens));
    return nearest[size].draw(random.nextDouble());
  }

  private OfSize nearest(int size) {
    Map.Entry<Integer, OfSize> below = bySize.floorEntry(size);
    Map.Entry<Integer, OfSize> above = bySize.ceilingEntry(size);
    boolean nearer =
        below == null || (above != null && above.getKey() - size < size - below.getKey());
    return (nearer ? above : below).getValue();
  }

  /** Those of them that another prompt may have too: blocks of no fixed size are always full. */
  int full(int inputTokens, int blocks) {
    return bySize.isEmpty() ? inputTokens / scheme.blockTokens() : blocks;
  }
}
