package dev.facsimile.analyze.fidelity;

import java.util.Arrays;

/**
 * A server with some slots and one queue, first come first served: request i arrives at {@code
 * arrivals[i]} nanoseconds and holds a slot for {@code services[i]} seconds.
 *
 * @param arrivals ascending; those from {@code size} on do not count
 * @param services how long each holds a slot
 * @param size number of requests, 1 or more
 */
record SlotQueue(long[] arrivals, float[] services, int size) {
  private static final double SECOND = 1e9;

  /** More slots than any trace is expected to need. */
  private static final int MOST_SLOTS = 1 << 22;

  /** Stretches of time in which busy slots are estimated. */
  private static final int STRETCHES = 1 << 14;

  /**
   * The least numbers of slots for which 99 % of requests wait no longer than each of {@code
   * limits}: exact up to 512 slots, above that at most 0.4 % too many.
   *
   * @param limits seconds, ascending
   * @param guess where to start looking, 1 or more
   */
  int[] leastSlots(double[] limits, int guess) {
    Search search = new Search(limits);
    int[] least = new int[limits.length];
    for (int i = 0; i < least.length; i++) {
      least[i] = search.least(i, i == 0 ? guess : least[i - 1]);
    }
    return least;
  }

  /**
   * A number of slots near those: what 99 % of requests would find busy at most, were there always
   * a free one.
   */
  int likelySlots() {
    double width = Math.max(1, (arrivals[size - 1] - arrivals[0] + 1) / (double) STRETCHES);
    int[] starts = new int[STRETCHES];
    int[] changes = new int[STRETCHES + 1];
    for (int i = 0; i < size; i++) {
      double at = (arrivals[i] - arrivals[0]) / width;
      starts[(int) at]++;
      changes[(int) at]++;
      changes[(int) Math.min(STRETCHES, at + services[i] * SECOND / width)]--;
    }
    int[] requestsByBusy = new int[size + 1];
    int busy = 0;
    for (int i = 0; i < STRETCHES; i++) {
      busy += changes[i];
      requestsByBusy[Math.max(0, busy)] += starts[i];
    }
    int above = 0;
    int slots = size;
    while (slots > 1 && above + requestsByBusy[slots] <= size / 100) {
      above += requestsByBusy[slots--];
    }
    return Math.min(slots, MOST_SLOTS);
  }

  /** What is known of the numbers of slots, limit by limit. */
  private final class Search {
    private static final int COARSE = 256;

    private final double[] limits;

    /** Too few, and enough. */
    private final int[] few;

    private final int[] enough;

    Search(double[] limits) {
      this.limits = limits;
      this.few = new int[limits.length];
      this.enough = new int[limits.length];
      Arrays.fill(enough, MOST_SLOTS);
    }

    int least(int limit, int guess) {
      int step = Math.max(1, guess / COARSE);
      int slots = Math.min(enough[limit], Math.max(few[limit] + 1, guess));
      while (slots < enough[limit] && !suffices(slots, limit)) {
        slots = Math.min(enough[limit], slots + step);
        step *= 2;
      }
      step = Math.max(1, guess / COARSE);
      while (enough[limit] - step > few[limit] && suffices(enough[limit] - step, limit)) {
        step *= 2;
      }
      while (enough[limit] - few[limit] > Math.max(1, enough[limit] / COARSE)) {
        suffices((few[limit] + enough[limit]) >>> 1, limit);
      }
      return enough[limit];
    }

    /** Tries a number of slots, which also tells something of the other limits. */
    private boolean suffices(int slots, int limit) {
      int[] late = late(slots, limit);
      for (int i = 0; i < limits.length; i++) {
        // Where the requests of one limit are not all counted, a shorter wait is missed as well.
        if (late[i] > size / 100 || i < limit && late[limit] > size / 100) {
          few[i] = Math.max(few[i], slots);
        } else if (late[limit] <= size / 100) {
          enough[i] = Math.min(enough[i], slots);
        }
      }
      return late[limit] <= size / 100;
    }

    /** Requests that wait longer than each limit; counted until too many miss {@code decisive}. */
    private int[] late(int slots, int decisive) {
      int[] late = new int[limits.length];
      long[] limitNanos = new long[limits.length];
      for (int i = 0; i < limits.length; i++) {
        limitNanos[i] = (long) (limits[i] * SECOND);
      }
      int mayWait = size / 100;
      long[] free = new long[slots];
      Arrays.fill(free, arrivals[0]);
      for (int i = 0; i < size && late[decisive] <= mayWait; i++) {
        long wait = Math.max(0, free[0] - arrivals[i]);
        if (wait > limitNanos[0]) {
          for (int limit = 0; limit < limits.length; limit++) {
            late[limit] += wait > limitNanos[limit] ? 1 : 0;
          }
        }
        takeFirst(free, arrivals[i] + wait + (long) (services[i] * SECOND));
      }
      return late;
    }
  }

  /** Some of the requests. */
  SlotQueue at(int[] rows) {
    long[] someArrivals = new long[rows.length];
    float[] someServices = new float[rows.length];
    for (int i = 0; i < rows.length; i++) {
      someArrivals[i] = arrivals[rows[i]];
      someServices[i] = services[rows[i]];
    }
    return new SlotQueue(someArrivals, someServices, rows.length);
  }

  /**
   * Replaces the least of a heap whose root is at 0. Each has four below it, which lie side by
   * side: half the levels of a binary heap, and one line of memory each.
   */
  private static void takeFirst(long[] heap, long value) {
    int size = heap.length;
    int at = 0;
    for (int child = 1; child < size; child = 4 * at + 1) {
      int least = child;
      for (int other = child + 1; other < Math.min(size, child + 4); other++) {
        least = heap[other] < heap[least] ? other : least;
      }
      if (heap[least] >= value) {
        break;
      }
      heap[at] = heap[least];
      at = least;
    }
    heap[at] = value;
  }
}
