package dev.facsimile.replay.simulator.virtual;

import dev.facsimile.replay.simulator.engine.AnsweredTurn;
import dev.facsimile.replay.simulator.engine.EngineListener;
import dev.facsimile.replay.simulator.engine.EngineState;
import dev.facsimile.replay.simulator.engine.PromptBlocks;
import dev.facsimile.replay.simulator.engine.Sequence;
import dev.facsimile.replay.simulator.fleet.Fault;
import dev.facsimile.replay.simulator.fleet.Fleet;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Planned;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;

/**
 * The clients, the network and the fleet of one run as a discrete-event simulation. At one instant
 * steps end first, then timers fire in the order in which they were set, then rows leave. Holds the
 * requests in flight, one reference for each request that was sent, and of each session the names
 * of the blocks that its last answer filled.
 */
final class Simulation implements EngineListener {
  private static final long SECOND = 1_000_000_000L;
  private static final String RESET = "connection reset";

  /** Where outcomes and samples go. */
  interface Sink {
    void outcome(Outcome outcome) throws IOException;

    /** The figures of each replica, once a second. */
    void states(long atNanos, List<EngineState> states) throws IOException;
  }

  private record Answered(int replica, AnsweredTurn turn) {}

  private record Timer(long nanos, long order, Action action) {}

  /** What a timer does. */
  private interface Action {
    void fire() throws IOException;
  }

