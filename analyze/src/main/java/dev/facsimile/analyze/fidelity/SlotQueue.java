package dev.facsimile.analyze.fidelity;

import java.util.Arrays;

/**
 * A server with some slots and one queue, first come first served: request i arrives at {@code
 * arrivals[i]} and holds a slot for {@code services[i]}, both in seconds.
 *
 * @param arrivals ascending
 * @param services how long each holds a slot
 */
record SlotQueue(double[] arrivals, double[] services) {
  /** More slots than any trace is expected to need. */
  private static final int MOST_SLOTS = 1 << 22;

  private static final int COARSE = 256;

  /**
   * The least number of slots for which 99 % of requests wait no longer than {@code limit}: exact
   * up to 512 slots, above that at most 0.4 % too many.
   *
   * @param guess where to start looking, 1 or more
   */
  int leastSlots(double limit, int guess) {
    int enough = guess;
    int few = 0;
    int step = Math.max(1, guess / 64);
    if (suffices(enough, limit)) {
      few = Math.max(0, enough - step);
      while (few > 0 && suffices(few, limit)) {
        enough = few;
        step *= 2;
        few = Math.max(0, enough - step);
      }
    } else {
      do {
        few = enough;
        enough = Math.min(MOST_SLOTS, enough + step);
        step *= 2;
      } while (enough < MOST_SLOTS && !suffices(enough, limit));
    }
    while (enough - few > Math.max(1, enough / COARSE)) {
      int middle = (few + enough) >>> 1;
      if (suffices(middle, limit)) {
        enough = middle;
      } else {
        few = middle;
      }
    }
    return enough;
  }

  /** Slots busy in the mean, were there always a free one. */
  double offered() {
    double span = arrivals[arrivals.length - 1] - arrivals[0];
    return span == 0 ? arrivals.length : Arrays.stream(services).sum() / span;
  }

  private boolean suffices(int slots, double limit) {
    int mayWait = arrivals.length / 100;
    double[] free = new double[slots + 1];
    for (int i = 0; i < arrivals.length; i++) {
      double start = Math.max(arrivals[i], free[1]);
      if (start - arrivals[i] > limit && --mayWait < 0) {
        return false;
      }
      takeFirst(free, start + services[i]);
    }
    return true;
  }

  /** Replaces the least of a binary heap, whose root is at 1. */
  private static void takeFirst(double[] heap, double value) {
    int size = heap.length - 1;
    int at = 1;
    while (2 * at <= size) {
      int child = 2 * at;
      if (child < size && heap[child + 1] < heap[child]) {
        child++;
      }
      if (heap[child] >= value) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = value;
  }
}
