package dev.facsimile.trace.file;

import static dev.facsimile.trace.file.TraceFileTest.all;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Rows3;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Gaps;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.outcome.Sending;
import dev.facsimile.trace.outcome.ServerTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  private static final Planned PLANNED = new Planned(Rows3.FULL, Optional.of("spike"), 100);
  private static final Sending SENDING =
      new Sending(101, 102, OptionalLong.of(103), 104, OptionalLong.of(105), 1);
  private static final Answer ANSWER =
      new Answer(
          OptionalLong.of(110),
          OptionalLong.of(120),
          OptionalLong.of(150),
          OptionalInt.of(200),
          Optional.of("stop"),
          new Answer.Usage(OptionalInt.of(9), OptionalInt.of(4), OptionalInt.of(8)),
          new ServerTimes(
              OptionalLong.of(3), OptionalLong.empty(), OptionalLong.of(0), Optional.of("vllm")),
          3,
          OptionalInt.of(5),
          true,
          Gaps.of(10, 20));
  private static final List<Outcome> OUTCOMES =
      List.of(
          new Outcome.Completed(PLANNED, SENDING, ANSWER, 160),
          new Outcome.Rejected(PLANNED, SENDING, Answer.NONE, 160, "429"),
          new Outcome.TimedOut(PLANNED, SENDING, ANSWER, 160, "total"),
          new Outcome.Cancelled(PLANNED, SENDING, ANSWER, 160, "run end"),
          new Outcome.Failed(PLANNED, SENDING, Answer.NONE, 160, "reset"),
          new Outcome.NeverSent(PLANNED, 130, "connect: refused"));
  private static final Second SECOND = new Second(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

  @TempDir private Path folder;

  private RunManifest manifest() {
    Accounting accounting = new Accounting();
    OUTCOMES.forEach(accounting::add);
    return Headers.run(accounting.counts());
  }

  private void write(Path run, boolean overwrite) throws IOException {
    try (RunWriter writer = RunWriter.create(run, overwrite)) {
      for (Outcome outcome : OUTCOMES) {
        writer.write(outcome);
      }
      writer.finish(manifest(), List.of(SECOND));
    }
  }

  @Test
  void everyOutcomeComesBackAsItWas() throws IOException {
    Path run = folder.resolve("run");
    write(run, false);
    RunFolder read = RunFolder.open(run);
    assertEquals(OUTCOMES, all(read.outcomes()));
    assertEquals(List.of(SECOND), all(read.series()));
    assertEquals(manifest(), read.manifest());
  }

  @Test
  void countsThatComeLaterAreFoundByTheirOutcome() throws IOException {
    Path run = folder.resolve("run");
    try (RunWriter writer = RunWriter.create(run, false)) {
      long first = writer.write(OUTCOMES.get(1));
      writer.write(OUTCOMES.get(2));
      long third = writer.write(OUTCOMES.get(4));
      writer.count(first, 7);
      writer.write(OUTCOMES.get(5));
      writer.count(third, 0);
      writer.finish(manifest(), List.of(SECOND));
    }
    assertEquals(
        List.of(
            new Outcome.Rejected(PLANNED, SENDING, Answer.NONE.counted(7), 160, "429"),
            OUTCOMES.get(2),
            new Outcome.Failed(PLANNED, SENDING, Answer.NONE.counted(0), 160, "reset"),
            OUTCOMES.get(5)),
        all(RunFolder.open(run).outcomes()));
    try (var files = Files.list(run)) {
      assertTrue(files.noneMatch(f -> f.toString().endsWith(".journal")));
    }
  }

  @Test
  void anEarlierRunIsNotReplacedUnlessAllowed() throws IOException {
    Path run = folder.resolve("run");
    write(run, false);
    InputException refused = assertThrows(InputException.class, () -> write(run, false));
    assertTrue(refused.getMessage().contains("holds an earlier run"));
    write(run, true);
    assertEquals(6, all(RunFolder.open(run).outcomes()).size());
  }

  @Test
  void aFolderWithOtherThingsIsNeverReplaced() throws IOException {
    Files.writeString(folder.resolve("thesis.txt"), "precious");
    assertThrows(InputException.class, () -> write(folder, true));
    assertTrue(Files.exists(folder.resolve("thesis.txt")));
  }

  @Test
  void anUnfinishedRunLeavesNoFolder() throws IOException {
    Path run = folder.resolve("run");
    try (RunWriter writer = RunWriter.create(run, false)) {
      writer.write(OUTCOMES.get(0));
    }
    assertFalse(Files.exists(run));
    try (var left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void theAccountingAddsUp() {
    RunManifest.Counts counts = manifest().counts();
    assertEquals(new RunManifest.Counts(6, 1, 5, 3, 1, 1, 1, 1, 1), counts);
    assertThrows(
        IllegalArgumentException.class, () -> new RunManifest.Counts(6, 2, 5, 3, 1, 1, 1, 1, 1));
    assertThrows(
        IllegalArgumentException.class, () -> new RunManifest.Counts(6, 1, 5, 3, 2, 1, 1, 1, 1));
  }

  @Test
  void theSendLagIsTheSumOfItsParts() {
    Outcome.Dispatched sent = (Outcome.Dispatched) OUTCOMES.get(0);
    assertEquals(4, sent.sendLagNanos());
    assertEquals(1, sent.wakeLagNanos());
    assertEquals(1, sent.slotLagNanos());
    assertEquals(1, sent.connectLagNanos());
    assertEquals(1, sent.writeLagNanos());
  }

  @Test
  void latenciesCountFromDispatchAndFromSchedule() {
    Outcome.Dispatched sent = (Outcome.Dispatched) OUTCOMES.get(0);
    assertEquals(OptionalLong.of(16), sent.ttftFromDispatchNanos());
    assertEquals(OptionalLong.of(20), sent.ttftFromScheduleNanos());
    assertEquals(OptionalLong.of(46), sent.e2eFromDispatchNanos());
    assertEquals(OptionalLong.of(50), sent.e2eFromScheduleNanos());
    // Four tokens by usage: three steps in 30 ns.
    assertEquals(OptionalLong.of(10), sent.answer().itlNanos());
  }
}
