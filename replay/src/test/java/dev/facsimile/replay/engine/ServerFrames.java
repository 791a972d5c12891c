package dev.facsimile.replay.engine;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Frames as a server sends them, written by Netty's own code. */
final class ServerFrames {
  private static final String TOKEN =
      "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}\n\n";
  private static final String END =
      "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n";

  private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
  private final DefaultHttp2FrameWriter writer = new DefaultHttp2FrameWriter();

  private ChannelHandlerContext context() {
    return channel.pipeline().firstContext();
  }

  static Http2Headers streamHead() {
    return new DefaultHttp2Headers()
        .status("200")
        .add("server", "frames")
        .add("content-type", "text/event-stream");
  }

  ServerFrames settings(Http2Settings settings) {
    writer.writeSettings(context(), settings, context().newPromise());
    return this;
  }

  ServerFrames settings() {
    return settings(new Http2Settings());
  }

  ServerFrames headers(int stream, Http2Headers headers, int padding, boolean last) {
    writer.writeHeaders(context(), stream, headers, padding, last, context().newPromise());
    return this;
  }

  ServerFrames head(int stream) {
    return headers(stream, streamHead(), 0, false);
  }

  ServerFrames data(int stream, String text, int padding, boolean last) {
    ByteBuf data = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    writer.writeData(context(), stream, data, padding, last, context().newPromise());
    return this;
  }

  ServerFrames token(int stream) {
    return data(stream, TOKEN, 0, false);
  }

  ServerFrames end(int stream) {
    return data(stream, END, 0, true);
  }

  ServerFrames answer(int stream, int tokens) {
    head(stream);
    for (int i = 0; i < tokens; i++) {
      token(stream);
    }
    return end(stream);
  }

  ServerFrames reset(int stream, long code) {
    writer.writeRstStream(context(), stream, code, context().newPromise());
    return this;
  }

  ServerFrames goAway(int last, long code) {
    writer.writeGoAway(
        context(), last, code, Unpooled.copiedBuffer("bye", StandardCharsets.UTF_8), promise());
    return this;
  }

  ServerFrames ping(long bytes) {
    writer.writePing(context(), false, bytes, promise());
    return this;
  }

  ServerFrames window(int stream, int bytes) {
    writer.writeWindowUpdate(context(), stream, bytes, promise());
    return this;
  }

  ServerFrames priority(int stream) {
    writer.writePriority(context(), stream, 0, (short) 16, false, promise());
    return this;
  }

  ServerFrames push(int stream) {
    writer.writePushPromise(context(), stream, 2, streamHead(), 0, promise());
    return this;
  }

  ServerFrames unknown(int type, int stream) {
    writer.writeFrame(
        context(),
        (byte) type,
        stream,
        new Http2Flags((short) 0xff),
        Unpooled.wrappedBuffer(new byte[7]),
        promise());
    return this;
  }

  /** A frame byte for byte. */
  ServerFrames raw(int length, int type, int flags, int stream, byte[] payload) {
    ByteBuf frame = Unpooled.buffer();
    frame.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
    channel.writeOutbound(frame.writeBytes(payload));
    return this;
  }

  private io.netty.channel.ChannelPromise promise() {
    return context().newPromise();
  }

  /** What was written since the last call. */
  byte[] bytes() {
    channel.flush();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
      byte[] part = new byte[next.readableBytes()];
      next.readBytes(part);
      next.release();
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
