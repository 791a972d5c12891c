package dev.facsimile.replay.simulator.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.engine.StepCost;
import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fits of profiles: to real runs, judged on what the fit has not seen, and to made ones. */
class ProfileFitTest {
  @TempDir private Path folder;

  @Test
  void twoRealRunsAreReproducedFromTheirFirstHalves() throws IOException {
    for (String gpu : new String[] {"RTX4090", "RTXPRO6000"}) {
      Path file = SharedData.require("llmservingsim/" + gpu + "_Llama-3.1-8B_vllm_requests.jsonl");
      RecordedRun run = EngineRecords.read(file);
      FitComparison whole = FitComparison.of(run, ProfileFit.of(run, 0.5, ""));
      assertTrue(whole.isGood(), gpu + ": " + whole);
      assertTrue(whole.queueError().getAsDouble() < 0.1, gpu + ": " + whole.queueError());
    }
  }

  @Test
  void theSizeOfAMemoryThatNobodyToldIsFound() {
    // A tenth: the fit sees the memory only through when requests start.
    Profile truth = truth(OptionalInt.of(1500));
    RecordedRun run = made(truth, 110, 8);
    Profile fitted = ProfileFit.of(run, 0.5, "");
    assertEquals(1500, fitted.limits().kvBlocks().getAsInt(), 150);
    assertTrue(FitComparison.of(run, fitted).isGood());
  }

  @Test
  void aMemoryThatWasNeverFullIsNotMadeUp() {
    RecordedRun run = made(truth(OptionalInt.empty()), 110, 8);
    Profile fitted = ProfileFit.of(run, 0.5, "");
    assertTrue(fitted.limits().kvBlocks().isEmpty());
    assertTrue(FitComparison.of(run, fitted).isGood());
  }

  @Test
  void aRunTooShortToFitIsRefused() {
    RecordedRun run = made(truth(OptionalInt.empty()), 8, 8);
    assertThrows(IllegalArgumentException.class, () -> ProfileFit.of(run, 0.5, ""));
  }

  @Test
  void recordsOfARunArePutOnOneClock() throws IOException {
    Path file = folder.resolve("a_requests.jsonl");
    Files.writeString(
        file,
        """
        {"input_toks": 10, "output_toks": 3, "arrival_time": 1000.0, "queued_ts": 5.0, "first_token_ts": 5.5, "last_token_ts": 6.0}
        {"input_toks": 20, "output_toks": 1, "arrival_time": 1001.0, "queued_ts": 6.2, "first_token_ts": 6.5, "last_token_ts": 6.5}
        {"input_toks": 20, "output_toks": 0, "arrival_time": 1001.0, "queued_ts": 6.2, "first_token_ts": null, "last_token_ts": null}
        """);
    Files.writeString(folder.resolve("a_timeseries.csv"), "t,running,waiting\n1.0,1,0\n2.0,2,5\n");
    Files.writeString(
        folder.resolve("a_meta.json"),
        """
        {"engine_kwargs": {"max_num_seqs": 12, "max_num_batched_tokens": 512},
         "kv_cache": {"num_gpu_blocks": 77, "block_size": 32}}
        """);
    RecordedRun run = EngineRecords.read(file);
    assertEquals(2, run.requests().size(), "one never had a token");
    assertEquals(500_000_000L, run.requests().get(0).ttftNanos());
    assertEquals(500_000_000L, run.requests().get(1).ttftNanos(), "0.2 s before the engine knew");
    assertEquals(12, run.limits().maxNumSeqs());
    assertEquals(77, run.limits().kvBlocks().getAsInt());
    assertEquals(32, run.limits().blockTokens());
    assertEquals(5, run.series().get(1).waiting());
  }

  @Test
  void aRecordWithoutTimesIsRefusedWithItsLine() throws IOException {
    Path file = folder.resolve("requests.jsonl");
    Files.writeString(file, "{\"input_toks\": 10, \"output_toks\": 3}\n");
    InputException refused = assertThrows(InputException.class, () -> EngineRecords.read(file));
    assertTrue(refused.getMessage().contains("line 1: arrival_time is"), refused.getMessage());
  }

  private static Profile truth(OptionalInt blocks) {
    EngineLimits limits = EngineLimits.DEFAULT.withMaxNumSeqs(64).withKvBlocks(blocks);
    return new Profile("truth", "", limits, new StepCost(9e6, 2e6, 60_000, 1, 30_000, 50), 0, 0, 1);
  }

  /** A run of the model itself, as a recorder would have seen it. */
  private static RecordedRun made(Profile truth, int requests, double perSecond) {
    UniformRandomProvider random = new SeededStreams(3).stream("fit");
    List<RecordedRequest> plan = new ArrayList<>();
    double at = 0;
    for (int i = 0; i < requests; i++) {
      plan.add(
          new RecordedRequest(
              100 + random.nextInt(1500),
              100 + random.nextInt(500),
              new long[0],
              Math.round(at),
              Math.round(at),
              Math.round(at)));
      at -= StrictMath.log(1 - random.nextDouble()) * 1e9 / perSecond;
    }
    List<LoadSample> seconds = new ArrayList<>();
    for (int i = 1; i < 200; i++) {
      seconds.add(new LoadSample(i * 1_000_000_000L, 0, 0));
    }
    RecordedRun planned = new RecordedRun("made", truth.limits(), false, plan, seconds);
    SimulatedTimes times = SimulatedTimes.of(planned, truth);
    EngineLimits told = truth.limits().withKvBlocks(OptionalInt.empty());
    return new RecordedRun("made", told, false, times.requests(), times.series());
  }
}
