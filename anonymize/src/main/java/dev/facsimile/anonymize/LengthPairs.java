package dev.facsimile.anonymize;

import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.stats.LongSeries;
import java.util.Arrays;

/**
 * How many requests are alone with their pair of input and output length, which is what somebody
 * needs to know to find a request of his. Holds 8 bytes for each request.
 */
final class LengthPairs {
  private final LongSeries pairs = new LongSeries();

  /** Adds a request if both lengths are known. */
  void add(Tokens tokens) {
    if (tokens.lengthsKnown()) {
      pairs.add((long) tokens.input().getAsInt() << 32 | tokens.output().getAsInt());
    }
  }

  /** Requests whose pair nobody else has ÷ requests with both lengths; 0 without any. */
  double uniqueShare() {
    long[] sorted = pairs.toArray();
    Arrays.sort(sorted);
    int unique = 0;
    for (int i = 0; i < sorted.length; i++) {
      boolean likeBefore = i > 0 && sorted[i] == sorted[i - 1];
      boolean likeAfter = i + 1 < sorted.length && sorted[i] == sorted[i + 1];
      unique += likeBefore || likeAfter ? 0 : 1;
    }
    return sorted.length == 0 ? 0 : (double) unique / sorted.length;
  }
}
