package dev.facsimile.replay.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;

/** One answer under way. For the event loop alone. */
final class Stream {
  private final Channel channel;
  private final Ask ask;
  private final SlotQueue.Job job;
  private final ByteBuf token;
  private int made;

  Stream(Channel channel, Ask ask, SlotQueue.Job job) {
    this.channel = channel;
    this.ask = ask;
    this.job = job;
    this.token = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(Replies.token(ask, false)));
  }

  Channel channel() {
    return channel;
  }

  Ask ask() {
    return ask;
  }

  SlotQueue.Job job() {
    return job;
  }

  /** When there is something to write next; for a job that has a slot. */
  long dueNanos() {
    return ask.stream() ? job.tokenNanos(made) : job.endNanos();
  }

  /**
   * Writes everything that is due.
   *
   * @return whether the answer is complete
   */
  boolean write(long nowNanos) {
    if (!ask.stream()) {
      Reply.ok(channel, Replies.document(ask));
      return true;
    }
    int last = job.outputTokens() - 1;
    while (made < last && job.tokenNanos(made) <= nowNanos) {
      writeToken();
    }
    boolean complete = made == last && job.endNanos() <= nowNanos;
    if (complete) {
      writeEnd();
    }
    channel.flush();
    return complete;
  }

  private void writeToken() {
    writeRole();
    channel.write(new DefaultHttpContent(token.duplicate()));
    made++;
  }

  private void writeRole() {
    if (made == 0 && ask.chat()) {
      channel.write(new DefaultHttpContent(Unpooled.wrappedBuffer(Replies.role(ask))));
    }
  }

  private void writeEnd() {
    writeRole();
    channel.write(new DefaultHttpContent(Unpooled.wrappedBuffer(Replies.token(ask, true))));
    if (ask.usage()) {
      channel.write(new DefaultHttpContent(Unpooled.wrappedBuffer(Replies.usage(ask))));
    }
    channel.write(new DefaultLastHttpContent(Unpooled.wrappedBuffer(Replies.DONE)));
  }
}
