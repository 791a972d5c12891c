package dev.facsimile.analyze.fidelity;

/** How many requests of a side arrive before a time. */
interface ArrivalCounts {

  /** Requests that arrive before {@code nanos}, a multiple of the grain. */
  long before(long nanos);

  /** What times must be multiples of, nanoseconds. */
  long grainNanos();

  /** Requests in each whole window of the first {@code span}. */
  default int[] windows(long span, long width) {
    int[] counts = new int[(int) (span / width)];
    long before = 0;
    for (int window = 0; window < counts.length; window++) {
      long until = before((window + 1) * width);
      counts[window] = (int) (until - before);
      before = until;
    }
    return counts;
  }

  /** Of ascending arrivals that are held. For one thread: times that ascend are found at once. */
  static ArrivalCounts of(long[] arrivals) {
    return new ArrivalCounts() {
      private long last;
      private int at;

      @Override
      public long before(long nanos) {
        at = Ascending.firstFrom(arrivals, nanos, nanos < last ? 0 : at);
        last = nanos;
        return at;
      }

      @Override
      public long grainNanos() {
        return 1;
      }
    };
  }
}
