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
import java.util.function.LongToIntFunction;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Gives the prompts of one class their blocks, in order of arrival. A prompt starts anew or
 * continues an earlier one as often as source prompts of its size did; a continuation copies the
 * depth, the gap and the parent's tail of a source example of its size, and takes the generated
 * prompt that fits them best as its parent. Only full blocks are shared. Prompts are planned by one
 * thread; another one may have the plans tell their blocks.
 */
public final class PrefixProcess {
  private final PrefixReuse reuse;
  private final BlockCounts counts;
  private final BlockIdSpace ids;
  private final double share;
  private final UniformRandomProvider random;
  private final PromptHistory history = new PromptHistory();

  /** By size, and the smallest size of each. */
  private final Group[] groups;

  private final int[] groupSizes;
  private final List<Prompt> trunk = new ArrayList<>();

  /** Prompts of any size that start anew. */
  private final Starts starts;

  private final LongToIntFunction clock;

  /** What prompts are after their beginnings. */
  private final PromptPlan.Completion rests;

  /**
   * Of this model.
   *
   * @param classNumber position of the class in the model
   * @param share of the class's requests that have blocks
   * @param clock the part of the source's time, as in {@link PrefixReuse.NodeTimes}, that stands
   *     for a time of the workload in nanoseconds
   */
  public PrefixProcess(
      PrefixReuse reuse,
      BlockScheme scheme,
      int classNumber,
      double share,
      BlockIdSpace ids,
      SeededStreams streams,
      LongToIntFunction clock) {
    this.reuse = reuse;
    this.counts =
        new BlockCounts(scheme, reuse.blockCounts(), streams.stream("blocks", classNumber));
    this.ids = ids;
    this.share = share;
    this.random = streams.stream("prefix", classNumber);
    groupSizes = reuse.sizes().stream().mapToInt(SizeGroup::minBlocks).toArray();
    groups = new Group[groupSizes.length];
    this.clock = clock;
    Optional<RecurringBlocks> elsewhere =
        reuse
            .elsewhere()
            .map(how -> new RecurringBlocks(how, ids, streams.stream("elsewhere", classNumber)));
    rests =
        elsewhere.<PromptPlan.Completion>map(recurring -> recurring::complete).orElse(this::own);
    trunk.add(Prompt.EMPTY);
    List<StartsAt> anywhere = new ArrayList<>();
    anywhere.add(new StartsAt(0, reuse.anew()));
    for (TrunkNode node : reuse.trunk()) {
      int position = trunk.size();
      trunk.add(trunk.get(node.parent()).then(BlockIdSpace.trunk(classNumber, position), 1));
      anywhere.add(new StartsAt(position, node.starts()));
    }
    starts = new Starts(anywhere, reuse.times());
    for (int i = 0; i < groups.length; i++) {
      SizeGroup size = reuse.sizes().get(i);
      Starts anew = size.anew().isEmpty() ? starts : new Starts(size.anew(), reuse.times());
      groups[i] = new Group(size, anew, random.nextDouble(), random.nextDouble());
    }
  }

  /** The draws of one size, spread evenly by the golden section and by √2. */
  private static final class Group {
    private static final double GOLDEN = 0.6180339887498949;
    private static final double SILVER = 0.41421356237309515;

    private final SizeGroup sizes;

    private final Starts starts;
    private double continues;
    private double donor;

    Group(SizeGroup sizes, Starts starts, double continues, double donor) {
      this.starts = starts;
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
  public record Linked(Optional<PromptPlan> prompt, OptionalInt parentMark) {}

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
  public PromptPlan apart(long arrivalNanos, int inputTokens, int mark) {
    return linked(arrivalNanos, inputTokens, mark).prompt().orElseThrow();
  }

  private Linked linked(long arrivalNanos, int inputTokens, int mark) {
    int blocks = counts.blocks(inputTokens);
    int full = counts.full(inputTokens, blocks);
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
    PromptPlan prompt =
        parent.isPresent()
            ? PromptPlan.after(
                history.continueFrom(parent.getAsLong(), depth), depth, blocks, full, rests)
            : PromptPlan.of(anew(arrivalNanos, full, group), blocks, full, rests);
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
  public PromptPlan follow(
      PromptPlan parent, int sharedBlocks, long arrivalNanos, int inputTokens, int mark) {
    int blocks = counts.blocks(inputTokens);
    int full = counts.full(inputTokens, blocks);
    int known = Math.min(full, Math.min(sharedBlocks, parent.blocks()));
    PromptPlan prompt = PromptPlan.after(parent, known, blocks, full, rests);
    history.add(arrivalNanos, prompt, full, mark);
    return prompt;
  }

  /** The blocks of the next prompt, if it shares them with nobody. */
  public Linked nextAlone(int inputTokens) {
    Optional<PromptPlan> prompt =
        random.nextDouble() >= share ? Optional.empty() : Optional.of(alone(inputTokens));
    return new Linked(prompt, OptionalInt.empty());
  }

  /** The blocks of a prompt that no other one shares. */
  public PromptPlan alone(int inputTokens) {
    return PromptPlan.of(Prompt.EMPTY, counts.blocks(inputTokens), 0, this::own);
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
  private Prompt anew(long arrivalNanos, int full, Group group) {
    int place = group.starts.draw(clock.applyAsInt(arrivalNanos), random.nextDouble());
    Prompt path = trunk.get(place);
    return path.prefix(Math.min(full, path.blocks()));
  }

  /** A rest that nobody has had before. */
  private Prompt own(Prompt beginning, int kept, int blocks, int full) {
    return beginning.continued(kept, ids.take(blocks - kept), blocks - kept);
  }
}
