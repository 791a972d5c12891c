package dev.facsimile.replay.engine;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Asks a proxy for a tunnel and steps aside once it stands. */
final class ProxyTunnel extends ChannelInboundHandlerAdapter {
  private final ProxyTalk talk;
  private final long timeoutMillis;
  private Promise<Void> stands;

  /** A tunnel to be. */
  ProxyTunnel(ProxyTalk talk, long timeoutMillis) {
    this.talk = talk;
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    stands = context.executor().newPromise();
  }

  /** Done when the tunnel stands. */
  Future<Void> stands() {
    return stands;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    context.writeAndFlush(Unpooled.wrappedBuffer(talk.opening()));
    context
        .executor()
        .schedule(
            () -> fail(context, "the proxy did not answer in " + timeoutMillis + " ms"),
            timeoutMillis,
            TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf buffer = (ByteBuf) message;
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    buffer.release();
    try {
      talk.hear(bytes).ifPresent(answer -> context.writeAndFlush(Unpooled.wrappedBuffer(answer)));
    } catch (IOException e) {
      fail(context, e.getMessage());
      return;
    }
    if (talk.stands()) {
      context.pipeline().remove(this);
      stands.trySuccess(null);
      context.pipeline().fireChannelActive();
      byte[] beyond = talk.beyond();
      if (beyond.length > 0) {
        context.pipeline().fireChannelRead(Unpooled.wrappedBuffer(beyond));
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    fail(context, "the proxy closed the connection");
  }

  private void fail(ChannelHandlerContext context, String why) {
    if (stands.tryFailure(new IOException(why))) {
      context.close();
    }
  }
}
