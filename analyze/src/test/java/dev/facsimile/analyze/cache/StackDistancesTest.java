package dev.facsimile.analyze.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.RealTraces;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.PrefixHits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

class StackDistancesTest {

  @Test
  void theCurveIsThatOfAnLruCacheOfEachCapacity() {
    List<long[]> requests = conversations(400);
    HitRatioCurve curve = exact(requests);

    for (int capacity : new int[] {1, 2, 5, 17, 60, 200, 255}) {
      assertEquals(lruHits(requests, capacity), curve.at(capacity), 1e-12, "capacity " + capacity);
    }
  }

  @Test
  void theLastBlockOfAPromptLeavesBeforeTheFirst() {
    // Two blocks of room for a prompt of three: the two leading ones stay, and hit.
    HitRatioCurve curve = exact(List.of(new long[] {1, 2, 3}, new long[] {1, 2, 3}));

    assertEquals(1 / 6.0, curve.at(1), 1e-12);
    assertEquals(2 / 6.0, curve.at(2), 1e-12);
    assertEquals(3 / 6.0, curve.at(3), 1e-12);
  }

  @Test
  void hotExactSamplingOfATenthIsWithinAHundredthForTwelveHashes() throws IOException {
    List<long[]> mooncake = mooncake();
    HitRatioCurve exact = exact(mooncake);

    double worst = 0;
    for (long seed = 1; seed <= 12; seed++) {
      HitRatioCurve sampled =
          curve(mooncake, StackDistances.hotExact(0.1, 256, Integer.MAX_VALUE, seed));
      worst = Math.max(worst, Math.abs(exact.difference(sampled).value()));
    }

    assertTrue(worst <= 0.01, "the worst of 12 hashes is off by " + worst);
  }

  @Test
  void aSampleThatGrowsTooLargeIsHalvedAndStaysTrue() throws IOException {
    List<long[]> mooncake = mooncake();
    StackDistances sampled = StackDistances.hotExact(0.8, 8192, 40_000, 3);

    HitRatioCurve curve = curve(mooncake, sampled);

    assertEquals(0.2, sampled.rate(), 1e-12);
    // 182,790 blocks at the last rate are more than the tenth of the test above.
    assertEquals(0, exact(mooncake).difference(curve).value(), 0.01);
  }

  @Test
  void anInfiniteCacheIsTheEndOfTheCurve() throws IOException {
    List<long[]> mooncake = mooncake();

    // Measured by others too: kvcache-simulator and the trace's authors count 36.6 % of blocks.
    assertEquals(0.366, exact(mooncake).infinite(), 0.0005);
  }

  @Test
  void whatHasBeenSeenIsAlwaysFoundInTheFilters() {
    List<long[]> requests = conversations(4000);
    SeenBlocks few = new SeenBlocks(100);
    SeenBlocks all = new SeenBlocks(Integer.MAX_VALUE);

    int more = 0;
    int blocks = 0;
    for (long[] request : requests) {
      int exact = all.request(request, 0, request.length);
      int found = few.request(request, 0, request.length);
      assertTrue(found >= exact, "a block that was seen was not found");
      more += found - exact;
      blocks += request.length;
    }

    assertTrue(more < 0.01 * blocks, more + " of " + blocks + " blocks are taken for seen");
  }

  @Test
  void fifoEvictsWhatCameInFirstEvenIfItWasJustUsed() {
    FifoCache fifo = new FifoCache(2, 4);
    for (int block : new int[] {0, 1, 0, 2, 0}) {
      fifo.request(new int[] {block}, 0, 1);
    }

    // 0 hits once, then 2 takes its place although it was used last.
    assertEquals(1 / 5.0, fifo.hitRatio(), 1e-12);
  }

  /** Sessions that grow by a block or two from turn to turn behind three common prompts. */
  private static List<long[]> conversations(int count) {
    UniformRandomProvider random = new SeededStreams(5).stream("test conversations");
    List<long[]> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int session = random.nextInt(1 + i / 2);
      int common = session % 3;
      long[] blocks = new long[3 + random.nextInt(12)];
      for (int depth = 0; depth < blocks.length; depth++) {
        blocks[depth] = depth < 3 ? 10L * common + depth : 1000L * session + 100 + depth;
      }
      requests.add(blocks);
    }
    return requests;
  }

  /** What a cache of that capacity does, block by block. */
  private static double lruHits(List<long[]> requests, int capacity) {
    Map<Long, Boolean> cache = new LinkedHashMap<>(16, 0.75f, true);
    long hits = 0;
    long blocks = 0;
    for (long[] request : requests) {
      int depth = 0;
      while (depth < request.length && cache.containsKey(request[depth])) {
        depth++;
      }
      hits += depth;
      blocks += request.length;
      for (int i = request.length - 1; i >= 0; i--) {
        cache.put(request[i], true);
        if (cache.size() > capacity) {
          cache.remove(cache.keySet().iterator().next());
        }
      }
    }
    return (double) hits / blocks;
  }

  private static List<long[]> mooncake() throws IOException {
    return RealTraces.mooncake().stream()
        .map(Request::prefixBlocks)
        .map(blocks -> blocks.orElseThrow().toArray())
        .toList();
  }

  private static HitRatioCurve exact(List<long[]> requests) {
    return curve(requests, StackDistances.exact());
  }

  private static HitRatioCurve curve(List<long[]> requests, StackDistances distances) {
    PrefixHits infinite = new PrefixHits();
    for (long[] request : requests) {
      int hits = infinite.add(dev.facsimile.trace.BlockIds.of(request), request.length, 1);
      distances.request(request, 0, request.length, hits);
    }
    return distances.curve();
  }
}