  private final VirtualOptions options;
  private final Optional<BlockScheme> scheme;
  private final Agenda agenda;
  private final Sink sink;
  private final Fleet fleet;
  private final VirtualSeries series = new VirtualSeries();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::nanos).thenComparingLong(Timer::order));
  private final ArrayDeque<Flight> heldBack = new ArrayDeque<>();
  private final List<Flight> flights = new ArrayList<>();
  private final Map<String, Answered> sessions = new HashMap<>();
  private long timersSet;
  private long sampledSeconds;
  private long lastDispatchNanos;
  private long lastEndNanos;
  private int inFlight;
  private boolean draining;

  Simulation(VirtualOptions options, Optional<BlockScheme> scheme, Agenda agenda, Sink sink) {
    this.options = options;
    this.scheme = scheme;
    this.agenda = agenda;
    this.sink = sink;
    this.fleet =
        new Fleet(
            options.profile(),
            options.replicas(),
            options.routing(),
            options.faults(),
            new SeededStreams(options.seed()),
            this);
  }

  VirtualSeries series() {
    return series;
  }

  /** When the last request ended. */
  long endNanos() {
    return lastEndNanos;
  }

  /** Runs to the end. */
  void run() throws IOException {
    for (Fault.ReplicaDown death : options.faults().deaths()) {
      at(death.atNanos(), () -> fleet.crash(death.replica(), death.atNanos()));
    }
    while (true) {
      long step = fleet.nextNanos().orElse(Long.MAX_VALUE);
      long timer = timers.isEmpty() ? Long.MAX_VALUE : timers.peek().nanos();
      Optional<Agenda.Due> due = agenda.first();
      long row = due.isPresent() ? due.get().scheduledNanos() : Long.MAX_VALUE;
      long now = Math.min(step, Math.min(timer, row));
      if (isOver(due)) {
        sampleUntil(lastEndNanos);
        return;
      }
      if (now == Long.MAX_VALUE) {
        throw new IllegalStateException(inFlight + " requests in flight and nothing to come");
      }
      sampleUntil(now);
      if (step == now) {
        fleet.advance(now);
      } else if (timer == now) {
        timers.remove().action().fire();
      } else {
        agenda.take();
        offer(due.get());
      }
      if (timers.isEmpty() || timers.peek().nanos() > now) {
        fleet.pump(now);
      }
      drainOnce();
    }
  }

  /** Nothing in flight, held back or due: what timers are left have nobody to end. */
  private boolean isOver(Optional<Agenda.Due> due) {
    return inFlight == 0 && heldBack.isEmpty() && due.isEmpty();
  }

  private void at(long nanos, Action action) {
    timers.add(new Timer(nanos, timersSet++, action));
  }

  private void sampleUntil(long nowNanos) throws IOException {
    while (sampledSeconds * SECOND < nowNanos) {
      List<EngineState> states = new ArrayList<>(fleet.replicas());
      for (int i = 0; i < fleet.replicas(); i++) {
        states.add(fleet.state(i));
      }
      sink.states(sampledSeconds * SECOND, states);
      sampledSeconds++;
    }
  }

  private void offer(Agenda.Due due) throws IOException {
    long now = due.scheduledNanos();
    Flight flight = flight(due);
    flights.add(flight);
    series.offered(now);
    OptionalInt cap = options.maxConcurrency();
    if (cap.isPresent() && inFlight >= cap.getAsInt()) {
      heldBack.add(flight);
    } else {
      dispatch(flight, due.row(), now);
    }
  }

  private Flight flight(Agenda.Due due) {
    WorkloadRow row = due.row();
    Request request = row.request();
    int prompt = Math.max(1, row.inputTokens());
    int output = Math.max(1, row.outputTokens());
    Sequence sequence = new Sequence(flights.size(), prompt, output, blocks(request, prompt));
    return new Flight(
        row,
        new Planned(request, row.intent().phase(), due.scheduledNanos()),
        sequence,
        request.streaming().orElse(true),
        options.faults().hurt(flights.size(), output));
  }

  private long[] blocks(Request request, int promptTokens) {
    boolean eligible = request.cacheEligible().orElse(true);
    if (scheme.isEmpty() || request.prefixBlocks().isEmpty() || !eligible) {
      return new long[0];
    }
    String owner =
        switch (scheme.get().scope()) {
          case GLOBAL -> "";
          case TENANT -> request.origin().tenant().orElse("");
          case SESSION -> request.conversation().sessionId().orElse(request.id());
        };
    return PromptBlocks.of(
        request.prefixBlocks().get(),
        scheme.get(),
        promptTokens,
        options.profile().limits().blockTokens(),
        owner.isEmpty() ? 0 : new SeededStreams(1).value(owner, 0));
  }

  private void dispatch(Flight flight, WorkloadRow row, long now) {
    inFlight++;
    lastDispatchNanos = now;
    flight.admitted(now);
    series.dispatched(now, now - flight.planned().scheduledNanos());
    long there = now + options.faults().networkNanos(now) + options.profile().overheadNanos();
    at(there, () -> arrive(flight, there));
    long limit = now + options.timeout().toNanos();
    row.intent()
        .cancelAfterNanos()
        .ifPresent(
            after ->
                cutAt(
                    flight,
                    now + after,
                    RequestStatus.CANCELLED,
                    Outcome.Cancelled.PLANNED_DISCONNECT));
    cutAt(
        flight,
        limit,
        RequestStatus.TIMED_OUT,
        "total time over " + options.timeout().toMillis() + " ms");
  }

  private void cutAt(Flight flight, long nanos, RequestStatus status, String error) {
    at(
        nanos,
        () -> {
          if (!flight.isEnded()) {
            flight.replica().ifPresent(r -> fleet.abort(flight.sequence(), r));
            end(flight, status, error, nanos);
          }
        });
  }

  private void arrive(Flight flight, long now) {
    if (flight.isEnded()) {
      return;
    }
    Sequence sequence = flight.sequence();
    long back = now + options.faults().networkNanos(now);
    if (sequence.promptTokens() + sequence.outputTokens() > fleet.longestSequence()) {
      refuse(flight, 400, RequestStatus.FAILED, "HTTP 400: longer than the context", back);
      return;
    }
    session(flight)
        .map(sessions::get)
        .ifPresent(last -> fleet.continues(last.turn(), last.replica(), sequence));
    switch (fleet.submit(sequence, now)) {
      case TAKEN -> {
        flight.taken(fleet.lastReplica());
        flight.headers(200, back);
      }
      case QUEUE_FULL -> refuse(flight, 429, RequestStatus.REJECTED, "HTTP 429", back);
      case NONE_UP -> refuse(flight, 503, RequestStatus.REJECTED, "HTTP 503", back);
      case BROKEN -> endAt(flight, RequestStatus.FAILED, RESET, back);
    }
  }

  private void refuse(Flight flight, int http, RequestStatus status, String error, long back) {
    flight.headers(http, back);
    endAt(flight, status, error, back);
  }

  @Override
  public void tokens(Sequence sequence, int tokens, boolean last, long atNanos) {
    Flight flight = flights.get((int) sequence.number());
    if (flight.isEnded()) {
      return;
    }
    if (last) {
      answered(flight);
    }
    flight.made(tokens, atNanos);
    boolean full = flight.streamed() && flight.pending() >= options.profile().streamInterval();
    if (full || last) {
      send(flight, atNanos, last);
    }
  }

  private static Optional<String> session(Flight flight) {
    return flight.row().request().conversation().sessionId();
  }

  private void answered(Flight flight) {
    Optional<String> session = session(flight);
    if (session.isPresent() && scheme.isPresent()) {
      int blockTokens = options.profile().limits().blockTokens();
      AnsweredTurn.of(flight.sequence(), scheme.get().blockTokens(), blockTokens)
          .ifPresent(
              turn ->
                  sessions.put(session.get(), new Answered(flight.replica().orElseThrow(), turn)));
    }
  }

  private void send(Flight flight, long atNanos, boolean last) {
    long on = options.faults().networkNanos(atNanos, flight.sequence().number(), flight.events());
    long there = Math.max(atNanos + on, flight.lastEventNanos());
    boolean hurt =
        flight.hurt().isPresent()
            && flight.sequence().delivered() > flight.hurt().get().afterTokens();
    if (hurt) {
      Fault.OnWire fault = flight.hurt().get().fault();
      switch (fault.kind()) {
        case RESET -> {
          breakOff(flight, RESET, there);
          return;
        }
        case ERROR -> {
          breakOff(flight, "error event: simulated", there);
          return;
        }
        case STALL -> there += flight.stallsNow() ? fault.nanos() : 0;
        case SLOW -> there += fault.nanos();
      }
    }
    flight.event(there);
    series.event(there);
    if (last) {
      endAt(flight, RequestStatus.COMPLETED, "", there);
    }
  }

  private void breakOff(Flight flight, String error, long atNanos) {
    flight.replica().ifPresent(r -> fleet.abort(flight.sequence(), r));
    endAt(flight, RequestStatus.FAILED, error, atNanos);
  }

  @Override
  public void lost(Sequence sequence, long atNanos) {
    Flight flight = flights.get((int) sequence.number());
    if (!flight.isEnded()) {
      endAt(flight, RequestStatus.FAILED, RESET, atNanos + options.faults().networkNanos(atNanos));
    }
  }

  private void endAt(Flight flight, RequestStatus status, String error, long nanos) {
    at(
        nanos,
        () -> {
          if (!flight.isEnded()) {
            end(flight, status, error, nanos);
          }
        });
  }

  private void end(Flight flight, RequestStatus status, String error, long now) throws IOException {
    Outcome outcome = flight.end(status, error, now);
    flights.set((int) flight.sequence().number(), null);
    inFlight--;
    lastEndNanos = Math.max(lastEndNanos, now);
    series.ended(outcome);
    sink.outcome(outcome);
    agenda.ended(flight.planned().request(), now);
    if (!heldBack.isEmpty()) {
      Flight next = heldBack.remove();
      dispatch(next, next.row(), now);
    }
  }

  /** Nothing more will leave: what is left has the drain's time. */
  private void drainOnce() {
    if (draining || !agenda.isExhausted() || !heldBack.isEmpty()) {
      return;
    }
    draining = true;
    long until = lastDispatchNanos + options.drain().toNanos();
    at(
        until,
        () -> {
          for (Flight flight : new ArrayList<>(flights)) {
            if (flight != null) {
              flight.replica().ifPresent(r -> fleet.abort(flight.sequence(), r));
              end(flight, RequestStatus.CANCELLED, "run end", until);
            }
          }
        });
  }
}
