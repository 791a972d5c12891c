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

  @Test
  void aValueOfANameIsTheSameAskedForAloneOrWithMany() {
    SeededStreams streams = new SeededStreams(42);
    assertEquals(GOLDEN_VALUE, streams.value("golden", 1));
    assertEquals(GOLDEN_VALUE, streams.values("golden").applyAsLong(1));
  }

  @Test
  void bitsMakeANumberFromZeroToBelowOne() {
    assertEquals(0, SeededStreams.unit(0));
    assertEquals(0.5, SeededStreams.unit(1L << 63));
    assertEquals(Math.nextDown(1.0), SeededStreams.unit(-1));
  }

  private static final long GOLDEN_VALUE = 7423981101863913156L;
  private static final long GOLDEN = 6578968472223584340L;

  @Test
  void aStreamCanBeDrawnFromAnyPlaceOn() {
    for (long drawn = 0; drawn < 20; drawn++) {
      UniformRandomProvider whole = new SeededStreams(5).stream("name");
      for (long i = 0; i < drawn; i++) {
        whole.nextDouble();
      }
      UniformRandomProvider rest = new SeededStreams(5).streamFrom("name", drawn);
      for (int i = 0; i < 10; i++) {
        assertEquals(whole.nextDouble(), rest.nextDouble());
      }
    }
  }
}
