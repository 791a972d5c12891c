package dev.facsimile.replay.run;

import dev.facsimile.replay.endpoint.AnswerText;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.endpoint.Template;
import dev.facsimile.replay.endpoint.TextKeeping;
import dev.facsimile.replay.engine.Engine;
import dev.facsimile.replay.engine.EngineResult;
import dev.facsimile.replay.engine.EngineSettings;
import dev.facsimile.replay.engine.LiveFigures;
import dev.facsimile.replay.engine.Load;
import dev.facsimile.replay.engine.Peer;
import dev.facsimile.replay.engine.RequestFeed;
import dev.facsimile.replay.engine.Results;
import dev.facsimile.replay.prompt.History;
import dev.facsimile.replay.prompt.PromptPlan;
import dev.facsimile.replay.prompt.Prompting;
import dev.facsimile.replay.warmup.CompilerWork;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.RunWriter;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.text.PromptSource;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Replays a workload against a server and writes the run folder. Use once. */
public final class ReplayRun {
  /** The fact that tells what the just-in-time compiler took from the run. */
  static final String COMPILED = "compiler_nanos";

  /** Bytes of answers under way that are kept to be counted by the tokenizer. */
  private static final long MOST_TEXT = 64L << 20;

  private final WorkloadSource source;
  private final ReplayOptions options;
  private final Admission admission;
  private final Optional<ClockReference> reference;
  private final Prompting prompting;
  private final List<Target> targets;
  private final Optional<Target> proxy;
  private Clock wallClock;
  private final Endpoint endpoint;
  private final HostFigures host = new HostFigures();
  private final CompilerWork compiler = new CompilerWork();
  private final CompletableFuture<Engine> started = new CompletableFuture<>();

  /** A replay to be, its prompts one word for each token. */
  public ReplayRun(
      WorkloadSource source, ReplayOptions options, Admission admission, Clock wallClock)
      throws IOException {
    this(source, options, admission, wallClock, Optional.empty());
  }

  /**
   * A replay to be.
   *
   * @param admission how the workload was let in
   * @param wallClock tells the date, for the manifest and a common start
   * @param prompts how prompts of exact token counts are written; absent for one word for each
   *     token
   * @throws InputException if the URL or an option cannot be used
   */
  public ReplayRun(
      WorkloadSource source,
      ReplayOptions options,
      Admission admission,
      Clock wallClock,
      Optional<PromptPlan> prompts)
      throws IOException {
    this(source, options, admission, wallClock, prompts, Optional.empty());
  }

  /**
   * The same, by the time of a reference.
   *
   * @param reference whose time a common start is told in, and the manifest tells; our own where
   *     absent
   */
  public ReplayRun(
      WorkloadSource source,
      ReplayOptions options,
      Admission admission,
      Clock wallClock,
      Optional<PromptPlan> prompts,
      Optional<ClockReference> reference)
      throws IOException {
    this.reference = reference;
    this.source = source;
    this.options = options;
    this.admission = admission;
    this.wallClock = wallClock;
    this.targets = options.wire().urls().stream().map(url -> Target.of("--url", url)).toList();
    this.proxy = options.wire().proxy().map(url -> Target.proxy("--proxy", url));
    boolean answersMatter = prompts.filter(p -> p.history() == History.REAL).isPresent();
    TextKeeping texts =
        options.content().saveResponses() || answersMatter
            ? TextKeeping.all()
            : new TextKeeping(prompts.map(PromptPlan::answersCounted).orElse(0.0), MOST_TEXT);
    this.endpoint = endpoint(options, texts);
    this.prompting =
        prompts.isPresent()
            ? new Prompting(prompts.get(), endpoint, source)
            : new Prompting(RequestBytes.prompts(source.header()), endpoint, source);
    OpenFiles.require(options, host.openFilesLimit());
  }

  private Endpoint endpoint(ReplayOptions options, TextKeeping texts) throws IOException {
    Optional<Path> file = options.wire().template();
    Optional<Template> template =
        file.isPresent() ? Optional.of(Template.read(file.get())) : Optional.empty();
    ReplayOptions.Content content = options.content();
    return Endpoints.of(
        options.wire().endpoint(),
        new Endpoints.Settings(
            options.wire().model(),
            content.ignoreEos(),
            content.minTokens(),
            content.continuousUsage(),
            content.reasoning(),
            content.extraBody(),
            template,
            texts,
            wallClock));
  }

  /** The prompts of the run: how they are written and, once it has ended, how they came out. */
  public Prompting prompting() {
    return prompting;
  }

