package dev.facsimile.trace.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class SeededStreamsTest {
  private static long[] draws(UniformRandomProvider random) {
    return LongStream.generate(random::nextLong).limit(100).toArray();
  }

  @Test
  void aStreamDependsOnItsKeyAloneNotOnWhatWasDrawnBefore() {
    SeededStreams streams = new SeededStreams(42);
    long[] first = draws(streams.stream("arrivals", 7));
    draws(streams.stream("arrivals", 6));
    assertArrayEquals(first, draws(new SeededStreams(42).stream("arrivals", 7)));
  }

  @Test
  void streamsOfOtherSeedsNamesOrIndicesShareNoDraw() {
    Set<Long> seen = new HashSet<>();
    int streams = 0;
    for (long seed = 0; seed < 5; seed++) {
      for (String name : new String[] {"a", "b", "ab"}) {
        for (long index = 0; index < 20; index++) {
          for (long draw : draws(new SeededStreams(seed).stream(name, index))) {
            seen.add(draw);
          }
          streams++;
        }
      }
    }
    assertEquals(streams * 100, seen.size());
  }

  @Test
  void theNumbersNeverChange() {
    // Written down once: a change here changes every generated workload.
    assertEquals(GOLDEN, new SeededStreams(42).stream("golden", 1).nextLong());
  }

  private static final long GOLDEN = 6578968472223584340L;
}
