package dev.facsimile.replay.simulator;

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
 * everything due is written. For the event loop alone. Holds the answers that wait or run.
 */
final class SimulatedEngine {
  private final EventLoop loop;
  private final ServerModel model;
  private final LongSupplier nanoTime;
  private final SlotQueue queue;
  private final Map<SlotQueue.Job, Stream> streams = new HashMap<>();
  private final PriorityQueue<Stream> running =
      new PriorityQueue<>(Comparator.comparingLong(Stream::dueNanos));
  private Optional<Future<?>> timer = Optional.empty();
  private OptionalLong armedFor = OptionalLong.empty();

  SimulatedEngine(EventLoop loop, ServerModel model, LongSupplier nanoTime) {
    this.loop = loop;
    this.model = model;
    this.nanoTime = nanoTime;
    this.queue = new SlotQueue(model);
  }

  /** Takes a request in; empty if it is turned away. */
  Optional<Stream> accept(Channel channel, Ask ask) {
    SlotQueue.Job job = new SlotQueue.Job(model, ask.promptTokens(), ask.outputTokens());
    SlotQueue.Arrival arrival = queue.arrive(job, nanoTime.getAsLong());
    if (arrival == SlotQueue.Arrival.TURNED_AWAY) {
      return Optional.empty();
    }
    Stream stream = new Stream(channel, ask, job);
    streams.put(job, stream);
    if (arrival == SlotQueue.Arrival.STARTED) {
      running.add(stream);
      arm();
    }
    return Optional.of(stream);
  }

  /** The client has gone. */
  void abandon(Stream stream) {
    running.remove(stream);
    leave(stream, nanoTime.getAsLong());
    arm();
  }

  private void leave(Stream stream, long atNanos) {
    streams.remove(stream.job());
    queue.leave(stream.job(), atNanos).map(streams::get).ifPresent(running::add);
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
    long delay = due - nanoTime.getAsLong();
    timer = Optional.of(loop.schedule(this::fire, delay, TimeUnit.NANOSECONDS));
  }

  private void fire() {
    armedFor = OptionalLong.empty();
    long now = nanoTime.getAsLong();
    while (!running.isEmpty() && running.peek().dueNanos() <= now) {
      Stream stream = running.poll();
      long end = stream.job().endNanos();
      if (stream.write(now)) {
        stream.channel().attr(SimulatedServer.STREAM).set(null);
        // The next job starts when this one's last token was made, not when it was written.
        leave(stream, end);
      } else {
        running.add(stream);
      }
    }
    arm();
  }
}