  /**
   * Runs it.
   *
   * @param folder the run folder to write
   * @param overwrite whether an earlier run there may be replaced
   * @param listener hears how it goes, on the calling thread
   * @throws IOException if the server cannot be reached at all, or the run cannot be written
   */
  public RunReport run(Path folder, boolean overwrite, Listener listener) throws IOException {
    RunWriter.requireFree(folder, overwrite);
    listener.step("reading the workload");
    ReplayPlan plan = ReplayPlan.of(source, options);
    plan.requireSome(source.path());
    ManifestParts parts = new ManifestParts(source, options, plan, admission);
    List<Peer> peers = peers(parts);
    List<RequestBytes> bytes = requestBytes();
    if (options.watch().probe()) {
      listener.step("probing the server");
      parts.probe(probe(new Probe(options, endpoint, peers.get(0), bytes.get(0)), listener));
    }
    prompting.ready();
    parts.facts(prompting.settings());
    parts.warmUp(warmUp(listener));
    setClock(parts, listener);
    RunTally tally = new RunTally();
    try (RunWriter writer = RunWriter.create(folder, overwrite)) {
      writer.begin(parts.atStart(options.startAt().orElseGet(wallClock::instant)));
      Requests.Wire wire = new Requests.Wire(peers, bytes, OpenFiles.ahead(options, plan));
      Run run = driveOrKeep(writer, tally, wire, listener);
      parts.facts(prompting.outcome());
      parts.facts(Map.of(COMPILED, Long.toString(run.compilerNanos())));
      clockAtEnd(parts, listener);
      RunReport report =
          new RunReport(
              parts.manifest(run.startedAt(), run.result(), tally, host),
              tally.ttftFromDispatch(),
              tally.ttftFromSchedule(),
              tally.lag(),
              run.result().loopDelay());
      writer.finish(report.manifest(), run.result().series());
      return report;
    }
  }

  /** From here on the wall clock is the reference's, as near as it could be measured. */
  private void setClock(ManifestParts parts, Listener listener) throws IOException {
    if (reference.isPresent()) {
      listener.step("measuring the clock");
      ClockReading reading = reference.get().measure();
      listener.fact(reading.sentence());
      parts.facts(reading.facts());
      wallClock = Clock.offset(wallClock, reading.offset());
    }
  }

  /** How far the two clocks have moved apart is of interest; a run is not lost for it. */
  private void clockAtEnd(ManifestParts parts, Listener listener) {
    if (reference.isPresent()) {
      try {
        long offset = reference.get().measure().offsetNanos();
        parts.facts(Map.of(ClockReading.OFFSET_AT_END, Long.toString(offset)));
      } catch (IOException e) {
        listener.fact("the clock was not measured again at the end: " + e.getMessage());
      }
    }
  }

  /** Hears how a replay goes; on the thread that runs it. */
  public interface Listener extends Consumer<LiveFigures> {
    /** The next step before the run's zero begins. */
    default void step(String what) {}

    /** Something was learnt before the run's zero. */
    default void fact(String sentence) {}
  }

  /**
   * Ends it early, from any thread; the second time without waiting for what is in flight.
   *
   * @return whether requests were already being sent, so that a partial run will be written
   */
  public boolean stop() {
    boolean sending = started.isDone();
    started.thenAccept(engine -> engine.stop("interrupted", "interrupted"));
    return sending;
  }

  /** What the server is asked before the run, a sentence for each finding. */
  private List<String> probe(Probe probe, Listener listener) throws IOException {
    List<String> sentences = new ArrayList<>(probe.ask());
    if (prompting.calibrates()) {
      sentences.add(prompting.calibrate(probe::promptTokens));
    }
    sentences.forEach(listener::fact);
    return sentences;
  }

  private WarmUp.Done warmUp(Listener listener) throws IOException {
    if (!options.warmUp()) {
      return WarmUp.Done.NONE;
    }
    listener.step("warming up");
    boolean tls = targets.get(0).tls();
    return WarmUp.run(options.wire().http(), tls, loops(), WarmUp.MOST);
  }

  private List<Peer> peers(ManifestParts parts) throws IOException {
    SslContext tls =
        Tls.context(
            options.wire().authorities(),
            options.wire().insecure(),
            options.wire().clientKey(),
            options.wire().http());
    List<Peer> peers = new ArrayList<>();
    OptionalLong roundTrip = OptionalLong.empty();
    for (Target target : targets) {
      Peer peer =
          target.peer(proxy, tls).speaking(options.wire().http(), options.wire().mostStreams());
      peers.add(peer);
      OptionalLong own =
          Target.roundTrip(proxy.orElse(target).url(), peer.address(), options.limits().connect());
      roundTrip = roundTrip.isEmpty() ? own : roundTrip;
    }
    parts.roundTrip(roundTrip);
    return peers;
  }

  private List<RequestBytes> requestBytes() {
    PromptSource texts = RequestBytes.prompts(source.header());
    List<RequestBytes> bytes = new ArrayList<>();
    for (Target target : targets) {
      bytes.add(
          new RequestBytes(
              target,
              endpoint,
              texts,
              options.content().salts(),
              options.wire().apiKey(),
              options.wire().headers()));
    }
    return bytes;
  }

  private record Run(Instant startedAt, EngineResult result, long compilerNanos) {}

