package dev.facsimile.replay.simulator.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Decides what each step computes, as vLLM's V1 scheduler with first-come, first-served policy:
 * running sequences first, in the order in which they started; if memory is short, the one that
 * started last gives up its own and goes back to the head of the queue, to be computed again; then,
 * unless that happened, sequences from the queue while budget, memory and slots last.
 */
final class Scheduler {
  private final EngineLimits limits;
  private final KvCache cache;
  private final IntSupplier acceptedDraft;
  private final List<Sequence> running = new ArrayList<>();
  private final ArrayDeque<Sequence> waiting = new ArrayDeque<>();
  private long preemptions;

  /**
   * A scheduler.
   *
   * @param acceptedDraft draws how many drafted tokens a decoding sequence keeps
   */
  Scheduler(EngineLimits limits, KvCache cache, IntSupplier acceptedDraft) {
    this.limits = limits;
    this.cache = cache;
    this.acceptedDraft = acceptedDraft;
  }

  List<Sequence> running() {
    return running;
  }

  ArrayDeque<Sequence> waiting() {
    return waiting;
  }

  long preemptions() {
    return preemptions;
  }

  /** Queues a sequence; false if the queue is full. */
  boolean queue(Sequence sequence) {
    if (limits.queueLimit().isPresent()
        && waiting.size() >= limits.queueLimit().getAsInt()
        && !startsAtOnce()) {
      return false;
    }
    sequence.status = Sequence.Status.WAITING;
    waiting.add(sequence);
    return true;
  }

  /** With a limit of 0 a sequence may come while a slot is free and nobody is before it. */
  private boolean startsAtOnce() {
    return waiting.isEmpty() && running.size() < limits.maxNumSeqs();
  }

  /** Takes a sequence out, whatever it was doing. */
  void drop(Sequence sequence, Sequence.Status why) {
    if (!running.remove(sequence)) {
      waiting.remove(sequence);
    }
    cache.release(sequence);
    sequence.status = why;
  }

  /** The next step; empty if there is nothing to compute. */
  Batch schedule(long nowNanos) {
    Batch batch = new Batch();
    long preemptedBefore = preemptions;
    int budget = scheduleRunning(batch, limits.maxNumBatchedTokens());
    if (preemptions == preemptedBefore) {
      admit(batch, budget, nowNanos);
    }
    return batch;
  }

  private int scheduleRunning(Batch batch, int budgetAtFirst) {
    int budget = budgetAtFirst;
    for (int i = 0; i < running.size() && budget > 0; i++) {
      Sequence sequence = running.get(i);
      if (sequence.exhausted()) {
        continue;
      }
      int wanted = wanted(sequence, budget);
      while (sequence.status == Sequence.Status.RUNNING
          && !cache.grow(sequence, sequence.computed + wanted)) {
        preemptLast();
      }
      if (sequence.status != Sequence.Status.RUNNING) {
        break;
      }
      compute(batch, sequence, wanted);
      budget -= wanted;
    }
    return budget;
  }

  private void admit(Batch batch, int budgetAtFirst, long nowNanos) {
    int budget = budgetAtFirst;
    while (budget > 0 && !waiting.isEmpty() && running.size() < limits.maxNumSeqs()) {
      Sequence sequence = waiting.peek();
      int found = cache.find(sequence);
      int cached = found * limits.blockTokens();
      int missing = sequence.tokens() - cached;
      if (!limits.chunkedPrefill() && missing > budget) {
        return;
      }
      int chunk = Math.min(missing, Math.min(budget, longestChunk()));
      int mustFit = limits.reservesPrompt() ? sequence.tokens() : cached + chunk;
      if (!cache.fits(sequence, found, mustFit)) {
        return;
      }
      waiting.remove();
      start(sequence, found, cached, nowNanos);
      cache.grow(sequence, cached + chunk);
      compute(batch, sequence, chunk);
      budget -= chunk;
    }
  }

  private void start(Sequence sequence, int found, int cached, long nowNanos) {
    if (sequence.scheduledNanos().isEmpty()) {
      sequence.cachedTokens = cached;
    }
    sequence.scheduled(nowNanos);
    sequence.status = Sequence.Status.RUNNING;
    sequence.computed = cached;
    cache.take(sequence, found);
    running.add(sequence);
  }

  private int longestChunk() {
    return limits.longPrefillTokens().orElse(Integer.MAX_VALUE);
  }

  /** Tokens that a running sequence would compute: the rest of its prompt, or one and its draft. */
  private int wanted(Sequence sequence, int budget) {
    int missing = sequence.tokens() - sequence.computed;
    if (missing > 1 || sequence.generated == 0) {
      return Math.min(missing, Math.min(budget, longestChunk()));
    }
    int room = sequence.outputTokens() - sequence.generated - 1;
    return Math.min(budget, 1 + Math.min(room, limits.speculation().draftTokens()));
  }

  private void compute(Batch batch, Sequence sequence, int chunk) {
    int missing = sequence.tokens() - sequence.computed;
    boolean decodes = missing == 1 && sequence.generated > 0;
    if (!decodes) {
      batch.prefill(chunk, sequence.computed);
      sequence.computed += chunk;
      if (chunk == missing) {
        emit(batch, sequence, 1);
      }
    } else {
      batch.decode(chunk, sequence.computed);
      int kept = Math.min(chunk, 1 + (chunk > 1 ? acceptedDraft.getAsInt() : 0));
      sequence.computed += kept;
      emit(batch, sequence, kept);
    }
    cache.publish(sequence);
  }

  private static void emit(Batch batch, Sequence sequence, int tokens) {
    sequence.generated += tokens;
    batch.output(sequence, tokens);
  }

  /**
   * Takes the memory of the sequence that started last. One whose last token is on its way needs
   * none any more and just ends without.
   */
  private void preemptLast() {
    int last = running.size() - 1;
    while (running.get(last).blockCount == 0) {
      last--;
    }
    Sequence victim = running.get(last);
    cache.release(victim);
    if (victim.exhausted()) {
      return;
    }
    running.remove(last);
    victim.computed = 0;
    victim.status = Sequence.Status.PREEMPTED;
    victim.preemptions++;
    preemptions++;
    waiting.addFirst(victim);
  }
}
