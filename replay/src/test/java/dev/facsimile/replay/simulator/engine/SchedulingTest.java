package dev.facsimile.replay.simulator.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What vLLM's scheduler does in cases that can be worked out by hand. */
class SchedulingTest {
  /** 10 ms a step, 10 µs a prompt token. */
  private static final StepCost COST = new StepCost(10e6, 0, 10_000, 0, 0, 0);

  private static final EngineLimits PLAIN =
      EngineLimits.DEFAULT.withMaxNumBatchedTokens(100).withAsyncScheduling(false);

  private static EngineRun run(EngineLimits limits, Sequence... sequences) {
    EngineRun run = new EngineRun();
    Engine engine = new Engine(limits, COST, 1, run);
    List<EngineRun.Arrival> arrivals = new ArrayList<>();
    for (Sequence sequence : sequences) {
      arrivals.add(new EngineRun.Arrival(0, sequence));
    }
    run.run(engine, arrivals, e -> {});
    return run;
  }

  private static long ms(double millis) {
    return Math.round(millis * 1e6);
  }

  @Test
  void aPromptLongerThanTheBudgetTakesSeveralSteps() {
    EngineRun run = run(PLAIN, new Sequence(1, 250, 2, new long[0]));
    assertEquals(ms(11 + 11 + 10.5), run.firstNanos.get(1L));
    assertEquals(ms(11 + 11 + 10.5 + 10), run.lastNanos.get(1L));
  }

  @Test
  void decodingComesBeforePromptsInTheBudget() {
    EngineRun run =
        run(PLAIN, new Sequence(1, 50, 3, new long[0]), new Sequence(2, 100, 1, new long[0]));
    // Step 1: prompt 1 alone, since it starts as it comes. Step 2: one token of 1 and 99 of 2.
    assertEquals(ms(10.5), run.firstNanos.get(1L));
    assertEquals(ms(10.5 + 10.99 + 10.01), run.firstNanos.get(2L));
    assertEquals(ms(10.5 + 10.99 + 10.01), run.lastNanos.get(1L));
  }

  @Test
  void withAsynchronousSchedulingASequenceThatComesLaterWaitsForTheStepAlreadyDecided() {
    for (boolean async : new boolean[] {false, true}) {
      EngineRun run = new EngineRun();
      Engine engine = new Engine(PLAIN.withAsyncScheduling(async), COST, 1, run);
      run.run(
          engine,
          List.of(
              new EngineRun.Arrival(0, new Sequence(1, 100, 10, new long[0])),
              new EngineRun.Arrival(ms(15), new Sequence(2, 50, 1, new long[0]))),
          e -> {});
      // Steps of 1 end at 11, 21, 31, …; sequence 2 is decided at 21 and is in the step from 21,
      // or, when that one was decided at 11 already, in the step from 31.
      assertEquals(ms(async ? 41.5 : 31.5), run.firstNanos.get(2L));
    }
  }

  @Test
  void theSecondOfTwoEqualPromptsIsServedFromTheCacheButForItsLastToken() {
    long[] blocks = {11, 12, 13, 14, 15};
    Sequence first = new Sequence(1, 80, 1, blocks);
    Sequence second = new Sequence(2, 80, 1, blocks);
    run(PLAIN, first, second);
    assertEquals(0, first.cachedTokens());
    assertEquals(64, second.cachedTokens(), "the block with the last token is computed again");
  }

  @Test
  void anotherSaltSharesNothing() {
    Sequence first = new Sequence(1, 80, 1, new long[] {11, 12, 13, 14, 15});
    Sequence second = new Sequence(2, 80, 1, new long[] {21, 22, 23, 24, 25});
    run(PLAIN, first, second);
    assertEquals(0, second.cachedTokens());
  }

  @Test
  void theSequenceThatStartedLastGivesUpItsMemoryAndIsComputedAgain() {
    // 6 blocks of 16: two prompts of 32 fit, and grow until the older one needs the younger's.
    EngineLimits tight = PLAIN.withKvBlocks(OptionalInt.of(6)).withPrefixCaching(false);
    Sequence older = new Sequence(1, 32, 60, new long[0]);
    Sequence younger = new Sequence(2, 32, 60, new long[0]);
    EngineRun run = run(tight, older, younger);
    assertEquals(0, older.preemptions());
    assertTrue(younger.preemptions() > 0);
    assertTrue(run.lastNanos.get(1L) < run.lastNanos.get(2L));
    assertEquals(60, run.tokens.get(2L), "and nothing is made twice");
  }

  @Test
  void leastRecentlyFreedBlocksAreLostFirstAndTailsBeforeHeads() {
    EngineLimits six = PLAIN.withKvBlocks(OptionalInt.of(6));
    EngineRun run = new EngineRun();
    Engine engine = new Engine(six, COST, 1, run);
    Sequence again = new Sequence(3, 64, 1, new long[] {1, 2, 3, 4});
    run.run(
        engine,
        List.of(
            new EngineRun.Arrival(0, new Sequence(1, 64, 1, new long[] {1, 2, 3, 4})),
            // Needs 3 blocks: 2 were never used, 1 is taken from the tail of the first.
            new EngineRun.Arrival(ms(100), new Sequence(2, 48, 1, new long[] {7, 8, 9})),
            new EngineRun.Arrival(ms(200), again)),
        e -> {});
    assertEquals(48, again.cachedTokens());
    assertEquals(2, engine.cache().evictions(), "one by 2, then one by 3");
  }

  @Test
  void aFullQueueRefusesAndAFreeSlotDoesNot() {
    EngineLimits one = PLAIN.withMaxNumSeqs(1).withQueueLimit(OptionalInt.of(1));
    EngineRun run =
        run(
            one,
            new Sequence(1, 10, 5, new long[0]),
            new Sequence(2, 10, 5, new long[0]),
            new Sequence(3, 10, 5, new long[0]));
    assertEquals(1, run.refused);
    assertFalse(run.tokens.containsKey(3L));
  }

  @Test
  void perfectDraftsMakeSeveralTokensAStep() {
    EngineLimits drafts =
        new EngineLimits(
            8,
            100,
            1000,
            16,
            OptionalInt.empty(),
            true,
            true,
            OptionalInt.empty(),
            true,
            false,
            OptionalInt.empty(),
            new Speculation(3, 1));
    EngineRun run = run(drafts, new Sequence(1, 100, 9, new long[0]));
    // The first token with the prompt, then 4 and 4.
    assertEquals(ms(11 + 10 + 10), run.lastNanos.get(1L));
  }

  @Test
  void aStepTakesLongerWhileAnEngineIsThrottled() {
    EngineRun run = new EngineRun();
    Engine engine =
        new Engine(
            PLAIN, COST, 0, at -> at >= ms(11) ? 3 : 1, new SeededStreams(1).stream("engine"), run);
    run.run(
        engine, List.of(new EngineRun.Arrival(0, new Sequence(1, 100, 3, new long[0]))), e -> {});
    assertEquals(ms(11 + 30 + 30), run.lastNanos.get(1L));
  }
}
