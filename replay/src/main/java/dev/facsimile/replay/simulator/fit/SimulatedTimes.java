package dev.facsimile.replay.simulator.fit;

import dev.facsimile.replay.simulator.engine.Engine;
import dev.facsimile.replay.simulator.engine.EngineListener;
import dev.facsimile.replay.simulator.engine.EngineState;
import dev.facsimile.replay.simulator.engine.Sequence;
import dev.facsimile.replay.simulator.profile.Profile;
import java.util.ArrayList;
import java.util.List;

/**
 * A recorded run's requests through an engine model, at the times at which they came.
 *
 * @param requests with the times that the model gives, in the run's order
 * @param series the model's load at the times of the run's own series
 */
record SimulatedTimes(List<RecordedRequest> requests, List<LoadSample> series) {

  /** Simulates the whole run. */
  static SimulatedTimes of(RecordedRun run, Profile profile) {
    return until(run, profile, Long.MAX_VALUE);
  }

  /**
   * Simulates the run's start. Requests that have no token by then, or have not ended, are given
   * {@code untilNanos}, or their arrival if that is later.
   */
  static SimulatedTimes until(RecordedRun run, Profile profile, long untilNanos) {
    int count = run.requests().size();
    long[] first = new long[count];
    long[] last = new long[count];
    EngineListener listener =
        new EngineListener() {
          @Override
          public void tokens(Sequence sequence, int tokens, boolean end, long atNanos) {
            int index = (int) sequence.number();
            if (sequence.delivered() == tokens) {
              first[index] = atNanos;
            }
            last[index] = end ? atNanos : 0;
          }

          @Override
          public void lost(Sequence sequence, long atNanos) {
            throw new IllegalStateException("no engine dies in a fit");
          }
        };
    Engine engine = new Engine(profile.limits(), profile.cost(), 0, listener);
    List<LoadSample> series = drive(run, engine, profile.overheadNanos(), untilNanos);
    List<RecordedRequest> requests = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      requests.add(timed(run.requests().get(i), first[i], last[i], untilNanos));
    }
    return new SimulatedTimes(requests, series);
  }

  private static RecordedRequest timed(RecordedRequest real, long first, long last, long until) {
    long cut = Math.max(until, real.arrivalNanos());
    long firstToken = first > 0 ? first : cut;
    long lastToken = last > 0 ? last : Math.max(cut, firstToken);
    return new RecordedRequest(
        real.promptTokens(),
        real.outputTokens(),
        real.promptBlocks(),
        real.arrivalNanos(),
        firstToken,
        lastToken);
  }

  private static List<LoadSample> drive(
      RecordedRun run, Engine engine, long overheadNanos, long untilNanos) {
    List<LoadSample> series = new ArrayList<>();
    int next = 0;
    int sampled = 0;
    while (true) {
      long arrival =
          next < run.requests().size()
              ? run.requests().get(next).arrivalNanos() + overheadNanos
              : Long.MAX_VALUE;
      long step = engine.nextNanos().orElse(Long.MAX_VALUE);
      long now = Math.min(arrival, step);
      while (sampled < run.series().size()
          && run.series().get(sampled).atNanos() < now
          && run.series().get(sampled).atNanos() <= untilNanos) {
        EngineState state = engine.state();
        series.add(
            new LoadSample(
                run.series().get(sampled++).atNanos(), state.running(), state.waiting()));
      }
      if (now > untilNanos || now == Long.MAX_VALUE) {
        return series;
      }
      if (step <= arrival) {
        engine.advance();
      } else {
        RecordedRequest request = run.requests().get(next);
        engine.submit(
            new Sequence(
                next++, request.promptTokens(), request.outputTokens(), request.promptBlocks()),
            now);
      }
      engine.pump(now);
    }
  }
}
