package dev.facsimile.trace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.ServerSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunJournalTest {
  private static final Attempt ATTEMPT =
      new Attempt(
          "r1",
          1,
          RequestStatus.REJECTED,
          5,
          OptionalLong.of(6),
          OptionalLong.empty(),
          9,
          OptionalInt.of(429),
          OptionalLong.of(2_000_000_000L),
          Optional.of("HTTP 429"));
  private static final ServerSample SAMPLE =
      new ServerSample(1_000, "http://s:1", "vllm:kv_cache_usage_perc", "worker=\"0\"", 0.125);

  private static final RunManifest RUN =
      Headers.run(new RunManifest.Counts(0, 0, 0, 0, 0, 0, 0, 0, 0));

  @TempDir private Path folder;

  private static Outcome outcome(String id) {
    return new Outcome.NeverSent(
        new Planned(Request.of(id, 3, 10, 20), Optional.of("steady"), 7), 8, "connect: refused");
  }

  private static <T> List<T> all(Rows<T> rows) throws IOException {
    List<T> list = new ArrayList<>();
    try (rows) {
      for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
        list.add(row.get());
      }
    }
    return list;
  }

  /** A journal as a process that is gone left it: the name says another process. */
  private Path crashed() throws IOException {
    Path run = folder.resolve("run");
    Path kept;
    try (RunWriter writer = RunWriter.create(run, false)) {
      writer.begin(RUN);
      writer.write(outcome("a"));
      writer.write(outcome("b"));
      writer.flush();
      kept = writer.keepJournal();
    }
    // No process has this number: Linux gives at most 4,194,304.
    return Files.move(kept, folder.resolve(".run.999999999.tmp"));
  }

  @Test
  void aFinishedRunHoldsItsAttemptsAndItsServersFigures() throws IOException {
    Path run = folder.resolve("run");
    try (RunWriter writer = RunWriter.create(run, false)) {
      writer.write(outcome("a"));
      writer.write(ATTEMPT);
      writer.write(SAMPLE);
      writer.response("{\"request_id\":\"a\"}");
      writer.finish(RUN, List.of());
    }
    RunFolder read = RunFolder.open(run);
    assertEquals(List.of(outcome("a")), all(read.outcomes()));
    assertEquals(List.of(ATTEMPT), all(read.attempts()));
    assertEquals(List.of(SAMPLE), all(read.serverSamples()));
    assertEquals("{\"request_id\":\"a\"}\n", Files.readString(read.responses().orElseThrow()));
    try (var left = Files.list(run)) {
      assertTrue(left.noneMatch(p -> p.toString().endsWith(RunWriter.JOURNAL)));
    }
  }

  @Test
  void aRunWithoutAttemptsHasNone() throws IOException {
    Path run = folder.resolve("run");
    try (RunWriter writer = RunWriter.create(run, false)) {
      writer.finish(RUN, List.of());
    }
    RunFolder read = RunFolder.open(run);
    assertEquals(List.of(), all(read.attempts()));
    assertEquals(List.of(), all(read.serverSamples()));
    assertFalse(read.responses().isPresent());
  }

  @Test
  void whatWasFlushedBeforeACrashIsRecoveredUnderTheRunsName() throws IOException {
    crashed();
    RunJournal journal = RunJournal.find(folder.resolve("run"));
    assertEquals(List.of(outcome("a"), outcome("b")), all(journal.outcomes()));
    journal.finish(journal.start(), List.of());
    assertEquals(
        List.of(outcome("a"), outcome("b")), all(RunFolder.open(folder.resolve("run")).outcomes()));
  }

  @Test
  void aTornRowEndsTheJournalAndTheRowsBeforeItStand() throws IOException {
    Path file = RunWriter.journal(crashed(), RunFolder.OUTCOMES);
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      int whole = length < bytes.length / 2 ? 0 : 1;
      assertEquals(whole, all(Journal.rows(file, new OutcomeCodec())).size(), "at " + length);
    }
  }

  @Test
  void aDamagedRowIsNotTakenForARow() throws IOException {
    Path file = RunWriter.journal(crashed(), RunFolder.OUTCOMES);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 3] ^= 1;
    Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
    assertEquals(List.of(outcome("a")), all(Journal.rows(file, new OutcomeCodec())));
  }

  @Test
  void aRunThatIsStillGoingOnIsNotRecovered() throws IOException {
    try (RunWriter writer = RunWriter.create(folder.resolve("run"), false)) {
      writer.begin(RUN);
      writer.flush();
      InputException refused =
          assertThrows(InputException.class, () -> RunJournal.find(folder.resolve("run")));
      assertTrue(refused.getMessage().contains("has not ended"), refused.getMessage());
    }
    assertThrows(InputException.class, () -> RunJournal.find(folder.resolve("run")));
  }

  @Test
  void anotherProcessOfTheSameNumberDoesNotHoldARunBack() throws IOException {
    // In containers every generator is process 1, and so is the shell that recovers.
    ProcessHandle own = ProcessHandle.current();
    Path left = Files.move(crashed(), folder.resolve(".run." + own.pid() + ".tmp"));
    Files.setLastModifiedTime(
        left.resolve("run.json.journal"),
        FileTime.from(own.info().startInstant().orElseThrow().minusSeconds(10)));
    assertEquals(left, RunJournal.find(folder.resolve("run")).folder());
  }

  @Test
  void literalMessagesPassThroughAWorkloadWordForWord() throws IOException {
    String messages = "[{\"role\":\"user\",\"content\":\"a \\\"b\\\"\\né\"}]";
    WorkloadRow row =
        new WorkloadRow(Request.of("r", 0, 5, 6), Intent.PLAIN, Optional.of(messages));
    for (String name : List.of("w.jsonl", "w.parquet")) {
      Path file = folder.resolve(name);
      try (WorkloadWriter writer = WorkloadWriter.create(file, Headers.workload())) {
        writer.write(row);
        writer.finish();
      }
      assertEquals(List.of(row), all(WorkloadSource.open(file).rows()), name);
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new WorkloadRow(row.request(), Intent.PLAIN, Optional.of("\"text\"")));
  }
}
