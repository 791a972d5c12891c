package dev.facsimile.synth.share;

import dev.facsimile.synth.model.Branching;
import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.BlockCount;
import dev.facsimile.synth.model.PrefixReuse.Continuation;
import dev.facsimile.synth.model.PrefixReuse.NodeTimes;
import dev.facsimile.synth.model.PrefixReuse.SizeGroup;
import dev.facsimile.synth.model.PrefixReuse.StartsAt;
import dev.facsimile.synth.model.PrefixReuse.TrunkNode;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.rng.UniformRandomProvider;

/** The prefix reuse of a class with a minimum count behind every number. */
final class SharedPrefixes {
  private static final int MOST_EXAMPLES = 64;
  private static final int PARTS_OF_OCTAVE = 4;

  /** Tails of a parent up to here are told as they are. */
  private static final int SHORT_TAIL = 8;

  /** Unmatched ends up to here are kept as they are when prompts are drawn. */
  private static final int SHORT_END = 2;

  private static final int SHARES = 64;

  /** Times are told in steps of so many parts. */
  private static final int CLOCK_STEP = PrefixReuse.CLOCKS / 256;

  private static final double[] WEIGHTS = {1, 4, 1, 1};
  private static final int[] STEPS = {1, 1, 1, 1};

  private final int minCount;

  /** By block of the trunk, from 0: the one before it, counted from 1. */
  private int[] parents = {};

  private final UniformRandomProvider random = new SeededStreams(0).stream("share/prefixes");

  SharedPrefixes(int minCount) {
    this.minCount = minCount;
  }

  PrefixReuse of(PrefixReuse reuse) {
    long[] starts = starts(reuse);
    List<TrunkNode> trunk = new ArrayList<>();
    for (int i = 0; i < reuse.trunk().size(); i++) {
      trunk.add(new TrunkNode(reuse.trunk().get(i).parent(), starts[i + 1]));
    }
    parents = trunk.stream().mapToInt(TrunkNode::parent).toArray();
    return new PrefixReuse(
        reuse.requestsWithBlocks(),
        starts[0],
        trunk,
        sizes(reuse.sizes()),
        reuse.times().stream().flatMap(node -> times(node, starts).stream()).toList(),
        blockCounts(reuse.blockCounts()),
        reuse.elsewhere().flatMap(how -> new SharedRecurrence(minCount).of(how)));
  }

  /** Numbers of blocks with less are told as the most common one of their length, or not at all. */
  private List<BlockCount> blockCounts(List<BlockCount> counts) {
    Map<Integer, List<BlockCount>> bySize =
        counts.stream()
            .collect(Collectors.groupingBy(BlockCount::size, TreeMap::new, Collectors.toList()));
    List<BlockCount> told = new ArrayList<>();
    for (List<BlockCount> ofSize : bySize.values()) {
      long all = ofSize.stream().mapToLong(BlockCount::prompts).sum();
      long kept = ofSize.stream().mapToLong(BlockCount::prompts).filter(n -> n >= minCount).sum();
      BlockCount most = Collections.max(ofSize, Comparator.comparingLong(BlockCount::prompts));
      if (kept > 0) {
        for (BlockCount count : ofSize) {
          long more = count == most ? all - kept : 0;
          if (count.prompts() >= minCount) {
            told.add(new BlockCount(count.size(), count.blocks(), count.prompts() + more));
          }
        }
      }
    }
    return told;
  }

  /** Times of a place with the count between each two, outwards to whole steps. */
  private Optional<NodeTimes> times(NodeTimes node, long[] starts) {
    List<Integer> ends = node.ends();
    int cells = ends.size() - 1;
    long most = starts[node.node()] / minCount;
    if (most == 0) {
      return Optional.empty();
    }
    int told = (int) Math.min(cells, most);
    List<Integer> fewer = new ArrayList<>();
    for (int i = 0; i <= told; i++) {
      int end = ends.get((int) ((long) i * cells / told));
      int down = end / CLOCK_STEP * CLOCK_STEP;
      fewer.add(i < told ? down : Math.min(PrefixReuse.CLOCKS, down + CLOCK_STEP));
    }
    return Optional.of(new NodeTimes(node.node(), fewer));
  }

  /** Starts after a block that are too few are told of the block before it; [0] is the root. */
  private long[] starts(PrefixReuse reuse) {
    long[] starts = new long[reuse.trunk().size() + 1];
    starts[0] = reuse.anew();
    for (int i = 0; i < reuse.trunk().size(); i++) {
      starts[i + 1] = reuse.trunk().get(i).starts();
    }
    moveUp(starts, reuse.trunk().stream().mapToInt(TrunkNode::parent).toArray());
    if (starts[0] > 0 && starts[0] < minCount && starts.length > 1) {
      int most = 1;
      for (int i = 1; i < starts.length; i++) {
        most = starts[i] > starts[most] ? i : most;
      }
      starts[most] += starts[0];
      starts[0] = 0;
    }
    return starts;
  }

