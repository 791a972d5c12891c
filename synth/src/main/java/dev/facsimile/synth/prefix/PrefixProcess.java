package dev.facsimile.synth.prefix;

import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.PrefixReuse.Continuation;
import dev.facsimile.synth.model.PrefixReuse.SizeGroup;
import dev.facsimile.synth.model.PrefixReuse.StartsAt;
import dev.facsimile.synth.model.PrefixReuse.TrunkNode;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Gives the prompts of one class their blocks, in order of arrival. A prompt starts anew or
 * continues an earlier one as often as source prompts of its size did; a continuation copies the
 * depth, the gap and the parent's tail of a source example of its size, and takes the generated
 * prompt that fits them best as its parent. Only full blocks are shared.
 */
public final class PrefixProcess {
  private final PrefixReuse reuse;
  private final BlockScheme scheme;
  private final BlockIdSpace ids;
  private final int blockTokens;
  private final double share;
  private final UniformRandomProvider random;
  private final PromptHistory history = new PromptHistory();

  /** By size, and the smallest size of each. */
  private final Group[] groups;

  private final int[] groupSizes;
  private final List<Prompt> trunk = new ArrayList<>();
  private final long[] starts;

  /**
   * Of this model.
   *
   * @param classNumber position of the class in the model
   * @param share of the class's requests that have blocks
   */
  public PrefixProcess(
      PrefixReuse reuse,
      BlockScheme scheme,
      int classNumber,
      double share,
      BlockIdSpace ids,
      SeededStreams streams) {
    this.reuse = reuse;
    this.scheme = scheme;
    this.blockTokens = scheme.blockTokens();
    this.ids = ids;
    this.share = share;
    this.random = streams.stream("prefix", classNumber);
    groupSizes = reuse.sizes().stream().mapToInt(SizeGroup::minBlocks).toArray();
    groups = new Group[groupSizes.length];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = new Group(reuse.sizes().get(i), random.nextDouble(), random.nextDouble());
    }
    starts = new long[reuse.trunk().size() + 1];
    starts[0] = reuse.anew();
    trunk.add(Prompt.EMPTY);
    for (TrunkNode node : reuse.trunk()) {
      int position = trunk.size();
      trunk.add(trunk.get(node.parent()).then(BlockIdSpace.trunk(classNumber, position), 1));
      starts[position] = starts[position - 1] + node.starts();
    }
  }

  /** The draws of one size, spread evenly by the golden section and by √2. */
  private static final class Group {
    private static final double GOLDEN = 0.6180339887498949;
    private static final double SILVER = 0.41421356237309515;

    private final SizeGroup sizes;

    /** Places of the trunk where prompts of the size start anew, and their counts summed. */
    private final int[] nodes;

    private final long[] starts;
    private double continues;
    private double donor;

    Group(SizeGroup sizes, double continues, double donor) {
      nodes = sizes.anew().stream().mapToInt(StartsAt::node).toArray();
      starts = sizes.anew().stream().mapToLong(StartsAt::count).toArray();
      Arrays.parallelPrefix(starts, Long::sum);
      this.sizes = sizes;
      this.continues = continues;
      this.donor = donor;
    }

    Optional<Continuation> next() {
      continues = (continues + GOLDEN) % 1;
      if (continues * sizes.requests() >= sizes.continuations()) {
        return Optional.empty();
      }
      donor = (donor + SILVER) % 1;
      return Optional.of(sizes.donors().get((int) (donor * sizes.donors().size())));
    }
  }

  /**
   * A prompt's blocks.
   *
   * @param prompt they; absent for a request without blocks
   * @param parentMark the mark of the prompt that it continues, if it does
   */
  public record Linked(Optional<Prompt> prompt, OptionalInt parentMark) {}

  /**
   * The blocks of the next prompt.
   *
   * @param arrivalNanos its arrival, not before that of the prompt before
   * @param inputTokens its length
   * @param mark to be told to the prompts that continue it, which inherit it
   */
  public Linked next(long arrivalNanos, int inputTokens, int mark) {
    return random.nextDouble() >= share
        ? new Linked(Optional.empty(), OptionalInt.empty())
        : linked(arrivalNanos, inputTokens, mark);
  }

  /** The blocks of a turn that does not continue the prompt before it; as {@link #next}. */
  public Prompt apart(long arrivalNanos, int inputTokens, int mark) {
    return linked(arrivalNanos, inputTokens, mark).prompt().orElseThrow();
  }

  private Linked linked(long arrivalNanos, int inputTokens, int mark) {
    int blocks = scheme.blocksOf(inputTokens);
    int full = inputTokens / blockTokens;
    Group group = group(blocks);
    Optional<Continuation> donor = group.next();
    OptionalLong parent = OptionalLong.empty();
    int depth = 0;
    if (donor.isPresent() && full > 0) {
      depth = depth(donor.get(), blocks, full);
      long target = arrivalNanos - donor.get().gapMillis() * 1_000_000;
      parent = history.find(target, depth, donor.get().parentTail());
    }
    OptionalInt parentMark =
        parent.isPresent() ? OptionalInt.of(history.mark(parent.getAsLong())) : OptionalInt.empty();
    Prompt known =
        parent.isPresent() ? history.continueFrom(parent.getAsLong(), depth) : anew(full, group);
    int fresh = blocks - known.blocks();
    Prompt prompt = known.then(ids.take(fresh), fresh);
    history.add(arrivalNanos, prompt, full, parentMark.orElse(mark));
    return new Linked(Optional.of(prompt), parentMark);
  }

  /**
   * The blocks of a turn that continues a prompt.
   *
   * @param parent the prompt
   * @param sharedBlocks leading blocks of it that the turn has too
   * @param arrivalNanos the turn's arrival, not before that of the prompt before
   * @param inputTokens its length
   * @param mark to be told to the prompts that continue it
   */
  public Prompt follow(
      Prompt parent, int sharedBlocks, long arrivalNanos, int inputTokens, int mark) {
    int full = inputTokens / blockTokens;
    int known = Math.min(full, Math.min(sharedBlocks, parent.blocks()));
    int fresh = scheme.blocksOf(inputTokens) - known;
    Prompt prompt = parent.continued(known, ids.take(fresh), fresh);
    history.add(arrivalNanos, prompt, full, mark);
    return prompt;
  }

  /** The blocks of the next prompt, if it shares them with nobody. */
  public Linked nextAlone(int inputTokens) {
    Optional<Prompt> prompt =
        random.nextDouble() >= share ? Optional.empty() : Optional.of(alone(inputTokens));
    return new Linked(prompt, OptionalInt.empty());
  }

  /** The blocks of a prompt that no other one shares. */
  public Prompt alone(int inputTokens) {
    int blocks = scheme.blocksOf(inputTokens);
    return Prompt.EMPTY.then(ids.take(blocks), blocks);
  }

  private Group group(int blocks) {
    int place = Arrays.binarySearch(groupSizes, blocks);
    return groups[place >= 0 ? place : -place - 2];
  }

  /** A short unmatched end is kept as it is, a longer one in proportion. */
  private static int depth(Continuation donor, int blocks, int full) {
    int tail = donor.blocks() - donor.matched();
    long depth =
        tail <= 2
            ? blocks - (long) tail
            : StrictMath.round((double) blocks * donor.matched() / donor.blocks());
    return (int) Math.max(1, Math.min(full, depth));
  }

  /** A beginning from the trunk, as often as in the source, cut to {@code full} blocks. */
  private Prompt anew(int full, Group group) {
    long[] cumulative = group.starts.length == 0 ? starts : group.starts;
    double target = random.nextDouble() * cumulative[cumulative.length - 1];
    int low = 0;
    int high = cumulative.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    Prompt path = trunk.get(group.starts.length == 0 ? low : group.nodes[low]);
    return path.prefix(Math.min(full, path.blocks()));
  }
}
