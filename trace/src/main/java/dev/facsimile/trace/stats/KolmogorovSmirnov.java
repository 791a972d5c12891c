package dev.facsimile.trace.stats;

/**
 * The two-sample Kolmogorov-Smirnov distance: the largest difference between two distribution
 * functions, 0 for equal samples and 1 for samples that do not overlap. Both functions are
 * right-continuous, so that tied values move together.
 */
public final class KolmogorovSmirnov {
  private KolmogorovSmirnov() {}

  /** The distance of two samples, in any order; neither is empty. */
  public static double distance(int[] first, int[] second) {
    return ofSorted(RadixSort.sorted(first), RadixSort.sorted(second));
  }

  /** The distance of two samples, in any order; neither is empty. */
  public static double distance(long[] first, long[] second) {
    return ofSorted(RadixSort.sorted(first), RadixSort.sorted(second));
  }

  private static double ofSorted(long[] a, long[] b) {
    double largest = 0;
    int i = 0;
    int j = 0;
    while (i < a.length && j < b.length) {
      long value = Math.min(a[i], b[j]);
      while (i < a.length && a[i] == value) {
        i++;
      }
      while (j < b.length && b[j] == value) {
        j++;
      }
      largest = Math.max(largest, Math.abs((double) i / a.length - (double) j / b.length));
    }
    return largest;
  }
}
