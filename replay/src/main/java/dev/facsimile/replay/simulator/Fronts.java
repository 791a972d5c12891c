package dev.facsimile.replay.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.SslContext;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What stands in front of the simulated server on a new connection: HTTP/1.1, or HTTP/2 where the
 * client begins with its preface, with or without TLS. Each stream of HTTP/2 is a channel of its
 * own, with the same handler at its end as a connection of HTTP/1.1 has.
 */
final class Fronts extends ChannelInitializer<Channel> {
  private static final int BODY_LIMIT = 64 << 20;
  private static final int STREAMS = 1_000;
  private static final int WINDOW = 1 << 20;
  private static final byte[] PREFACE = "PRI * HTTP/2.0".getBytes(StandardCharsets.US_ASCII);

  private final Consumer<Channel> opened;
  private final Supplier<ChannelHandler> handlers;
  private final Optional<SslContext> tls;

  /**
   * Fronts.
   *
   * @param opened hears of each connection
   * @param handlers makes what takes whole requests
   * @param tls where it is there, connections are secured
   */
  Fronts(Consumer<Channel> opened, Supplier<ChannelHandler> handlers, Optional<SslContext> tls) {
    this.opened = opened;
    this.handlers = handlers;
    this.tls = tls;
  }

  @Override
  protected void initChannel(Channel channel) {
    opened.accept(channel);
    tls.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
    channel.pipeline().addLast(new Preface());
  }

  /** Looks at a connection's first bytes, which tell what is spoken on it. */
  private final class Preface extends ByteToMessageDecoder {
    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
      int looked = Math.min(in.readableBytes(), PREFACE.length);
      boolean http2 = true;
      for (int i = 0; i < looked; i++) {
        http2 &= in.getByte(in.readerIndex() + i) == PREFACE[i];
      }
      if (http2 && looked < PREFACE.length) {
        return;
      }
      ChannelPipeline pipeline = context.pipeline();
      if (http2) {
        speakHttp2(pipeline);
      } else {
        pipeline.addLast(new HttpRequestDecoder(), new HttpResponseEncoder());
        pipeline.addLast(new HttpObjectAggregator(BODY_LIMIT), handlers.get());
      }
      pipeline.remove(this);
    }
  }

  private void speakHttp2(ChannelPipeline pipeline) {
    Http2Settings settings =
        Http2Settings.defaultSettings().maxConcurrentStreams(STREAMS).initialWindowSize(WINDOW);
    pipeline.addLast(Http2FrameCodecBuilder.forServer().initialSettings(settings).build());
    pipeline.addLast(
        new Http2MultiplexHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel stream) {
                stream
                    .pipeline()
                    .addLast(
                        new Http2StreamFrameToHttpObjectCodec(true),
                        new HttpObjectAggregator(BODY_LIMIT),
                        handlers.get());
              }
            }));
  }
}
