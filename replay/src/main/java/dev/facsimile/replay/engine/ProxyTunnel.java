package dev.facsimile.replay.engine;

import dev.facsimile.replay.http.HttpFormatException;
import dev.facsimile.replay.http.HttpResponseParser;
import dev.facsimile.replay.http.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Asks an HTTP proxy for a tunnel ({@code CONNECT}, RFC 9110 section 9.3.6) and steps aside once it
 * stands. A status other than 2xx is a failure to connect.
 */
final class ProxyTunnel extends ChannelInboundHandlerAdapter {
  private final String authority;
  private final long timeoutMillis;
  private Promise<Void> stands;
  private int status;

  /** What came of the server behind the proxy's own answer. */
  private final ByteBuf beyond = Unpooled.buffer(0);

  /**
   * A tunnel to be.
   *
   * @param authority host and port of the server
   */
  ProxyTunnel(String authority, long timeoutMillis) {
    this.authority = authority;
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
    String ask = "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n";
    context.writeAndFlush(Unpooled.copiedBuffer(ask, StandardCharsets.US_ASCII));
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
      int taken = parser.parse(bytes, 0, bytes.length);
      beyond.writeBytes(bytes, taken, bytes.length - taken);
    } catch (HttpFormatException e) {
      fail(context, "the proxy does not speak HTTP/1.1: " + e.getMessage());
      return;
    }
    if (status / 100 == 2) {
      context.pipeline().remove(this);
      stands.trySuccess(null);
      context.pipeline().fireChannelActive();
      if (beyond.isReadable()) {
        context.pipeline().fireChannelRead(beyond);
      }
    } else if (status != 0) {
      fail(context, "the proxy answered HTTP " + status);
    }
  }

  private final HttpResponseParser parser =
      new HttpResponseParser(
          new HttpResponseParser.Listener() {
            @Override
            public void head(ResponseHead head) {
              status = head.status();
            }

            @Override
            public void body(byte[] bytes, int from, int to) {
              beyond.writeBytes(bytes, from, to - from);
            }

            @Override
            public void end() {
              // Only the status counts.
            }
          });

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
