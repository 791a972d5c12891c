package dev.facsimile.replay.simulator;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.unix.UnixChannel;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes bytes to connections. A token is a write of some 200 bytes to a connection of its own, and
 * a step is one for each open stream: where the connection has nothing queued, they go to its
 * socket at once, from one buffer and past the pipeline, which would cost as much as the write.
 * With TLS they go through it. For one event loop.
 */
final class SocketWriter {
  private static final int ROOM = 8192;

  private final ByteBuffer direct = ByteBuffer.allocateDirect(ROOM);

  /** Sends bytes as they are, after all that was sent before; must not be changed afterwards. */
  void send(Channel channel, byte[] bytes) {
    if (channel.pipeline().first() instanceof SslHandler) {
      // The decoder is the first behind it: what it writes is what is secured.
      channel
          .pipeline()
          .context(HttpRequestDecoder.class)
          .writeAndFlush(Unpooled.wrappedBuffer(bytes));
      return;
    }
    int sent = isClear(channel) && bytes.length <= ROOM ? sendNow(channel, bytes) : 0;
    if (sent < bytes.length) {
      channel
          .pipeline()
          .firstContext()
          .writeAndFlush(Unpooled.wrappedBuffer(bytes, sent, bytes.length - sent));
    }
  }

  private static boolean isClear(Channel channel) {
    ChannelOutboundBuffer queued = channel.unsafe().outboundBuffer();
    return channel instanceof UnixChannel && queued != null && queued.isEmpty();
  }

  /** Bytes that the socket took; a broken connection takes and closes all. */
  private int sendNow(Channel channel, byte[] bytes) {
    direct.clear().put(bytes);
    try {
      return ((UnixChannel) channel).fd().write(direct, 0, bytes.length);
    } catch (IOException broken) {
      channel.close();
      return bytes.length;
    }
  }
}
