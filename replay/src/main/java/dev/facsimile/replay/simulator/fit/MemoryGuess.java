package dev.facsimile.replay.simulator.fit;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Whether memory held a recorded engine back, and how much it may have had: in seconds in which
 * requests waited although slots were free, what the running ones held is about all there was.
 */
final class MemoryGuess {
  /**
   * Of the seconds in which anything waited, the share with free slots that tells a full memory.
   */
  private static final double SHARE = 0.1;

  private MemoryGuess() {}

  /**
   * KV blocks to begin a search with; empty if the run tells its memory, or never filled it.
   *
   * @param cutNanos what happened later is not looked at
   */
  static OptionalInt of(RecordedRun run, long cutNanos) {
    if (run.memoryKnown()) {
      return OptionalInt.empty();
    }
    List<LoadSample> queued =
        run.series().stream().filter(s -> s.atNanos() <= cutNanos && s.waiting() >= 1).toList();
    List<LoadSample> free =
        queued.stream().filter(s -> s.running() < 0.97 * run.limits().maxNumSeqs()).toList();
    if (free.isEmpty() || free.size() < SHARE * queued.size()) {
      return OptionalInt.empty();
    }
    double[] held = free.stream().mapToDouble(s -> tokensHeld(run, s)).sorted().toArray();
    double middle = Arrays.stream(held).skip(held.length / 2).findFirst().orElseThrow();
    return OptionalInt.of((int) Math.max(16, Math.round(middle / run.limits().blockTokens())));
  }

  /** Mean tokens of the requests that had begun, times those that the engine says ran. */
  private static double tokensHeld(RecordedRun run, LoadSample sample) {
    double tokens = 0;
    int begun = 0;
    for (RecordedRequest request : run.requests()) {
      if (request.firstTokenNanos() <= sample.atNanos()
          && sample.atNanos() < request.lastTokenNanos()) {
        double share =
            (double) (sample.atNanos() - request.firstTokenNanos())
                / (request.lastTokenNanos() - request.firstTokenNanos());
        tokens += request.promptTokens() + share * request.outputTokens();
        begun++;
      }
    }
    return begun == 0 ? 0 : tokens / begun * sample.running();
  }
}
