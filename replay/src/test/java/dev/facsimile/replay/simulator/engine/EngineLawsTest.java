package dev.facsimile.replay.simulator.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;

/** What no engine may break, whatever it is asked: 1,000 seeded random workloads and settings. */
class EngineLawsTest {
  private static final int WORKLOADS = 1000;
  private static final StepCost COST = new StepCost(5e6, 1e6, 50_000, 3, 20_000, 10);

  @Test
  void everythingThatAnEngineClaimsAddsUp() {
    long preempted = 0;
    long evicted = 0;
    long hit = 0;
    long refused = 0;
    for (int workload = 0; workload < WORKLOADS; workload++) {
      UniformRandomProvider random = new SeededStreams(workload).stream("laws");
      EngineLimits limits = limits(random);
      EngineRun run = new EngineRun();
      Engine engine = new Engine(limits, COST, workload, run);
      List<EngineRun.Arrival> arrivals = arrivals(random, limits);
      int[] held = {0};
      run.run(engine, arrivals, e -> held[0] = Math.max(held[0], momentLaws(e, limits)));
      endLaws(engine, run, arrivals);
      preempted += engine.state().preemptions();
      evicted += engine.cache().evictions();
      hit += engine.state().hitTokens();
      refused += run.refused;
    }
    assertTrue(preempted > 1000, "preemptions were seen: " + preempted);
    assertTrue(evicted > 1000, "evictions were seen: " + evicted);
    assertTrue(hit > 1000, "prefix hits were seen: " + hit);
    assertTrue(refused > 100, "full queues were seen: " + refused);
  }

  private static EngineLimits limits(UniformRandomProvider random) {
    int blocks = 8 + random.nextInt(60);
    boolean chunked = random.nextInt(4) > 0;
    int longest = 16 * blocks;
    return new EngineLimits(
        1 + random.nextInt(24),
        chunked ? 8 + random.nextInt(256) : longest,
        longest,
        16,
        random.nextInt(5) == 0 ? OptionalInt.empty() : OptionalInt.of(blocks),
        random.nextInt(4) > 0,
        chunked,
        random.nextInt(3) == 0 ? OptionalInt.of(1 + random.nextInt(100)) : OptionalInt.empty(),
        random.nextBoolean(),
        random.nextBoolean(),
        random.nextInt(4) == 0 ? OptionalInt.of(random.nextInt(6)) : OptionalInt.empty(),
        random.nextInt(3) == 0
            ? new Speculation(1 + random.nextInt(4), random.nextDouble())
            : Speculation.OFF);
  }

  private static List<EngineRun.Arrival> arrivals(
      UniformRandomProvider random, EngineLimits limits) {
    List<EngineRun.Arrival> arrivals = new ArrayList<>();
    int count = 5 + random.nextInt(40);
    long at = 0;
    for (int i = 0; i < count; i++) {
      at += random.nextInt(40) * 1_000_000L;
      int most = limits.longestSequence() - 1;
      int prompt = 1 + random.nextInt(most);
      int output = 1 + random.nextInt(Math.min(80, limits.longestSequence() - prompt));
      long family = random.nextInt(4);
      long[] blocks = new long[random.nextInt(prompt / 16 + 1)];
      for (int b = 0; b < blocks.length; b++) {
        blocks[b] = SeededStreams.mix(family * 1000 + b);
      }
      arrivals.add(new EngineRun.Arrival(at, new Sequence(i, prompt, output, blocks)));
    }
    return arrivals;
  }

  /** What holds at every moment. */
  private static int momentLaws(Engine engine, EngineLimits limits) {
    EngineState state = engine.state();
    int used = engine.cache().usedBlocks();
    assertTrue(state.running() <= limits.maxNumSeqs(), "running " + state.running());
    assertTrue(used >= 0 && engine.cache().freeBlocks() >= 0, "blocks held: " + used);
    assertTrue(state.kvUsage() >= 0 && state.kvUsage() <= 1, "usage " + state.kvUsage());
    assertEquals(engine.load(), state.running() + state.waiting());
    assertTrue(state.hitTokens() <= state.queriedTokens(), "hits are part of what was asked");
    assertTrue(
        engine.load() == 0 || engine.nextNanos().isPresent(), "work waits while nothing runs");
    assertTrue(
        limits.prefixCaching() || engine.cache().knownBlocks() == 0, "a cache that is off knows");
    return used;
  }

  /** What holds when everything has ended. */
  private static void endLaws(Engine engine, EngineRun run, List<EngineRun.Arrival> arrivals) {
    long asked = 0;
    long planned = 0;
    for (EngineRun.Arrival arrival : arrivals) {
      Sequence sequence = arrival.sequence();
      if (sequence.scheduledNanos().isEmpty()) {
        assertEquals(0, sequence.delivered(), "a refused sequence has no token");
        continue;
      }
      assertEquals(sequence.outputTokens(), run.tokens.get(sequence.number()));
      assertEquals(Sequence.Status.FINISHED, sequence.status());
      assertTrue(arrival.nanos() <= sequence.scheduledNanos().getAsLong());
      assertTrue(sequence.scheduledNanos().getAsLong() < run.firstNanos.get(sequence.number()));
      assertTrue(sequence.cachedTokens() < sequence.promptTokens());
      asked += sequence.promptTokens() - sequence.cachedTokens();
      planned += sequence.outputTokens();
    }
    EngineState state = engine.state();
    assertEquals(0, engine.load());
    assertEquals(0, engine.cache().usedBlocks(), "all memory came back");
    assertEquals(planned, state.generatedTokens(), "every planned token was made once");
    assertTrue(state.prefillTokens() >= asked, "every prompt token not cached was computed");
    if (state.preemptions() == 0) {
      assertEquals(asked, state.prefillTokens(), "and none twice");
    }
    assertTrue(state.busyNanos() <= run.nowNanos, "an engine is busy at most all the time");
    assertEquals(arrivals.size(), run.tokens.size() + run.refused);
  }
}
