package dev.facsimile.replay.simulator;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Sends streamed answers: on a connection of HTTP/1.1 in chunked coding, each chunk at once; on a
 * stream of HTTP/2 in frames, which go to the socket together once all that is due is written. For
 * one event loop.
 */
final class StreamWriter {
  private final SocketWriter sockets = new SocketWriter();
  private final Set<Channel> unflushed = new LinkedHashSet<>();

  /** Sends the head of a stream: it is accepted. */
  void open(Channel channel) {
    if (channel instanceof Http2StreamChannel) {
      channel.write(Reply.streamHead2());
      flushSoon(channel);
    } else {
      sockets.send(channel, Reply.streamHead());
    }
  }

  /** The bytes of a chunk on this channel, to be sent once or again. */
  byte[] chunk(Channel channel, String text, boolean last) {
    if (channel instanceof Http2StreamChannel) {
      return Reply.bytes(text);
    }
    return last ? Reply.lastChunk(text) : Reply.chunk(text);
  }

  /** Sends a chunk; its bytes must not be changed afterwards. */
  void send(Channel channel, byte[] chunk, boolean last) {
    if (channel instanceof Http2StreamChannel) {
      channel.write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(chunk), last));
      flushSoon(channel);
    } else {
      sockets.send(channel, chunk);
    }
  }

  private void flushSoon(Channel stream) {
    if (unflushed.isEmpty()) {
      stream.eventLoop().execute(this::flush);
    }
    unflushed.add(stream.parent());
  }

  private void flush() {
    unflushed.forEach(Channel::flush);
    unflushed.clear();
  }
}
