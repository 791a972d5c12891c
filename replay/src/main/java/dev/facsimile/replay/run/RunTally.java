package dev.facsimile.replay.run;

import dev.facsimile.trace.header.RunManifest.Counts;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;

/** Adds up a run's outcomes. Holds seven longs per request that was sent. */
final class RunTally {
  private final Accounting accounting = new Accounting();
  private final LongSeries wake = new LongSeries();
  private final LongSeries connect = new LongSeries();
  private final LongSeries write = new LongSeries();
  private final LongSeries wakeAndWrite = new LongSeries();
  private final LongSeries lag = new LongSeries();
  private final LongSeries ttftFromDispatch = new LongSeries();
  private final LongSeries ttftFromSchedule = new LongSeries();

  void add(Outcome outcome) {
    accounting.add(outcome);
    if (outcome instanceof Outcome.Dispatched sent) {
      wake.add(sent.wakeLagNanos());
      connect.add(sent.connectLagNanos());
      write.add(sent.writeLagNanos());
      wakeAndWrite.add(sent.wakeLagNanos() + sent.writeLagNanos());
      lag.add(sent.sendLagNanos());
      sent.ttftFromDispatchNanos().ifPresent(ttftFromDispatch::add);
      sent.ttftFromScheduleNanos().ifPresent(ttftFromSchedule::add);
    }
  }

  Counts counts() {
    return accounting.counts();
  }

  Percentiles wake() {
    return Percentiles.of(wake.toArray());
  }

  Percentiles connect() {
    return Percentiles.of(connect.toArray());
  }

  Percentiles write() {
    return Percentiles.of(write.toArray());
  }

  /** Lateness that only the client can be blamed for. */
  Percentiles wakeAndWrite() {
    return Percentiles.of(wakeAndWrite.toArray());
  }

  /** Send lag, the user's own cap included. */
  Percentiles lag() {
    return Percentiles.of(lag.toArray());
  }

  Percentiles ttftFromDispatch() {
    return Percentiles.of(ttftFromDispatch.toArray());
  }

  Percentiles ttftFromSchedule() {
    return Percentiles.of(ttftFromSchedule.toArray());
  }
}
