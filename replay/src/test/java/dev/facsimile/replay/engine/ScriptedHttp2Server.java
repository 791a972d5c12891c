package dev.facsimile.replay.engine;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.io.Closeable;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** A server of HTTP/2 on loopback, by Netty's own code, that answers by script. */
final class ScriptedHttp2Server implements Closeable {
  private static final String TOKEN =
      "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}\n\n";
  private static final String END =
      "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n";

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger resets = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final AtomicLong bodyBytes = new AtomicLong();
  private final Channel listening;

  /** One answer being written. */
  static final class Reply {
    private final Http2StreamChannel stream;

    private Reply(Http2StreamChannel stream) {
      this.stream = stream;
    }

    Reply status(String status, boolean last) {
      stream.writeAndFlush(
          new DefaultHttp2HeadersFrame(
              new DefaultHttp2Headers().status(status).add("content-type", "text/event-stream"),
              last));
      return this;
    }

    Reply tokens(int count) {
      for (int i = 0; i < count; i++) {
        data(TOKEN, false);
      }
      return this;
    }

    Reply end() {
      return data(END, true);
    }

    private Reply data(String text, boolean last) {
      stream.writeAndFlush(
          new DefaultHttp2DataFrame(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8), last));
      return this;
    }

    void answer(int tokens) {
      status("200", false).tokens(tokens).end();
    }

    void reset(Http2Error code) {
      stream.writeAndFlush(new DefaultHttp2ResetFrame(code));
    }

    /** What is open goes on, and nothing new is taken. */
    Reply goAway() {
      stream.parent().writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
      return this;
    }

    void closeConnection() {
      stream.parent().close();
    }

    void after(long millis, Runnable next) {
      stream.eventLoop().schedule(next, millis, TimeUnit.MILLISECONDS);
    }
  }

  /** Calls {@code script} with each request's number, from 0, once its body is complete. */
  ScriptedHttp2Server(
      Http2Settings settings, Optional<SslContext> tls, BiConsumer<Integer, Reply> script) {
    listening =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connections.incrementAndGet();
                    tls.ifPresent(t -> channel.pipeline().addLast(t.newHandler(channel.alloc())));
                    channel
                        .pipeline()
                        .addLast(
                            Http2FrameCodecBuilder.forServer().initialSettings(settings).build(),
                            new Http2MultiplexHandler(streams(script)));
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
  }

  ScriptedHttp2Server(BiConsumer<Integer, Reply> script) {
    this(Http2Settings.defaultSettings(), Optional.empty(), script);
  }

  private ChannelInitializer<Channel> streams(BiConsumer<Integer, Reply> script) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel stream) {
        mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        stream.closeFuture().addListener(done -> open.decrementAndGet());
        stream.pipeline().addLast(new Stream(script));
      }
    };
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  int connections() {
    return connections.get();
  }

  /** Streams that the client has reset. */
  int resets() {
    return resets.get();
  }

  /** Most streams open at a time. */
  int mostOpen() {
    return mostOpen.get();
  }

  /** Bytes of requests' bodies. */
  long bodyBytes() {
    return bodyBytes.get();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private final class Stream extends ChannelInboundHandlerAdapter {
    private final BiConsumer<Integer, Reply> script;

    Stream(BiConsumer<Integer, Reply> script) {
      this.script = script;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      boolean last = message instanceof Http2HeadersFrame head && head.isEndStream();
      if (message instanceof Http2DataFrame data) {
        bodyBytes.addAndGet(data.content().readableBytes());
        last = data.isEndStream();
      }
      ReferenceCountUtil.release(message);
      if (last) {
        script.accept(
            requests.getAndIncrement(), new Reply((Http2StreamChannel) context.channel()));
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof Http2ResetFrame) {
        resets.incrementAndGet();
      }
    }
  }
}
