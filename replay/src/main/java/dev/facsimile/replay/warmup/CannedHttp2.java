package dev.facsimile.replay.warmup;

import dev.facsimile.replay.http.HeaderCodec;
import dev.facsimile.replay.http.Http2FormatException;
import dev.facsimile.replay.http.Http2Frame;
import dev.facsimile.replay.http.Http2FrameParser;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.function.Consumer;

/**
 * A connection of HTTP/2 with prior knowledge that answers each request with the same stream. It
 * takes what this client sends, and relies on the client's windows, which are larger than all that
 * is sent.
 */
final class CannedHttp2 extends ChannelInboundHandlerAdapter implements Http2FrameParser.Listener {
  private static final Http2Headers HEAD =
      new DefaultHttp2Headers().status("200").set("content-type", "text/event-stream");

  private final CannedAnswer answer;
  private final Channel channel;
  private final Http2FrameParser parser = new Http2FrameParser(this);
  private final HeaderCodec headers = new HeaderCodec();
  private int prefaceLeft = Http2Frame.PREFACE_BYTES;

  CannedHttp2(CannedAnswer answer, Channel channel) {
    this.answer = answer;
    this.channel = channel;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    write(Http2Frame::writeSettings);
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) throws Exception {
    ByteBuf buffer = (ByteBuf) message;
    try {
      int skipped = Math.min(prefaceLeft, buffer.readableBytes());
      prefaceLeft -= skipped;
      buffer.skipBytes(skipped);
      byte[] bytes = new byte[buffer.readableBytes()];
      buffer.readBytes(bytes);
      parser.parse(bytes, 0, bytes.length);
    } finally {
      buffer.release();
    }
  }

  private boolean write(Consumer<ByteBuf> frames) {
    ByteBuf out = channel.alloc().buffer();
    frames.accept(out);
    channel.writeAndFlush(out);
    return channel.isActive();
  }

  private void answer(int stream) {
    answer.play(channel.eventLoop(), index -> write(out -> piece(out, stream, index)));
  }

  private void piece(ByteBuf out, int stream, int index) {
    if (index == 0) {
      ByteBuf head = headers.encode(stream, HEAD);
      Http2Frame.writeHeaders(out, stream, head, Http2Frame.DEFAULT_FRAME, false);
    }
    byte[] piece = answer.piece(index);
    Http2Frame.writeData(out, stream, piece, 0, piece.length, index == answer.size() - 1);
  }

  @Override
  public void headers(int stream, byte[] block, int from, int to, boolean last)
      throws Http2FormatException {
    headers.skip(stream, block, from, to);
    if (last) {
      answer(stream);
    }
  }

  @Override
  public void data(int stream, byte[] bytes, int from, int to) {
    // Whatever is asked, the answer is the same.
  }

  @Override
  public void dataEnd(int stream, int counted, boolean last) {
    if (counted > 0) {
      write(out -> Http2Frame.writeWindowUpdate(out, 0, counted));
    }
    if (last) {
      answer(stream);
    }
  }

  @Override
  public void settings() {
    write(Http2Frame::writeSettingsAck);
  }

  @Override
  public void setting(int id, long value) {
    // The windows that matter are larger than what is sent.
  }

  @Override
  public void windowUpdate(int stream, int bytes) {
    // As above.
  }

  @Override
  public void ping(long bytes) {
    write(out -> Http2Frame.writePingAck(out, bytes));
  }

  @Override
  public void reset(int stream, long code) {
    // What is still sent on it, the client leaves unread.
  }

  @Override
  public void goAway(int lastStream, long code) {
    channel.close();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext failing, Throwable cause) {
    channel.close();
  }
}
