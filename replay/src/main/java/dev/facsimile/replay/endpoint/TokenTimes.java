package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.outcome.Gaps;
import java.util.Arrays;
import java.util.OptionalLong;

/** When the chunks with tokens of one answer came; holds one long a chunk. */
final class TokenTimes {
  private long[] gaps = new long[16];
  private int chunks;
  private long first;
  private long last;

  void add(long atNanos) {
    if (chunks == 0) {
      first = atNanos;
    } else {
      if (chunks - 1 == gaps.length) {
        gaps = Arrays.copyOf(gaps, 2 * gaps.length);
      }
      gaps[chunks - 1] = atNanos - last;
    }
    last = atNanos;
    chunks++;
  }

  int chunks() {
    return chunks;
  }

  OptionalLong first() {
    return chunks == 0 ? OptionalLong.empty() : OptionalLong.of(first);
  }

  OptionalLong last() {
    return chunks == 0 ? OptionalLong.empty() : OptionalLong.of(last);
  }

  Gaps gaps() {
    return chunks < 2 ? Gaps.NONE : Gaps.of(Arrays.copyOf(gaps, chunks - 1));
  }
}
