package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.prompt.PromptPlan;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;

/**
 * What several runs of one workload have in common.
 *
 * @param source the workload
 * @param options of each run but for its load
 * @param admission how the workload was let in
 * @param wallClock tells the date
 * @param prompts how prompts of exact token counts are written; absent for one word for each token
 */
public record RunSeries(
    WorkloadSource source,
    ReplayOptions options,
    Admission admission,
    Clock wallClock,
    Optional<PromptPlan> prompts) {

  /** One of them. */
  ReplayRun run(Load load) throws IOException {
    return new ReplayRun(
        source, options.with(load), admission, wallClock, prompts.map(PromptPlan::anew));
  }
}
