package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Window;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * What a generator that died was to send and told nothing of: as never sent, each at its own time.
 * Some of it may have left; nobody knows.
 */
final class LostRows implements Rows<Outcome> {
  private final ReplayOptions options;
  private final CutRows rows;
  private final Set<String> told;
  private final String reason;
  private final SecondCounts offered = new SecondCounts();
  private long lost;

  /**
   * Rows of one shard.
   *
   * @param options of the run, cut to the shard
   * @param told the requests that have an outcome
   */
  LostRows(WorkloadSource source, ReplayOptions options, Set<String> told) throws IOException {
    this.options = options;
    this.rows = new CutRows(source, options);
    this.told = told;
    this.reason =
        "the generator of shard " + options.cut().shard().orElseThrow() + " ended before it";
  }

  @Override
  public Optional<Outcome> next() throws IOException {
    for (Optional<WorkloadRow> row = rows.next(); row.isPresent(); row = rows.next()) {
      if (!told.contains(row.get().request().id())) {
        return Optional.of(neverSent(row.get()));
      }
    }
    return Optional.empty();
  }

  private Outcome neverSent(WorkloadRow row) {
    long due = rows.dueNanos().orElseThrow();
    Optional<String> window = Window.of(options.allWindows(), due);
    lost++;
    offered.add(due);
    return new Outcome.NeverSent(
        new Planned(row.request(), window.isPresent() ? window : row.intent().phase(), due),
        due,
        reason);
  }

  /** How many there were so far. */
  long lost() {
    return lost;
  }

  /** In which seconds they were due. */
  SecondCounts offered() {
    return offered;
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
