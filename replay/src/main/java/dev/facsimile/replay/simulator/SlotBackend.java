package dev.facsimile.replay.simulator;

import dev.facsimile.replay.simulator.fleet.Faults;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Runs the slot queue in real time: one timer for the next token of any answer; each time it fires,
 * everything due is written. Holds the answers that wait or run.
 */
final class SlotBackend implements Backend {
  private final EventLoop loop;
  private final ServerModel model;
  private final LongSupplier nanoTime;
  private final SlotQueue queue;
  private final Outbound outbound;
  private final Map<SlotQueue.Job, Work> works = new HashMap<>();
  private final Map<AnswerStream, Work> byStream = new HashMap<>();
  private final PriorityQueue<Work> running =
      new PriorityQueue<>(Comparator.comparingLong(Work::dueNanos));
  private Optional<Future<?>> timer = Optional.empty();
  private OptionalLong armedFor = OptionalLong.empty();
  private long accepted;

  /** An answer and its job. */
  private record Work(AnswerStream stream, SlotQueue.Job job, AnswerTimes times) {
    long dueNanos() {
      return stream.ask().stream() ? job.tokenNanos(stream.made()) : job.endNanos();
    }
  }

  SlotBackend(EventLoop loop, ServerModel model, LongSupplier nanoTime) {
    this.loop = loop;
    this.model = model;
    this.nanoTime = nanoTime;
    this.queue = new SlotQueue(model);
    this.outbound = new Outbound(nanoTime);
  }

  @Override
  public void accept(Channel channel, Ask ask) {
    SlotQueue.Job job = new SlotQueue.Job(model, ask.promptTokens(), ask.outputTokens());
    SlotQueue.Arrival arrival = queue.arrive(job, nanoTime.getAsLong());
    if (arrival == SlotQueue.Arrival.TURNED_AWAY) {
      Reply.error(channel, ask.protocol(), 429, "overloaded", "the queue is full");
      return;
    }
    long number = accepted++;
    AnswerTimes times = new AnswerTimes();
    Dialect dialect = Dialect.of(ask.withoutPrompt(), Long.toString(number), () -> 0, times);
    AnswerStream stream =
        new AnswerStream(channel, outbound, ask.withoutPrompt(), dialect, 1, Faults.NONE, number);
    Work work = new Work(stream, job, times);
    works.put(job, work);
    byStream.put(stream, work);
    SimulatedServer.remember(channel, stream);
    stream.open();
    if (arrival == SlotQueue.Arrival.STARTED) {
      running.add(work);
      arm();
    }
  }

  @Override
  public void abandon(AnswerStream stream) {
    Work work = byStream.get(stream);
    if (work != null) {
      running.remove(work);
      leave(work, nanoTime.getAsLong());
      arm();
    }
  }

  @Override
  public String metrics() {
    return MetricsText.gauge("vllm:num_requests_running", "Running.", "", queue.running())
        + MetricsText.gauge("vllm:num_requests_waiting", "Waiting.", "", queue.waiting());
  }

  @Override
  public Lateness lateness() {
    return outbound.lateness();
  }

  private void leave(Work work, long atNanos) {
    works.remove(work.job());
    byStream.remove(work.stream());
    queue.leave(work.job(), atNanos).map(works::get).ifPresent(running::add);
  }

  private void arm() {
    if (running.isEmpty()) {
      return;
    }
    long due = running.peek().dueNanos();
    if (armedFor.isPresent() && armedFor.getAsLong() <= due) {
      return;
    }
    timer.ifPresent(t -> t.cancel(false));
    armedFor = OptionalLong.of(due);
    timer =
        Optional.of(loop.schedule(this::fire, due - nanoTime.getAsLong(), TimeUnit.NANOSECONDS));
  }

  private void fire() {
    armedFor = OptionalLong.empty();
    long now = nanoTime.getAsLong();
    while (!running.isEmpty() && running.peek().dueNanos() <= now) {
      Work work = running.poll();
      outbound.lateness().step();
      if (write(work, now)) {
        // The next job starts when this one's last token was made, not when it was written.
        leave(work, work.job().endNanos());
      } else {
        running.add(work);
      }
    }
    arm();
  }

  private boolean write(Work work, long now) {
    AnswerStream stream = work.stream();
    int last = work.job().outputTokens() - 1;
    work.times().scheduled(work.job().arrivedNanos(), work.job().slotNanos());
    if (!stream.ask().stream()) {
      work.times().made(work.job().tokenNanos(0));
      work.times().made(work.dueNanos());
      stream.tokens(last + 1, true, work.dueNanos(), now);
      return true;
    }
    while (stream.made() <= last && work.job().tokenNanos(stream.made()) <= now) {
      long due = work.job().tokenNanos(stream.made());
      work.times().made(due);
      stream.tokens(1, stream.made() == last, due, now);
    }
    return stream.made() > last;
  }
}
