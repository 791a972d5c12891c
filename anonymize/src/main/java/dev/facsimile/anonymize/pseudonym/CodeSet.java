package dev.facsimile.anonymize.pseudonym;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Codes of ids of one kind in a piece of a trace, each once and in order. Of a trace whose ids lie
 * on several machines, the codes of a range are numbered in one place: a bucket. Codes are spread
 * evenly, so that buckets are of one size, whatever the ids.
 *
 * @param own ids that the piece has
 * @param asked ids that it only names, which may be no ids of the trace
 */
public record CodeSet(long[] own, long[] asked) implements Serializable {

  /** Those of a range. */
  public CodeSet within(int bucket, int buckets) {
    return new CodeSet(within(own, bucket, buckets), within(asked, bucket, buckets));
  }

  private static long[] within(long[] sorted, int bucket, int buckets) {
    return Arrays.copyOfRange(
        sorted, firstFrom(sorted, bucket, buckets), firstFrom(sorted, bucket + 1, buckets));
  }

  /** The place of the first code of a bucket or a later one. */
  private static int firstFrom(long[] sorted, int bucket, int buckets) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bucket(sorted[middle], buckets) < bucket) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The bucket of a code, which rises with it. */
  public static int bucket(long code, int buckets) {
    long fromZero = (code ^ Long.MIN_VALUE) >>> Integer.SIZE;
    return (int) (fromZero * buckets >>> Integer.SIZE);
  }
}
