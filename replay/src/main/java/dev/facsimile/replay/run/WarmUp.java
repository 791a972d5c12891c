package dev.facsimile.replay.run;

import com.sun.management.OperatingSystemMXBean;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.engine.Engine;
import dev.facsimile.replay.engine.EngineSettings;
import dev.facsimile.replay.engine.HttpVersion;
import dev.facsimile.replay.engine.Limits;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.Peer;
import dev.facsimile.replay.engine.PreparedRequest;
import dev.facsimile.replay.engine.RequestFeed;
import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.LongSeries;
import dev.facsimile.trace.stats.Percentiles;
import dev.facsimile.trace.text.PromptText;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs the client's own code in before the run's zero, so that the just-in-time compiler's work
 * does not show as lag: closed loops against a simulated server in the same process, never against
 * the server under test, repeated until the compiler has little left to do. Outcomes are written as
 * a run's are, to a folder that is deleted.
 */
final class WarmUp {
  private static final int CONNECTIONS = 500;
  private static final int REQUESTS = 2_000;
  private static final int TOKENS = 20;
  private static final int CLIENTS = 32;
  private static final int ALONE = 50;
  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Less than this left to compile after a round, the code counts as warm. */
  private static final long WARM_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int MOST_LOOKS = 20;
  private static final int OPEN_RATE = 2_000;
  private static final ServerModel FAST =
      new ServerModel(
          32, OptionalInt.empty(), Duration.ofMillis(1), 1e9, Duration.ofNanos(200_000), 1);

  private final HttpVersion http;
  private final int loops;

  private WarmUp(HttpVersion http, int loops) {
    this.http = http;
    this.loops = loops;
  }

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

  /**
   * Runs it, as the run itself will speak.
   *
   * @param http which HTTP the run is to speak
   * @param tls whether it is over TLS, where a server can choose
   * @param loops event loops of the run
   */
  static Done run(HttpVersion http, boolean tls, int loops) throws IOException {
    boolean http2 = http == HttpVersion.HTTP_2 || (http == HttpVersion.AUTO && tls);
    return new WarmUp(http2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1, loops).run();
  }

  private Done run() throws IOException {
    Path folder = Files.createTempDirectory("facsimile-warm-up");
    try (SimulatedServer server = new SimulatedServer(FAST)) {
      server.start(0);
      Target target = Target.of("url", server.url());
      Load closed = new Load.Closed(CLIENTS);
      int sent = run(target, folder, CONNECTIONS, closed, true).size();
      int rounds = 0;
      long begun = System.nanoTime();
      for (boolean warm = false; !warm && System.nanoTime() - begun < MOST_NANOS; rounds++) {
        sent += run(target, folder, REQUESTS, closed, false).size();
        sent += run(target, folder, REQUESTS, new Load.Open(1), false).size();
        warm = awaitCompiler() < WARM_NANOS;
      }
      // One at a time, once the code is warm: nothing waits for anything else.
      return new Done(
          sent
              + " requests of "
              + TOKENS
              + " tokens to a simulated server on loopback, in "
              + rounds
              + " rounds",
          ttft(run(target, folder, ALONE, new Load.Closed(1), false)));
    } finally {
      Files.deleteIfExists(folder);
    }
  }

  /**
   * Waits until this process rests, which is when its compiler does, or long enough.
   *
   * @return processor time used until then, nanoseconds
   */
  private static long awaitCompiler() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long before = system.getProcessCpuTime();
    long used = before;
    for (int looks = 0; looks < MOST_LOOKS; looks++) {
      LockSupport.parkNanos(LOOK_NANOS);
      long now = system.getProcessCpuTime();
      if (now - used < LOOK_NANOS / 10) {
        return now - before;
      }
      used = now;
    }
    return used - before;
  }

  private List<Outcome> run(Target target, Path folder, int requests, Load load, boolean fresh)
      throws IOException {
    List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
    Endpoint endpoint = Endpoints.of(Endpoints.DEFAULT, new Endpoints.Settings("warm-up", true));
    PromptText prompts = new PromptText(new SeededStreams(0), Optional.empty());
    RequestBytes bytes =
        new RequestBytes(target, endpoint, prompts, CacheSalts.NONE, Optional.empty(), Map.of());
    try (RunWriter writer = RunWriter.create(folder.resolve("run"), true);
        OutcomeLog log = new OutcomeLog(writer, new RunTally(), Optional.empty());
        RequestFeed feed =
            new RequestFeed(rows(requests), row -> new PreparedRequest(row, bytes.apply(row)));
        Engine engine =
            new Engine(
                settings(target, load, fresh),
                endpoint,
                feed,
                outcome -> {
                  outcomes.add(outcome);
                  log.outcome(outcome, Optional.empty());
                },
                System::nanoTime,
                loops)) {
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

  private EngineSettings settings(Target target, Load load, boolean fresh) throws IOException {
    return EngineSettings.plain(
            target.resolve(),
            load,
            new Limits(
                Duration.ofSeconds(5),
                Optional.empty(),
                Duration.ofSeconds(5),
                Duration.ofSeconds(1)))
        .to(List.of(Peer.plain(target.resolve()).speaking(http, Peer.MOST_STREAMS)), fresh)
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
        long arrivalNanos = made * TimeUnit.SECONDS.toNanos(1) / OPEN_RATE;
        Request request = Request.of("warm-up-" + made++, arrivalNanos, 100, TOKENS);
        return Optional.of(new WorkloadRow(request, Intent.PLAIN));
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }
}
