package dev.facsimile.analyze.run;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Gaps;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.outcome.Sending;
import dev.facsimile.trace.outcome.ServerTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Run folders made for tests; outcomes come from the test, all else is worked out from them. */
final class RunFixture {
  static final long MS = 1_000_000L;

  private RunFixture() {}

  /** A plan: due at {@code dueMs}, 100 tokens in, {@code outputTokens} out. */
  static Planned planned(int index, long dueMs, int outputTokens) {
    return new Planned(
        Request.of("r" + index, dueMs * MS, 100, outputTokens), Optional.empty(), dueMs * MS);
  }

  /** Sent {@code lagMs} late, all of it in the client's queue. */
  static Sending sending(Planned planned, long lagMs) {
    long due = planned.scheduledNanos();
    long sent = due + lagMs * MS;
    return new Sending(due, sent, OptionalLong.empty(), sent, OptionalLong.of(sent), 1);
  }

  /** A streamed answer: first token {@code ttftMs} after the dispatch, then one each 10 ms. */
  static Answer answer(Sending sending, long ttftMs, int tokens) {
    long first = sending.dispatchedNanos() + ttftMs * MS;
    long[] gaps = new long[Math.max(0, tokens - 1)];
    java.util.Arrays.fill(gaps, 10 * MS);
    OptionalLong none = OptionalLong.empty();
    return new Answer(
        OptionalLong.of(first),
        tokens == 0 ? none : OptionalLong.of(first),
        tokens == 0 ? none : OptionalLong.of(first + (tokens - 1) * 10 * MS),
        OptionalInt.of(200),
        Optional.of("stop"),
        new Answer.Usage(OptionalInt.of(100), OptionalInt.of(tokens), OptionalInt.empty()),
        ServerTimes.UNKNOWN,
        tokens,
        OptionalInt.empty(),
        true,
        Gaps.of(gaps));
  }

  /** A completed request of {@code tokens} tokens that left on time. */
  static Outcome completed(int index, long dueMs, long ttftMs, int tokens) {
    Planned planned = planned(index, dueMs, tokens);
    Sending sending = sending(planned, 0);
    Answer answer = answer(sending, ttftMs, tokens);
    return new Outcome.Completed(
        planned,
        sending,
        answer,
        answer.lastTokenNanos().orElse(sending.dispatchedNanos() + ttftMs * MS));
  }

  /** Writes a complete, approved run. */
  static RunFolder write(Path folder, List<Outcome> outcomes) throws IOException {
    return write(folder, outcomes, Provenance.NONE, RunManifest.State.COMPLETE);
  }

  /** Writes a run. */
  static RunFolder write(
      Path folder, List<Outcome> outcomes, Provenance provenance, RunManifest.State state)
      throws IOException {
    Accounting accounting = new Accounting();
    long end = 0;
    try (RunWriter writer = RunWriter.create(folder, false)) {
      for (Outcome outcome : outcomes) {
        writer.write(outcome);
        accounting.add(outcome);
        end = Math.max(end, outcome.endNanos());
      }
      writer.finish(manifest(accounting.counts(), end, provenance, state), series(outcomes, end));
    }
    return RunFolder.open(folder);
  }

  /** A provenance with one step that let an unapproved trace through. */
  static Provenance unapproved() {
    return Provenance.NONE.then(
        new Step(
            "synth fit", ToolVersion.CURRENT, new TreeMap<>(), Optional.empty(), List.of(), true));
  }

  static RunManifest manifest(
      RunManifest.Counts counts, long end, Provenance provenance, RunManifest.State state) {
    return new RunManifest(
        RunManifest.FORMAT,
        RunManifest.VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        state,
        "2026-01-01T00:00:00Z",
        end,
        new RunManifest.Load("open", 1, OptionalInt.empty(), OptionalInt.of(64)),
        new RunManifest.Workload(
            "00".repeat(32),
            Optional.of(7L),
            counts.offered(),
            Optional.empty(),
            OptionalLong.empty()),
        new RunManifest.Target(
            "http://127.0.0.1:8080", "openai-chat", "simulated", Optional.empty()),
        new TreeMap<>(),
        counts,
        new RunManifest.Client(
            RunManifest.Verdict.VALID,
            List.of(),
            200_000,
            400_000,
            100_000,
            900_000,
            2_000_000,
            5_000_000,
            1_000_000_000),
        new RunManifest.Host("Linux", 2, "JVM 17"),
        provenance);
  }

  private static List<Second> series(List<Outcome> outcomes, long end) {
    int seconds = (int) (end / 1_000_000_000L) + 1;
    int[][] counts = new int[6][seconds];
    for (Outcome outcome : outcomes) {
      counts[0][second(outcome.planned().scheduledNanos())]++;
      int ended = second(outcome.endNanos());
      if (outcome instanceof Outcome.Dispatched sent) {
        int from = second(sent.sending().dispatchedNanos());
        counts[1][from]++;
        for (int s = from; s < ended; s++) {
          counts[5][s]++;
        }
      }
      switch (outcome.status()) {
        case COMPLETED -> counts[2][ended]++;
        case REJECTED -> counts[3][ended]++;
        case TIMED_OUT, CANCELLED, FAILED -> counts[4][ended]++;
        case NEVER_SENT -> {}
      }
    }
    List<Second> series = new ArrayList<>();
    for (int s = 0; s < seconds; s++) {
      series.add(
          new Second(
              s,
              counts[0][s],
              counts[1][s],
              counts[2][s],
              counts[3][s],
              counts[4][s],
              counts[5][s],
              counts[5][s] * 50L,
              0,
              0,
              0));
    }
    return series;
  }

  private static int second(long nanos) {
    return (int) (nanos / 1_000_000_000L);
  }
}
