package dev.facsimile.replay.simulator;

import dev.facsimile.replay.simulator.engine.AnswerBlocks;
import dev.facsimile.replay.simulator.engine.EngineListener;
import dev.facsimile.replay.simulator.engine.EngineState;
import dev.facsimile.replay.simulator.engine.PromptBlocks;
import dev.facsimile.replay.simulator.engine.Sequence;
import dev.facsimile.replay.simulator.fleet.Fault;
import dev.facsimile.replay.simulator.fleet.Faults;
import dev.facsimile.replay.simulator.fleet.Fleet;
import dev.facsimile.replay.simulator.fleet.RoutingPolicy;
import dev.facsimile.replay.simulator.profile.Profile;
import dev.facsimile.trace.random.SeededStreams;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * Runs the engine model in real time. A step's tokens are made at the time at which the model ends
 * it, however late the event loop handles them, so that lateness does not add up. Holds the answers
 * that wait or run.
 */
final class FleetBackend implements Backend, EngineListener {
  private final EventLoop loop;
  private final Profile profile;
  private final Faults faults;
  private final LongSupplier sinceStart;
  private final SeededStreams streams;
  private final OptionalLong answerToken;
  private final Fleet fleet;
  private final Outbound outbound;
  private final LongObjectMap<Flow> flows = new LongObjectHashMap<>();
  private final Map<AnswerStream, Flow> byStream = new HashMap<>();
  private final LatencyHistogram ttft =
      new LatencyHistogram("vllm:time_to_first_token_seconds", "Time to first token.");
  private final LatencyHistogram e2e =
      new LatencyHistogram("vllm:e2e_request_latency_seconds", "Time to the last token.");
  private final LatencyHistogram queued =
      new LatencyHistogram("vllm:request_queue_time_seconds", "Time in the queue.");
  private Optional<Future<?>> timer = Optional.empty();
  private OptionalLong armedFor = OptionalLong.empty();
  private long accepted;
  private long finished;
  private long now;

  private record Flow(AnswerStream stream, Sequence sequence, AnswerTimes times, int replica) {}

