package dev.facsimile.replay.engine;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Frames that a client sent, read by Netty's own code; a line for each. */
final class ClientFrames {
  private static final int PREFACE = 24;

  private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
  private final DefaultHttp2HeadersDecoder headers = new DefaultHttp2HeadersDecoder();
  private final DefaultHttp2FrameReader reader = new DefaultHttp2FrameReader(headers);
  private final ByteBuf received = Unpooled.buffer();
  private boolean begun;

  /** As a server does that has announced another size. */
  void tableSize(long bytes) throws Http2Exception {
    headers.configuration().maxHeaderTableSize(bytes);
  }

  /** As a server does that has announced another size. */
  void frameSize(int bytes) throws Http2Exception {
    reader.configuration().frameSizePolicy().maxFrameSize(bytes);
  }

  /** What the client has sent since the last call. */
  List<String> of(EmbeddedChannel client) throws Http2Exception {
    for (ByteBuf next = client.readOutbound(); next != null; next = client.readOutbound()) {
      received.writeBytes(next);
      next.release();
    }
    if (!begun && received.readableBytes() >= PREFACE) {
      begun = true;
      received.skipBytes(PREFACE);
    }
    List<String> frames = new ArrayList<>();
    reader.readFrame(channel.pipeline().firstContext(), received, new Lines(frames));
    return frames;
  }

  private static final class Lines extends Http2FrameAdapter {
    private final List<String> frames;

    Lines(List<String> frames) {
      this.frames = frames;
    }

    @Override
    public int onDataRead(
        ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean last) {
      frames.add("DATA " + stream + " " + data.readableBytes() + (last ? " last" : ""));
      return data.readableBytes() + padding;
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context, int stream, Http2Headers read, int padding, boolean last) {
      StringBuilder line = new StringBuilder("HEADERS " + stream + (last ? " last" : ""));
      read.forEach(h -> line.append(' ').append(h.getKey()).append('=').append(h.getValue()));
      frames.add(line.toString());
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext context, int stream, long code) {
      frames.add("RESET " + stream + " " + code);
    }

    @Override
    public void onSettingsAckRead(ChannelHandlerContext context) {
      frames.add("SETTINGS ack");
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) {
      frames.add(
          "SETTINGS push=" + settings.pushEnabled() + " window=" + settings.initialWindowSize());
    }

    @Override
    public void onPingAckRead(ChannelHandlerContext context, long data) {
      frames.add("PING ack " + data);
    }

    @Override
    public void onGoAwayRead(ChannelHandlerContext context, int last, long code, ByteBuf debug) {
      frames.add("GOAWAY " + last + " " + code + debug.toString(StandardCharsets.UTF_8));
    }

    @Override
    public void onWindowUpdateRead(ChannelHandlerContext context, int stream, int bytes) {
      frames.add("WINDOW " + stream + " " + bytes);
    }
  }
}
