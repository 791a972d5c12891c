package dev.facsimile.replay.simulator;

import dev.facsimile.replay.simulator.fleet.Fault;
import dev.facsimile.replay.simulator.fleet.Faults;
import io.netty.channel.Channel;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One answer on its way to a client: tokens in, chunks out, hurt on the wire where a fault says so.
 * For the event loop alone.
 */
final class AnswerStream {
  private final Channel channel;
  private final Outbound outbound;
  private final Ask ask;
  private final Dialect dialect;
  private final int interval;
  private final Faults faults;
  private final long number;
  private final Optional<Faults.Hurt> hurt;
  private Optional<byte[]> repeated = Optional.empty();
  private int made;
  private int pending;
  private int chunks;
  private long freeNanos;
  private boolean stalled;
  private boolean done;

  /**
   * An answer.
   *
   * @param interval tokens in a chunk
   * @param number tells it from others
   */
  AnswerStream(
      Channel channel,
      Outbound outbound,
      Ask ask,
      Dialect dialect,
      int interval,
      Faults faults,
      long number) {
    this.channel = channel;
    this.outbound = outbound;
    this.ask = ask;
    this.dialect = dialect;
    this.interval = interval;
    this.faults = faults;
    this.number = number;
    this.hurt = faults.hurt(number, ask.outputTokens());
  }

  Ask ask() {
    return ask;
  }

  /** Tokens that were made so far. */
  int made() {
    return made;
  }

  /** Sends the head of a stream: it is accepted. */
  void open() {
    if (ask.stream()) {
      outbound.writer().open(channel);
    }
  }

  /**
   * Tokens are there.
   *
   * @param atNanos when they were made, and…
   * @param nowNanos … what time it is, on the clock of what is outbound
   */
  void tokens(int count, boolean last, long atNanos, long nowNanos) {
    made += count;
    pending += count;
    boolean full = ask.stream() && pending >= interval;
    if (done || !(full || last)) {
      return;
    }
    int sending = pending;
    int madeSoFar = made;
    pending = 0;
    long due = due(atNanos);
    chunks++;
    if (due <= nowNanos) {
      send(sending, madeSoFar, last, due);
    } else {
      channel
          .eventLoop()
          .schedule(
              () -> send(sending, madeSoFar, last, due), due - nowNanos, TimeUnit.NANOSECONDS);
    }
  }

  /** When a chunk is to leave: later than made where the wire is slow, never before its turn. */
  private long due(long atNanos) {
    long due = Math.max(freeNanos, atNanos + faults.networkNanos(atNanos, number, chunks));
    if (isHurt()) {
      Fault.OnWire fault = hurt.get().fault();
      if (fault.kind() == Fault.Wire.SLOW || (fault.kind() == Fault.Wire.STALL && !stalled)) {
        stalled = true;
        due += fault.nanos();
      }
    }
    freeNanos = due;
    return due;
  }

  private boolean isHurt() {
    return hurt.isPresent() && made > hurt.get().afterTokens();
  }

  private void send(int count, int madeSoFar, boolean last, long dueNanos) {
    if (done || !channel.isActive()) {
      return;
    }
    if (hurt.isPresent() && madeSoFar > hurt.get().afterTokens()) {
      Fault.Wire kind = hurt.get().fault().kind();
      if (kind == Fault.Wire.RESET || kind == Fault.Wire.ERROR) {
        breakOff(kind);
        return;
      }
    }
    if (last) {
      finish();
    }
    if (!ask.stream()) {
      Reply.json(channel, dialect.document());
    } else {
      outbound.writer().send(channel, chunk(count, madeSoFar, last), last);
    }
    outbound.lateness().add(outbound.clock().getAsLong() - dueNanos, count);
  }

  private byte[] chunk(int count, int madeSoFar, boolean last) {
    boolean first = madeSoFar == count;
    if (last) {
      return framed((first ? dialect.start() : "") + dialect.end(count), true);
    }
    if (first) {
      return framed(dialect.start() + dialect.tokens(count, madeSoFar), false);
    }
    if (count != 1 || !dialect.repeats()) {
      return framed(dialect.tokens(count, madeSoFar), false);
    }
    if (repeated.isEmpty()) {
      repeated = Optional.of(framed(dialect.tokens(1, madeSoFar), false));
    }
    return repeated.get();
  }

  private byte[] framed(String text, boolean last) {
    return outbound.writer().chunk(channel, text, last);
  }

  private void breakOff(Fault.Wire kind) {
    finish();
    if (kind == Fault.Wire.RESET) {
      reset();
    } else if (ask.stream()) {
      outbound.writer().send(channel, framed(dialect.error("simulated error"), true), true);
    } else {
      Reply.error(channel, ask.protocol(), 500, "InternalServerError", "simulated error");
    }
  }

  /** The server has died under it. */
  void reset() {
    finish();
    Reply.reset(channel);
  }

  /** Whether nothing more will be sent. */
  boolean isDone() {
    return done;
  }

  private void finish() {
    done = true;
    SimulatedServer.forget(channel, this);
  }
}
