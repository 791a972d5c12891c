package dev.facsimile.analyze.fidelity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.RunManifest.Counts;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Sending;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SideReaderTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path scratch;

  @Test
  void aRunIsWhatWasReallySentTimesItsSpeed() throws IOException {
    Path folder = scratch.resolve("run");
    try (RunWriter run = RunWriter.create(folder, false)) {
      // In the order in which they ended; all three were to leave at once.
      run.write(sent("b", 30, 2 * SECOND));
      run.write(sent("a", 10, SECOND));
      run.write(new Outcome.NeverSent(planned("c", 50), 3 * SECOND, "run end"));
      run.finish(Headers.run(new Counts(3, 1, 2, 0, 0, 0, 0, 0, 2)), List.of());
    }

    Side side = SideReader.read(RunFolder.open(folder), Admission.CARRIED, Progress.SILENT);

    assertEquals(Side.Kind.RUN, side.kind());
    assertEquals(1, side.leftOut());
    // The manifest's speed is 20 workload seconds a second.
    assertArrayEquals(new long[] {20 * SECOND, 40 * SECOND}, side.traffic().arrivals());
    assertArrayEquals(new int[] {10, 30}, side.traffic().inputs());
  }

  @Test
  void aRunThatSentNothingIsRefused() throws IOException {
    Path folder = scratch.resolve("run");
    try (RunWriter run = RunWriter.create(folder, false)) {
      run.write(new Outcome.NeverSent(planned("c", 50), 3 * SECOND, "run end"));
      run.finish(Headers.run(new Counts(1, 1, 0, 0, 0, 0, 0, 0, 0)), List.of());
    }
    RunFolder run = RunFolder.open(folder);

    InputException refused =
        assertThrows(
            InputException.class, () -> SideReader.read(run, Admission.CARRIED, Progress.SILENT));

    assertTrue(refused.getMessage().contains("holds no request that was sent"));
  }

  @Test
  void aWorkloadBringsItsDeclaredChangesAndItsSeed() throws IOException {
    Path file = scratch.resolve("w.jsonl");
    try (WorkloadWriter workload = WorkloadWriter.create(file, Headers.workload())) {
      workload.write(new WorkloadRow(Request.of("a", 5, 7, 3), Intent.PLAIN));
      workload.finish();
    }

    Side side = SideReader.read(WorkloadSource.open(file), Admission.UNAPPROVED, Progress.SILENT);

    assertEquals(Side.Kind.WORKLOAD, side.kind());
    assertEquals(List.of("rate × 2"), side.declaredChanges());
    assertEquals(Optional.of(42L), side.seed());
    assertTrue(side.unapproved());
    assertArrayEquals(new int[] {3}, side.traffic().outputs());
  }

  private static Planned planned(String id, int inputTokens) {
    return new Planned(Request.of(id, 0, inputTokens, 5), Optional.empty(), 0);
  }

  private static Outcome sent(String id, int inputTokens, long dispatchedNanos) {
    Sending sending =
        new Sending(0, 0, OptionalLong.empty(), dispatchedNanos, OptionalLong.empty(), 1);
    return new Outcome.Failed(
        planned(id, inputTokens), sending, Answer.NONE, dispatchedNanos + SECOND, "reset");
  }
}
