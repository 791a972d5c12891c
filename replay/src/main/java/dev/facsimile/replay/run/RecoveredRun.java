package dev.facsimile.replay.run;

import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunJournal;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.stats.Percentiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a run folder of what a run that crashed has left. It is marked as partial. The client's
 * processor time, its collections and its loop's delay are not known: they are 0, and the verdict
 * rests on the send lag alone. Holds what {@link RunTally} holds.
 */
public final class RecoveredRun {
  /** Why a recovered run ended, in its manifest. */
  static final String BECAUSE = "recovered from the journal of a run that crashed";

  private static final long SECOND = 1_000_000_000L;

  private RecoveredRun() {}

  /**
   * Recovers a run.
   *
   * @param path the run folder's name, or its temporary folder
   * @return the manifest written
   */
  public static RunManifest recover(Path path) throws IOException {
    RunJournal journal = RunJournal.find(path);
    RunTally tally = new RunTally();
    TreeMap<Long, int[]> seconds = new TreeMap<>();
    long endNanos = 0;
    try (Rows<Outcome> rows = journal.outcomes()) {
      for (Optional<Outcome> row = rows.next(); row.isPresent(); row = rows.next()) {
        tally.add(row.get());
        count(row.get(), seconds);
        endNanos = Math.max(endNanos, row.get().endNanos());
      }
    }
    if (tally.counts().offered() == 0) {
      throw new InputException(path, "its journal holds no outcome, there is nothing to recover");
    }
    RunManifest manifest = manifest(journal.start(), endNanos, tally);
    journal.finish(manifest, series(seconds));
    return manifest;
  }

  private static RunManifest manifest(RunManifest start, long endNanos, RunTally tally) {
    ClientVerdict verdict = ClientVerdict.ofLag(at99(tally.wakeAndWrite()));
    Percentiles lag = tally.lag();
    return new RunManifest(
        start.format(),
        start.formatVersion(),
        start.methodVersion(),
        start.toolVersion(),
        RunManifest.State.PARTIAL,
        start.startedAt(),
        endNanos,
        start.load(),
        start.workload(),
        start.target(),
        start.options(),
        tally.counts(),
        new RunManifest.Client(
            verdict.verdict(),
            verdict.reasons(),
            at99(tally.wake()),
            at99(tally.connect()),
            at99(tally.write()),
            at99(lag),
            lag.isEmpty() ? 0 : lag.max(),
            0,
            0),
        start.host(),
        start.provenance(),
        start
            .details()
            .map(
                d ->
                    new RunManifest.Details(
                        d.retries(),
                        Optional.of(BECAUSE),
                        d.probe(),
                        d.context(),
                        Optional.empty())));
  }

  private static long at99(Percentiles values) {
    return values.isEmpty() ? 0 : values.at(99);
  }

  private static final int OFFERED = 0;
  private static final int DISPATCHED = 1;
  private static final int COMPLETED = 2;
  private static final int REJECTED = 3;
  private static final int FAILED = 4;
  private static final int COLUMNS = 5;

  private static void count(Outcome outcome, TreeMap<Long, int[]> seconds) {
    add(seconds, outcome.planned().scheduledNanos(), OFFERED);
    if (outcome instanceof Outcome.Dispatched sent) {
      add(seconds, sent.sending().dispatchedNanos(), DISPATCHED);
    }
    RequestStatus status = outcome.status();
    if (status == RequestStatus.COMPLETED) {
      add(seconds, outcome.endNanos(), COMPLETED);
    } else if (status == RequestStatus.REJECTED) {
      add(seconds, outcome.endNanos(), REJECTED);
    } else if (status != RequestStatus.NEVER_SENT) {
      add(seconds, outcome.endNanos(), FAILED);
    }
  }

  private static void add(TreeMap<Long, int[]> seconds, long nanos, int column) {
    seconds.computeIfAbsent(nanos / SECOND, s -> new int[COLUMNS])[column]++;
  }

  /** The series as far as outcomes tell it. */
  private static List<Second> series(TreeMap<Long, int[]> seconds) {
    List<Second> series = new ArrayList<>();
    int inFlight = 0;
    for (long second = 0; second <= seconds.lastKey(); second++) {
      int[] c = seconds.getOrDefault(second, new int[COLUMNS]);
      inFlight += c[DISPATCHED] - c[COMPLETED] - c[REJECTED] - c[FAILED];
      series.add(
          new Second(
              second,
              c[OFFERED],
              c[DISPATCHED],
              c[COMPLETED],
              c[REJECTED],
              c[FAILED],
              inFlight,
              0,
              0,
              0,
              0));
    }
    return series;
  }
}
