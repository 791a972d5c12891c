package dev.facsimile.analyze.fidelity;

/** Looks things up in ascending columns. */
final class Ascending {
  private Ascending() {}

  /**
   * The index of the first value of at least {@code least}, or the number of values: by steps that
   * double, so that a near one is found at once.
   *
   * @param start an index that is not behind it
   */
  static int firstFrom(long[] values, long least, int start) {
    int low = start;
    int step = 1;
    while (low + step <= values.length && values[low + step - 1] < least) {
      low += step;
      step *= 2;
    }
    int high = Math.min(values.length, low + step - 1);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values[middle] < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
