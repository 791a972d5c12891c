package dev.facsimile.synth.generate;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Requests that are known before their time, by time. Holds those, in a run for each slice that
 * some are left of.
 */
final class Coming {
  private static final int SMALL = 64;

  private final PriorityQueue<Run> runs = new PriorityQueue<>();
  private final PriorityQueue<Planned> single = new PriorityQueue<>();

  /** Ascending requests, of which some have come. */
  private static final class Run implements Comparable<Run> {
    private Planned[] planned;
    private int next;

    Run(Planned[] planned) {
      this.planned = planned;
    }

    Planned first() {
      return planned[next];
    }

    /** Takes the first away, and room that is not needed any more. */
    boolean advance() {
      next++;
      if (next > SMALL && next > planned.length / 2) {
        planned = Arrays.copyOfRange(planned, next, planned.length);
        next = 0;
      }
      return next < planned.length;
    }

    @Override
    public int compareTo(Run other) {
      return first().compareTo(other.first());
    }
  }

  /** Takes some, which are ascending and not before any that has come. */
  void addAll(Planned[] ascending) {
    if (ascending.length > 0) {
      runs.add(new Run(ascending));
    }
  }

  /** Takes one. */
  void add(Planned one) {
    single.add(one);
  }

  /** Whether one comes before {@code nanos}. */
  boolean before(long nanos) {
    return (!runs.isEmpty() && runs.peek().first().ask().arrivalNanos() < nanos)
        || (!single.isEmpty() && single.peek().ask().arrivalNanos() < nanos);
  }

  /** Takes the first out, of one or more. */
  Planned next() {
    if (runs.isEmpty() || (!single.isEmpty() && single.peek().compareTo(runs.peek().first()) < 0)) {
      return single.remove();
    }
    Run run = runs.remove();
    Planned first = run.first();
    if (run.advance()) {
      runs.add(run);
    }
    return first;
  }
}
