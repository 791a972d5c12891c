package dev.facsimile.replay.run;

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
import dev.facsimile.replay.warmup.CannedServer;
import dev.facsimile.replay.warmup.CompilerWork;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Runs the client's own code in before the run's zero, so that the just-in-time compiler's work
 * does not show as lag: closed and open loops against a server of its own on loopback, never
 * against the server under test, repeated until they leave the compiler little to do. Outcomes are
 * written as a run's are, to a folder that is deleted.
 */
final class WarmUp {
  private static final int CONNECTIONS = 500;
  private static final int REQUESTS = 1_000;
  private static final int TOKENS = 20;
  private static final int CLIENTS = 32;
  private static final int ALONE = 50;
  private static final Duration TTFT = Duration.ofMillis(1);
  private static final Duration GAP = Duration.ofMillis(1);
  private static final Duration LIMIT = Duration.ofSeconds(3);

  /** The last round begins within this time. */
  static final Duration MOST = Duration.ofSeconds(12);

  /** How long the compiler is waited for after a round. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Less than this left to compile after a round, the code counts as warm. */
  private static final long WARM_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int OPEN_RATE = 2_000;

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
   *     loopback add to the millisecond that their server takes
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
   * @param most when the last round begins at the latest
   */
  static Done run(HttpVersion http, boolean tls, int loops, Duration most) throws IOException {
    boolean http2 = http == HttpVersion.HTTP_2 || (http == HttpVersion.AUTO && tls);
    return new WarmUp(http2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1, loops).run(most);
  }

  private Done run(Duration most) throws IOException {
    Path folder = Files.createTempDirectory("facsimile-warm-up");
    try (CannedServer server = new CannedServer(http == HttpVersion.HTTP_2, TOKENS, TTFT, GAP)) {
      Target target = Target.of("url", server.url());
      Load closed = new Load.Closed(CLIENTS);
      CompilerWork compiler = new CompilerWork();
      int sent = run(target, folder, CONNECTIONS, closed, true).size();
      int rounds = 0;
      boolean rests = false;
      boolean warm = false;
      long end = System.nanoTime() + most.toNanos();
      while (!warm && System.nanoTime() < end) {
        long before = compiler.nanos();
        sent += run(target, folder, REQUESTS, closed, false).size();
        sent += run(target, folder, REQUESTS, new Load.Open(1), false).size();
        rounds++;
        rests = compiler.awaitRest(REST_NANOS);
        warm = rests && compiler.nanos() - before < WARM_NANOS;
      }
      // One at a time, once the code is warm: nothing waits for anything else.
      OptionalLong alone = ttft(run(target, folder, ALONE, new Load.Closed(1), false));
      return new Done(said(sent, rounds, warm, rests), alone);
    } finally {
      Files.deleteIfExists(folder);
    }
  }

  private static String said(int sent, int rounds, boolean warm, boolean rests) {
    String compiler =
        warm
            ? "the last left the compiler little to do"
            : rests ? "the last still gave the compiler work" : "the compiler was still at work";
    return sent
        + " requests of "
        + TOKENS
        + " tokens to a server of its own on loopback, in "
        + rounds
        + (rounds == 1 ? " round; " : " rounds; ")
        + compiler;
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
