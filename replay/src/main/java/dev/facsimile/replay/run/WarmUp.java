package dev.facsimile.replay.run;

import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.engine.Engine;
import dev.facsimile.replay.engine.EngineSettings;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.RequestFeed;
import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.PromptText;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs the client's own code in before the run's zero, so that the just-in-time compiler's work
 * does not show as lag: a closed loop against a simulated server in the same process, never against
 * the server under test.
 */
final class WarmUp {
  private static final int REQUESTS = 6000;
  private static final int TOKENS = 20;
  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final ServerModel FAST =
      new ServerModel(
          32, OptionalInt.empty(), Duration.ofMillis(1), 1e9, Duration.ofNanos(200_000), 1);

  private WarmUp() {}

  /** Runs it and says what was done, for the manifest. */
  static String run() throws IOException {
    AtomicLong ended = new AtomicLong();
    try (SimulatedServer server = new SimulatedServer(FAST)) {
      server.start(0);
      Target target = Target.of(server.url());
      Endpoint endpoint = Endpoints.of(Endpoints.DEFAULT, new Endpoints.Settings("warm-up", true));
      PromptText prompts = new PromptText(new SeededStreams(0), Optional.empty());
      RequestBytes bytes = new RequestBytes(target, endpoint, prompts, Optional.empty());
      try (RequestFeed feed = new RequestFeed(rows(), bytes);
          Engine engine =
              new Engine(
                  settings(target),
                  endpoint,
                  feed,
                  outcome -> ended.incrementAndGet(),
                  System::nanoTime)) {
        engine.start().join();
      }
    }
    return ended.get() + " requests of " + TOKENS + " tokens to a simulated server on loopback";
  }

  private static EngineSettings settings(Target target) {
    return new EngineSettings(
        target.address(),
        new Load.Closed(32),
        OptionalInt.empty(),
        Duration.ofSeconds(5),
        Duration.ofSeconds(5),
        Duration.ofSeconds(1),
        Optional.of(LIMIT),
        0);
  }

  private static Rows<WorkloadRow> rows() {
    return new Rows<>() {
      private int made;

      @Override
      public Optional<WorkloadRow> next() {
        if (made == REQUESTS) {
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
