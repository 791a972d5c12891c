package dev.facsimile.replay.run;

import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.engine.Engine;
import dev.facsimile.replay.engine.EngineSettings;
import dev.facsimile.replay.engine.Limits;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.PreparedRequest;
import dev.facsimile.replay.engine.RequestFeed;
import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import dev.facsimile.trace.text.PromptText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Runs the client's own code in before the run's zero, so that the just-in-time compiler's work
 * does not show as lag: a closed loop against a simulated server in the same process, never against
 * the server under test.
 */
final class WarmUp {
  private static final int REQUESTS = 6000;
  private static final int TOKENS = 20;
  private static final int CLIENTS = 32;
  private static final int ALONE = 50;
  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final ServerModel FAST =
      new ServerModel(
          32, OptionalInt.empty(), Duration.ofMillis(1), 1e9, Duration.ofNanos(200_000), 1);

  private WarmUp() {}

  /**
   * What a warm-up did.
   *
   * @param said in a sentence, for the manifest
   * @param ttftNanos median TTFT of requests sent one at a time at its end: what the client and
   *     loopback add to the millisecond that the simulated server takes
   */
  record Done(String said, OptionalLong ttftNanos) {
    static final Done NONE = new Done("none", OptionalLong.empty());
  }

  /** Runs it. */
  static Done run() throws IOException {
    try (SimulatedServer server = new SimulatedServer(FAST)) {
      server.start(0);
      Target target = Target.of("url", server.url());
      int sent = run(target, REQUESTS, CLIENTS).size();
      // One at a time, once the code is warm: nothing waits for anything else.
      return new Done(
          sent + " requests of " + TOKENS + " tokens to a simulated server on loopback",
          ttft(run(target, ALONE, 1)));
    }
  }

  private static List<Outcome> run(Target target, int requests, int clients) throws IOException {
    List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
    Endpoint endpoint = Endpoints.of(Endpoints.DEFAULT, new Endpoints.Settings("warm-up", true));
    PromptText prompts = new PromptText(new SeededStreams(0), Optional.empty());
    RequestBytes bytes =
        new RequestBytes(target, endpoint, prompts, CacheSalts.NONE, Optional.empty(), Map.of());
    try (RequestFeed feed =
            new RequestFeed(rows(requests), row -> new PreparedRequest(row, bytes.apply(row)));
        Engine engine =
            new Engine(
                settings(target, clients), endpoint, feed, outcomes::add, System::nanoTime)) {
      engine.start().join();
    }
    return outcomes;
  }

  private static OptionalLong ttft(List<Outcome> outcomes) {
    LongSeries ttft = new LongSeries();
    for (Outcome outcome : outcomes) {
      if (outcome instanceof Outcome.Completed done) {
        done.ttftFromDispatchNanos().ifPresent(ttft::add);
      }
    }
    Percentiles values = Percentiles.of(ttft.toArray());
    return values.isEmpty() ? OptionalLong.empty() : OptionalLong.of(values.at(50));
  }

  private static EngineSettings settings(Target target, int clients) throws IOException {
    return EngineSettings.plain(
            target.resolve(),
            new Load.Closed(clients),
            new Limits(
                Duration.ofSeconds(5),
                Optional.empty(),
                Duration.ofSeconds(5),
                Duration.ofSeconds(1)))
        .within(Optional.of(LIMIT), List.of());
  }

  private static Rows<WorkloadRow> rows(int requests) {
    return new Rows<>() {
      private int made;

      @Override
      public Optional<WorkloadRow> next() {
        if (made == requests) {
          return Optional.empty();
        }
        Request request = Request.of("warm-up-" + made++, 0, 100, TOKENS);
        return Optional.of(new WorkloadRow(request, Intent.PLAIN));
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }
}
