package dev.facsimile.anonymize.pseudonym;

import java.util.Arrays;
import java.util.List;

/** The numbers of the codes of one piece. Holds 16 bytes for each. */
public final class NumberTable {
  private final long[] codes;
  private final long[] numbers;

  /**
   * Of the ranks in each bucket.
   *
   * @param ranked by bucket
   * @param before codes of the whole trace in the buckets before each
   */
  public NumberTable(List<CodeRanks.Ranked> ranked, long[] before) {
    codes = new long[ranked.stream().mapToInt(bucket -> bucket.codes().length).sum()];
    numbers = new long[codes.length];
    int at = 0;
    for (int bucket = 0; bucket < ranked.size(); bucket++) {
      CodeRanks.Ranked its = ranked.get(bucket);
      for (int i = 0; i < its.codes().length; i++) {
        codes[at] = its.codes()[i];
        numbers[at++] = before[bucket] + its.ranks()[i];
      }
    }
  }

  /** Where a code is, from 1; 0 if it is not there. */
  public int place(long code) {
    return Math.max(0, Arrays.binarySearch(codes, code) + 1);
  }

  /** The number in a place. */
  public long number(int place) {
    return numbers[place - 1];
  }

  /** Codes that are there. */
  public int size() {
    return codes.length;
  }
}