  /** What was measured before something went wrong is not thrown away. */
  private Run driveOrKeep(RunWriter writer, RunTally tally, Requests.Wire wire, Listener listener)
      throws IOException {
    try {
      return drive(writer, tally, wire, listener);
    } catch (RuntimeException | IOException e) {
      if (tally.counts().offered() > 0) {
        listener.fact(
            "what was measured so far is kept, for replay recover: " + writer.keepJournal());
      }
      throw e;
    }
  }

  private Run drive(RunWriter writer, RunTally tally, Requests.Wire wire, Listener listener)
      throws IOException {
    CutRows rows = new CutRows(source, options);
    try (OutcomeLog log = new OutcomeLog(writer, tally, prompting.counting());
        RequestFeed feed =
            new RequestFeed(
                rows, wire.requests(options, rows, prompting), prompting.awaitsAnswers());
        Engine engine =
            new Engine(settings(wire), endpoint, feed, watched(log), System::nanoTime, loops())) {
      CompletableFuture<Instant> zero =
          engine.zero().thenApply(at -> options.startAt().orElseGet(wallClock::instant));
      // The look-ahead lives on: moved out of the way now, it does not lengthen the run's own
      // pauses.
      CompletableFuture<EngineResult> result = engine.start(System::gc);
      started.complete(engine);
      host.start();
      long compiledBefore = compiler.nanos();
      EngineResult ended = scraped(log, engine, () -> await(result, engine, listener), listener);
      host.look();
      return new Run(zero.join(), ended, compiler.nanos() - compiledBefore);
    }
  }

  /** Waits for a run's end. */
  private interface Wait {
    EngineResult end() throws IOException;
  }

  private EngineResult scraped(OutcomeLog log, Engine engine, Wait wait, Listener listener)
      throws IOException {
    try (Scrape scrape = new Scrape(options.watch().metrics(), engine::nanos, log::sample)) {
      engine.zero().thenRun(scrape::start);
      EngineResult ended = wait.end();
      if (scrape.failures() > 0) {
        listener.fact(scrape.failures() + " readings of --metrics-url failed and are left out");
      }
      return ended;
    }
  }

  /** The log, and behind it the eye on what the run costs and how much of it fails. */
  private Results watched(OutcomeLog log) {
    AbortOn.Watcher watcher = options.watch().abortOn().watcher();
    Map<String, AnswerText> texts = new ConcurrentHashMap<>();
    return new Results() {
      @Override
      public void outcome(Outcome outcome) {
        Optional<AnswerText> text =
            Optional.ofNullable(texts.remove(outcome.planned().request().id()));
        log.outcome(outcome, text);
        prompting.ended(outcome, text);
        watcher
            .add(outcome)
            .ifPresent(why -> started.thenAccept(engine -> engine.stop(why, "aborted")));
      }

      @Override
      public void attempt(Attempt attempt) {
        log.attempt(attempt);
      }

      @Override
      public void text(String requestId, AnswerText text) {
        if (prompting.awaitsAnswers() || prompting.counting().isPresent()) {
          texts.put(requestId, text);
        }
        if (options.content().saveResponses()) {
          log.text(requestId, text);
        }
      }
    };
  }

  private EngineResult await(
      CompletableFuture<EngineResult> result, Engine engine, Listener listener) throws IOException {
    while (true) {
      try {
        return result.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        host.look();
        listener.accept(engine.live());
      } catch (InterruptedException e) {
        engine.stop("interrupted", "interrupted");
      } catch (ExecutionException e) {
        throw rethrown(e.getCause());
      }
    }
  }

  private static IOException rethrown(Throwable cause) {
    if (cause instanceof UncheckedIOException io) {
      return io.getCause();
    }
    if (cause instanceof RuntimeException bug) {
      throw bug;
    }
    throw new IllegalStateException(cause);
  }

  /** As many event loops as asked for, never more than clients. */
  private int loops() {
    int most = options.load() instanceof Load.Closed closed ? closed.clients() : Integer.MAX_VALUE;
    return Math.min(options.wire().loops(), most);
  }

  private EngineSettings settings(Requests.Wire wire) {
    Load load = options.load();
    if (load instanceof Load.Closed closed && options.cut().shard().isPresent()) {
      int share = options.cut().shard().get().share(closed.clients());
      if (share == 0) {
        throw new InputException(
            "--clients " + closed.clients() + " are fewer than shards, expected one for each");
      }
      load = new Load.Closed(share, closed.thinkNanos(), closed.rampNanos());
    }
    return new EngineSettings(
        wire.peers(),
        load,
        options.maxConcurrency(),
        options.limits(),
        options.retries(),
        options.wire().freshConnections(),
        options.cut().until(),
        options.allWindows(),
        wire.connectionsAhead(),
        zeroNanoTime());
  }

  /** The common start by this process's monotonic clock. */
  private OptionalLong zeroNanoTime() {
    if (options.startAt().isEmpty()) {
      return OptionalLong.empty();
    }
    Duration left = Duration.between(wallClock.instant(), options.startAt().get());
    if (left.isNegative()) {
      throw new InputException(
          "--start-at " + options.startAt().get() + " is over, expected a time to come");
    }
    return OptionalLong.of(System.nanoTime() + left.toNanos());
  }
}