  private void moveUp(long[] starts, int[] parentOf) {
    for (int i = starts.length - 1; i > 0; i--) {
      if (starts[i] < minCount) {
        starts[parentOf[i - 1]] += starts[i];
        starts[i] = 0;
      }
    }
  }

  private List<StartsAt> anew(List<SizeGroup> open) {
    long[] starts = new long[parents.length + 1];
    open.forEach(size -> size.anew().forEach(at -> starts[at.node()] += at.count()));
    moveUp(starts, parents);
    List<StartsAt> told = new ArrayList<>();
    for (int node = 0; node < starts.length; node++) {
      if (starts[node] >= minCount) {
        told.add(new StartsAt(node, starts[node]));
      }
    }
    return told;
  }

  /** Sizes are joined until they have the count, of continuations too where there are any. */
  private List<SizeGroup> sizes(List<SizeGroup> sizes) {
    List<SizeGroup> joined = new ArrayList<>();
    List<SizeGroup> open = new ArrayList<>();
    for (SizeGroup size : sizes) {
      open.add(size);
      if (enough(open)) {
        joined.add(join(open));
        open = new ArrayList<>();
      }
    }
    if (!open.isEmpty()) {
      joined.add(join(open));
    }
    return joined;
  }

  private boolean enough(List<SizeGroup> open) {
    long requests = open.stream().mapToLong(SizeGroup::requests).sum();
    long continuations = open.stream().mapToLong(SizeGroup::continuations).sum();
    return requests >= minCount && (continuations == 0 || examples(open).size() >= minCount);
  }

  private static List<Continuation> examples(List<SizeGroup> open) {
    return open.stream().flatMap(size -> size.donors().stream()).toList();
  }

  private SizeGroup join(List<SizeGroup> open) {
    long requests = open.stream().mapToLong(SizeGroup::requests).sum();
    long continuations = open.stream().mapToLong(SizeGroup::continuations).sum();
    List<Continuation> examples = examples(open);
    boolean told = examples.size() >= minCount;
    return new SizeGroup(
        open.get(0).minBlocks(),
        requests,
        told ? continuations : 0,
        told ? drawn(examples) : List.of(),
        anew(open));
  }

  private List<Continuation> drawn(List<Continuation> examples) {
    List<List<int[]>> groups =
        Boxes.of(
            examples.stream().map(SharedPrefixes::point).toList(),
            WEIGHTS,
            group -> group.size() >= minCount);
    Draws draws = new Draws(STEPS, random);
    List<Continuation> drawn = new ArrayList<>();
    double each = Math.min(1, (double) MOST_EXAMPLES / examples.size());
    double due = 0.5;
    for (List<int[]> group : groups) {
      due += each * group.size();
      int count = (int) due;
      due -= count;
      draws.of(group, count).forEach(point -> drawn.add(continuation(point)));
    }
    drawn.sort(
        Comparator.comparingDouble(
            continuation -> (double) continuation.matched() / continuation.blocks()));
    return drawn;
  }

  /**
   * Size of the prompt, what of it did not match (whole blocks, or more than those and a share),
   * the parent's tail, the gap.
   */
  private static int[] point(Continuation example) {
    int end = example.blocks() - example.matched();
    int matched =
        end <= SHORT_END
            ? -end
            : -SHORT_END - SHARES + (int) ((long) SHARES * example.matched() / example.blocks());
    return new int[] {
      Branching.sizeOf(example.blocks()),
      matched,
      example.parentTail() <= SHORT_TAIL
          ? example.parentTail()
          : SHORT_TAIL + Branching.sizeOf(example.parentTail()),
      Branching.sizeOf((int) Math.min(Integer.MAX_VALUE - 1, example.gapMillis()))
    };
  }

  private Continuation continuation(int[] point) {
    int blocks = Math.max(1, within(point[0]));
    int matched =
        point[1] >= -SHORT_END
            ? blocks + point[1]
            : (int) Math.round((double) blocks * (point[1] + SHORT_END + SHARES) / SHARES);
    return new Continuation(
        blocks,
        Math.max(1, Math.min(blocks, matched)),
        point[2] <= SHORT_TAIL ? point[2] : within(point[2] - SHORT_TAIL),
        within(point[3]));
  }

  /** A number of about this size. */
  private int within(int size) {
    double exponent = (size + random.nextDouble()) / PARTS_OF_OCTAVE;
    return (int) Math.max(0, StrictMath.round(StrictMath.pow(2, exponent) - 1));
  }
}