  /**
   * An idle fleet.
   *
   * @param answerToken the token that every answer is made of, where prompts are read so
   * @param sinceStart nanoseconds since the server's start, which faults count from
   */
  FleetBackend(
      EventLoop loop,
      Profile profile,
      int replicas,
      RoutingPolicy routing,
      Faults faults,
      SeededStreams streams,
      OptionalLong answerToken,
      LongSupplier sinceStart) {
    this.loop = loop;
    this.profile = profile;
    this.faults = faults;
    this.sinceStart = sinceStart;
    this.outbound = new Outbound(sinceStart);
    this.streams = streams;
    this.answerToken = answerToken;
    this.fleet = new Fleet(profile, replicas, routing, faults, streams, this);
    for (Fault.ReplicaDown death : faults.deaths()) {
      loop.schedule(
          () -> {
            catchUp();
            fleet.crash(death.replica(), now);
            settle();
          },
          death.atNanos(),
          TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void accept(Channel channel, Ask ask) {
    long delay = profile.overheadNanos() + faults.networkNanos(sinceStart.getAsLong());
    if (delay > 0) {
      loop.schedule(() -> submit(channel, ask), delay, TimeUnit.NANOSECONDS);
    } else {
      submit(channel, ask);
    }
  }

  private void submit(Channel channel, Ask ask) {
    if (!channel.isActive()) {
      return;
    }
    catchUp();
    long number = accepted++;
    Sequence sequence = sequence(number, ask);
    switch (fleet.submit(sequence, now)) {
      case TAKEN -> begin(channel, ask.withoutPrompt(), sequence);
      case QUEUE_FULL ->
          Reply.error(channel, ask.protocol(), 429, "overloaded", "the queue is full");
      case NONE_UP -> Reply.error(channel, ask.protocol(), 503, "unavailable", "no replica is up");
      case BROKEN -> Reply.reset(channel);
    }
    settle();
  }

  private Sequence sequence(long number, Ask ask) {
    int blockTokens = profile.limits().blockTokens();
    long salt = ask.cacheSalt().map(s -> streams.value("salt-" + s, 0)).orElse(0L);
    long[] prompt = ask.prompt();
    long[] blocks = PromptBlocks.of(prompt, prompt.length, blockTokens, salt);
    Optional<AnswerBlocks> answer =
        answerToken.isPresent() && prompt.length == ask.promptTokens()
            ? Optional.of(
                new AnswerBlocks(prompt, blocks, blockTokens, salt, answerToken.getAsLong()))
            : Optional.empty();
    return new Sequence(number, ask.promptTokens(), ask.outputTokens(), blocks, answer);
  }

  private void begin(Channel channel, Ask ask, Sequence sequence) {
    String id = Long.toHexString(streams.value("answer-id", sequence.number()));
    AnswerTimes times = new AnswerTimes();
    AnswerStream stream =
        new AnswerStream(
            channel,
            outbound,
            ask,
            Dialect.of(ask, id, sequence::cachedTokens, times),
            profile.streamInterval(),
            faults,
            sequence.number());
    Flow flow = new Flow(stream, sequence, times, fleet.lastReplica());
    flows.put(sequence.number(), flow);
    byStream.put(stream, flow);
    SimulatedServer.remember(channel, stream);
    stream.open();
  }

  @Override
  public void abandon(AnswerStream stream) {
    Flow flow = byStream.remove(stream);
    if (flow != null) {
      flows.remove(flow.sequence().number());
      fleet.abort(flow.sequence(), flow.replica());
    }
  }

  @Override
  public void tokens(Sequence sequence, int count, boolean last, long atNanos) {
    Flow flow = flows.get(sequence.number());
    if (flow == null) {
      return;
    }
    if (sequence.delivered() == count) {
      long arrived = sequence.arrivedNanos().orElseThrow();
      ttft.add(atNanos - arrived);
      queued.add(sequence.scheduledNanos().orElseThrow() - arrived);
      flow.times().scheduled(arrived, sequence.scheduledNanos().orElseThrow());
    }
    flow.times().made(atNanos);
    if (last) {
      e2e.add(atNanos - sequence.arrivedNanos().orElseThrow());
      finished++;
      forget(flow);
    }
    flow.stream().tokens(count, last, atNanos, now);
    if (!last && flow.stream().isDone()) {
      abandon(flow.stream());
    }
  }

  @Override
  public void lost(Sequence sequence, long atNanos) {
    Flow flow = flows.get(sequence.number());
    if (flow != null) {
      forget(flow);
      flow.stream().reset();
    }
  }

  private void forget(Flow flow) {
    flows.remove(flow.sequence().number());
    byStream.remove(flow.stream());
  }

  /** Ends every step that is over, before anything else happens. */
  private void catchUp() {
    now = sinceStart.getAsLong();
    OptionalLong next = fleet.nextNanos();
    while (next.isPresent() && next.getAsLong() <= now) {
      outbound.lateness().step();
      fleet.advance(next.getAsLong());
      now = sinceStart.getAsLong();
      next = fleet.nextNanos();
    }
  }

  /** Starts what can start, and sets the timer. */
  private void settle() {
    fleet.pump(now);
    OptionalLong next = fleet.nextNanos();
    if (next.equals(armedFor)) {
      return;
    }
    timer.ifPresent(t -> t.cancel(false));
    armedFor = next;
    timer = Optional.empty();
    if (next.isPresent()) {
      long delay = next.getAsLong() - sinceStart.getAsLong();
      timer = Optional.of(loop.schedule(this::fire, delay, TimeUnit.NANOSECONDS));
    }
  }

  private void fire() {
    armedFor = OptionalLong.empty();
    catchUp();
    settle();
  }

  @Override
  public Lateness lateness() {
    return outbound.lateness();
  }

  @Override
  public String metrics() {
    StringBuilder text = new StringBuilder();
    figure(text, "vllm:num_requests_running", "gauge", EngineState::running);
    figure(text, "vllm:num_requests_waiting", "gauge", EngineState::waiting);
    figure(text, "vllm:kv_cache_usage_perc", "gauge", EngineState::kvUsage);
    figure(text, "vllm:num_preemptions_total", "counter", EngineState::preemptions);
    figure(text, "vllm:prefix_cache_queries_total", "counter", EngineState::queriedTokens);
    figure(text, "vllm:prefix_cache_hits_total", "counter", EngineState::hitTokens);
    figure(text, "vllm:prompt_tokens_total", "counter", EngineState::prefillTokens);
    figure(text, "vllm:generation_tokens_total", "counter", EngineState::generatedTokens);
    String model = "model_name=\"" + profile.name() + "\"";
    text.append(MetricsText.head("vllm:request_success_total", "Finished requests.", "counter"));
    text.append(MetricsText.line("vllm:request_success_total", model, finished));
    text.append(ttft.text(model)).append(e2e.text(model)).append(queued.text(model));
    text.append(
        MetricsText.gauge(
            "facsimile:lateness_p99_seconds",
            "How late the simulated server writes its own tokens.",
            "",
            outbound.lateness().atNanos(99) / 1e9));
    return text.toString();
  }

  private void figure(
      StringBuilder text, String name, String type, ToDoubleFunction<EngineState> value) {
    text.append(MetricsText.head(name, "As vLLM's.", type));
    for (int i = 0; i < fleet.replicas(); i++) {
      String labels = "engine=\"" + i + "\",model_name=\"" + profile.name() + "\"";
      text.append(MetricsText.line(name, labels, value.applyAsDouble(fleet.state(i))));
    }
  }
}
