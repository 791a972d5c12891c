package dev.facsimile.synth.generate;

import dev.facsimile.synth.course.Course;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.PrefixReuse;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.synth.prefix.BlockIdSpace;
import dev.facsimile.synth.prefix.PrefixProcess;
import dev.facsimile.synth.prefix.PrefixProcess.Linked;
import dev.facsimile.synth.prefix.PromptPlan;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongToIntFunction;
import org.apache.commons.rng.UniformRandomProvider;

/** The blocks of each row's prompt, in order of arrival. */
final class Prompts {
  private static final Linked WITHOUT = new Linked(Optional.empty(), OptionalInt.empty());

  private final List<Optional<PrefixProcess>> processes = new ArrayList<>();

  /** By class and combination: whether a cache may serve such rows. */
  private final boolean[][] eligible;

  private final boolean inheritOrigin;
  private final int blockTokens;
  private final double turnReuse;
  private final UniformRandomProvider reuse;

  Prompts(TrafficModel model, long seed, Course course) {
    SeededStreams streams = new SeededStreams(seed);
    this.turnReuse = course.turnReuse();
    this.reuse = streams.stream("turns/reuse");
    this.blockTokens = model.cut().map(BlockScheme::blockTokens).orElse(1);
    // In a trace whose ids hold within one tenant or session, a parent is of the same origin.
    this.inheritOrigin =
        model.blocks().filter(blocks -> blocks.scope() != BlockScheme.Scope.GLOBAL).isPresent();
    BlockIdSpace ids = new BlockIdSpace(seed);
    eligible = new boolean[model.classes().size()][];
    for (int i = 0; i < eligible.length; i++) {
      processes.add(process(model, i, ids, streams, course));
      List<Mix.Combination> combinations = model.classes().get(i).mix().combinations();
      eligible[i] = new boolean[combinations.size()];
      for (int j = 0; j < eligible[i].length; j++) {
        eligible[i][j] = combinations.get(j).cacheEligible().orElse(true);
      }
    }
  }

  private static Optional<PrefixProcess> process(
      TrafficModel model, int number, BlockIdSpace ids, SeededStreams streams, Course course) {
    ClassModel stratum = model.classes().get(number);
    if (stratum.prefix().isEmpty() || model.cut().isEmpty()) {
      return Optional.empty();
    }
    double share =
        (double) stratum.prefix().get().requestsWithBlocks() / Math.max(1, stratum.sessionStarts());
    long source = model.source().durationNanos();
    LongToIntFunction clock =
        course
            .clock()
            .<LongToIntFunction>map(c -> nanos -> PrefixReuse.clockOf(c.sourceNanos(nanos), source))
            .orElse(nanos -> PrefixReuse.clockOf(nanos % source, source));
    return Optional.of(
        new PrefixProcess(
            stratum.prefix().get(), model.cut().get(), number, share, ids, streams, clock));
  }

  /** That of a session's start, and the combination of the prompt that it continues, if any. */
  Linked start(int classNumber, long arrivalNanos, int inputTokens, int combination) {
    Optional<PrefixProcess> process = processes.get(classNumber);
    if (process.isEmpty()) {
      return WITHOUT;
    }
    Linked linked =
        eligible[classNumber][combination]
            ? process.get().next(arrivalNanos, inputTokens, combination)
            : process.get().nextAlone(inputTokens);
    return inheritOrigin ? linked : new Linked(linked.prompt(), OptionalInt.empty());
  }

  /** That of a turn. */
  Optional<PromptPlan> turn(Planned turn, int combination) {
    Optional<PromptPlan> parent = turn.parentRow().prompt();
    Optional<PrefixProcess> process = processes.get(turn.ask().classNumber());
    int shared = shared(turn);
    return parent.isEmpty() || process.isEmpty()
        ? Optional.empty()
        : Optional.of(turn(process.get(), turn.ask(), parent.get(), shared, combination));
  }

  /** Rows that no cache may serve share blocks with nobody. */
  private PromptPlan turn(
      PrefixProcess process, Planned.Ask ask, PromptPlan parent, int shared, int combination) {
    if (!eligible[ask.classNumber()][combination]) {
      return process.alone(ask.inputTokens());
    }
    return shared == 0
        ? process.apart(ask.arrivalNanos(), ask.inputTokens(), combination)
        : process.follow(parent, shared, ask.arrivalNanos(), ask.inputTokens(), combination);
  }

  /** The blocks that a turn has in common with the prompt before it. */
  private int shared(Planned turn) {
    int own = turn.sharedBlocks();
    if (turnReuse == 0) {
      return own;
    }
    if (turnReuse < 0) {
      return reuse.nextDouble() < -turnReuse ? 0 : own;
    }
    int before = turn.parent().orElseThrow().ask().inputTokens();
    int all = Math.min(before, turn.ask().inputTokens()) / blockTokens;
    return own + (int) StrictMath.round(turnReuse * Math.max(0, all - own));
  }

  /** That of a prompt of no session, which nobody shares. */
  Optional<PromptPlan> alone(int classNumber, int inputTokens) {
    return processes.get(classNumber).map(process -> process.alone(inputTokens));
  }

  /** The first combination of a class that a cache may serve, or its last. */
  int eligibleCombination(int classNumber) {
    int combination = 0;
    while (combination < eligible[classNumber].length - 1 && !eligible[classNumber][combination]) {
      combination++;
    }
    return combination;
  }
}
