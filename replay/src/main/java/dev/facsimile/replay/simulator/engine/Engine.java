package dev.facsimile.replay.simulator.engine;

import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * One replica. Whoever drives it submits sequences, asks when the step in flight ends, and advances
 * it then; nothing happens in between. With asynchronous scheduling the step after the one that
 * starts is decided at that moment, so that a sequence which arrives later waits for both.
 *
 * <p>Holds its sequences and its memory's table. For one thread.
 */
public final class Engine {
  private final EngineLimits limits;
  private final StepCost cost;
  private final double jitter;
  private final LongToDoubleFunction slowdown;
  private final UniformRandomProvider random;
  private final EngineListener listener;

  private KvCache cache;
  private Scheduler scheduler;
  private Optional<Batch> current = Optional.empty();
  private Optional<Batch> next = Optional.empty();
  private long endNanos;
  private long preemptionsBefore;
  private long queriedBefore;
  private long hitsBefore;
  private long prefillTokens;
  private long generatedTokens;
  private long steps;
  private long busyNanos;

  /**
   * An idle engine.
   *
   * @param jitter standard deviation of a step's time relative to its cost; 0 for none
   * @param slowdown factor on the time of a step that starts at a given time, 1 for none
   * @param random draws of jitter and drafts
   * @param listener who hears of output
   */
  public Engine(
      EngineLimits limits,
      StepCost cost,
      double jitter,
      LongToDoubleFunction slowdown,
      UniformRandomProvider random,
      EngineListener listener) {
    if (!(jitter >= 0 && jitter < 1)) {
      throw new IllegalArgumentException("jitter is " + jitter + ", expected 0 or more, below 1");
    }
    this.limits = limits;
    this.cost = cost;
    this.jitter = jitter;
    this.slowdown = slowdown;
    this.random = random;
    this.listener = listener;
    restart();
  }

  /** An engine without jitter and slowdown. */
  public Engine(EngineLimits limits, StepCost cost, long seed, EngineListener listener) {
    this(limits, cost, 0, at -> 1, new SeededStreams(seed).stream("engine"), listener);
  }

  private void restart() {
    cache = new KvCache(limits);
    scheduler = new Scheduler(limits, cache, this::acceptedDraft);
  }

  public EngineLimits limits() {
    return limits;
  }

  /** The KV memory. */
  public KvCache cache() {
    return cache;
  }

  /**
   * Queues a sequence; it starts when {@link #pump} is called or the step in flight has ended.
   *
   * @return false if the queue is full
   * @throws IllegalArgumentException if it is longer than the engine takes
   */
  public boolean submit(Sequence sequence, long nowNanos) {
    if (sequence.promptTokens() + sequence.outputTokens() > limits.longestSequence()) {
      throw new IllegalArgumentException(
          "sequence of "
              + sequence.promptTokens()
              + " + "
              + sequence.outputTokens()
              + " tokens, expected at most "
              + limits.longestSequence());
    }
    sequence.arrived(nowNanos);
    return scheduler.queue(sequence);
  }

  /** A sequence that is about to come goes on from a turn that was answered here. */
  public void continues(AnsweredTurn turn, Sequence next) {
    cache.rename(turn, next);
  }

  /** Starts a step if none is in flight and there is work. */
  public void pump(long nowNanos) {
    if (current.isPresent()) {
      return;
    }
    start(decide(nowNanos), nowNanos);
  }

  /** When the step in flight ends; empty when the engine is idle. */
  public OptionalLong nextNanos() {
    return current.isPresent() ? OptionalLong.of(endNanos) : OptionalLong.empty();
  }

  /** Ends the step in flight at its time, hands out what it made and starts the next one. */
  public void advance() {
    Batch ended = current.orElseThrow();
    long now = endNanos;
    current = Optional.empty();
    steps++;
    deliver(ended, now);
    Optional<Batch> decided = next.isPresent() ? next : decide(now);
    next = Optional.empty();
    start(decided, now);
  }

  /** The client of a sequence has gone. */
  public void abort(Sequence sequence) {
    if (isLive(sequence)) {
      scheduler.drop(sequence, Sequence.Status.ABORTED);
    }
  }

  /** Dies: every sequence is lost, and the memory's content with them. */
  public void crash(long nowNanos) {
    List<Sequence> lost = new ArrayList<>(scheduler.running());
    lost.addAll(scheduler.waiting());
    current = Optional.empty();
    next = Optional.empty();
    preemptionsBefore += scheduler.preemptions();
    queriedBefore += cache.queriedTokens();
    hitsBefore += cache.hitTokens();
    restart();
    for (Sequence sequence : lost) {
      sequence.status = Sequence.Status.ABORTED;
      listener.lost(sequence, nowNanos);
    }
  }

  /** Sequences that run or wait. */
  public int load() {
    return scheduler.running().size() + scheduler.waiting().size();
  }

  /** Its figures now. */
  public EngineState state() {
    return new EngineState(
        scheduler.running().size(),
        scheduler.waiting().size(),
        cache.usage(),
        preemptionsBefore + scheduler.preemptions(),
        queriedBefore + cache.queriedTokens(),
        hitsBefore + cache.hitTokens(),
        prefillTokens,
        generatedTokens,
        steps,
        busyNanos);
  }

  private static boolean isLive(Sequence sequence) {
    return switch (sequence.status) {
      case WAITING, RUNNING, PREEMPTED -> true;
      case NEW, FINISHED, ABORTED -> false;
    };
  }

  private Optional<Batch> decide(long nowNanos) {
    Batch batch = scheduler.schedule(nowNanos);
    return batch.isEmpty() ? Optional.empty() : Optional.of(batch);
  }

  private void start(Optional<Batch> batch, long nowNanos) {
    if (batch.isEmpty()) {
      return;
    }
    StepWork work = batch.get().work();
    prefillTokens += work.prefillTokens();
    long nanos =
        Math.max(1, Math.round(cost.nanos(work) * slowdown.applyAsDouble(nowNanos) * noise()));
    busyNanos += nanos;
    endNanos = nowNanos + nanos;
    current = batch;
    if (limits.asyncScheduling()) {
      next = decide(nowNanos);
    }
  }

  private void deliver(Batch batch, long nowNanos) {
    for (int i = 0; i < batch.outputs(); i++) {
      Sequence sequence = batch.sequence(i);
      if (!isLive(sequence)) {
        continue;
      }
      int tokens = batch.tokens(i);
      sequence.delivered += tokens;
      generatedTokens += tokens;
      boolean last = sequence.delivered == sequence.outputTokens();
      if (last) {
        scheduler.drop(sequence, Sequence.Status.FINISHED);
      }
      listener.tokens(sequence, tokens, last, nowNanos);
    }
  }

  /** A lognormal factor of mean 1, by Box and Muller. */
  private double noise() {
    if (jitter == 0) {
      return 1;
    }
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    double normal = radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
    return StrictMath.exp(jitter * normal - jitter * jitter / 2);
  }

  private int acceptedDraft() {
    int accepted = 0;
    Speculation speculation = limits.speculation();
    while (accepted < speculation.draftTokens() && random.nextDouble() < speculation.acceptance()) {
      accepted++;
    }
    return accepted;
  }
}
