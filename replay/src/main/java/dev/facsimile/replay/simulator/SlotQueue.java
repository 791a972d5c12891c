package dev.facsimile.replay.simulator;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Slots and a first-come, first-served queue before them. Pure: every time is an argument, in
 * nanoseconds of any one clock. Holds the jobs that wait or run.
 */
final class SlotQueue {

  /** What becomes of a job that arrives. */
  enum Arrival {
    STARTED,
    WAITING,
    /** The queue is full. */
    TURNED_AWAY
  }

  /** One request's work. */
  static final class Job {
    private final ServerModel model;
    private final int promptTokens;
    private final int outputTokens;
    private long arrivedNanos;
    private OptionalLong startedNanos = OptionalLong.empty();

    Job(ServerModel model, int promptTokens, int outputTokens) {
      this.model = model;
      this.promptTokens = promptTokens;
      this.outputTokens = outputTokens;
    }

    int promptTokens() {
      return promptTokens;
    }

    int outputTokens() {
      return outputTokens;
    }

    /** When it came; for a job that has come. */
    long arrivedNanos() {
      return arrivedNanos;
    }

    /** When it took its slot; for a job that has one. */
    long slotNanos() {
      return startedNanos.orElseThrow();
    }

    /** When token {@code index}, from 0, is made; for a job that has a slot. */
    long tokenNanos(int index) {
      return startedNanos.orElseThrow() + model.tokenNanos(promptTokens, index);
    }

    /** When the last token is made. */
    long endNanos() {
      return tokenNanos(outputTokens - 1);
    }
  }

  private final ServerModel model;
  private final Set<Job> running = new HashSet<>();
  private final ArrayDeque<Job> waiting = new ArrayDeque<>();

  SlotQueue(ServerModel model) {
    this.model = model;
  }

  /** A job comes. */
  Arrival arrive(Job job, long nowNanos) {
    job.arrivedNanos = nowNanos;
    if (running.size() < model.slots()) {
      start(job, nowNanos);
      return Arrival.STARTED;
    }
    if (model.queueLimit().isPresent() && waiting.size() >= model.queueLimit().getAsInt()) {
      return Arrival.TURNED_AWAY;
    }
    waiting.add(job);
    return Arrival.WAITING;
  }

  /**
   * A job ends, or its client has gone.
   *
   * @param nowNanos when that was; where it is told late, the job that takes the slot may have come
   *     after it, and starts when it came
   * @return the job that takes its slot, if one waits
   */
  Optional<Job> leave(Job job, long nowNanos) {
    if (!running.remove(job)) {
      waiting.remove(job);
      return Optional.empty();
    }
    Optional<Job> next = Optional.ofNullable(waiting.poll());
    next.ifPresent(j -> start(j, Math.max(nowNanos, j.arrivedNanos)));
    return next;
  }

  int running() {
    return running.size();
  }

  int waiting() {
    return waiting.size();
  }

  private void start(Job job, long nowNanos) {
    job.startedNanos = OptionalLong.of(nowNanos);
    running.add(job);
  }
}
