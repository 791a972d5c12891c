package dev.facsimile.replay.engine;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import java.io.Closeable;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** A server on loopback that answers by script, byte for byte. */
final class ScriptedServer implements Closeable {
  static final String STREAM =
      "HTTP/1.1 200 OK\r\nServer: scripted\r\nContent-Type: text/event-stream\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n";
  static final String TOKEN =
      chunk("data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}\n\n");
  static final String END =
      chunk("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n")
          + "0\r\n\r\n";

  /** One answer being written. */
  static final class Reply {
    private final Channel channel;

    private final String request;

    private Reply(Channel channel, String request) {
      this.channel = channel;
      this.request = request;
    }

    /** The request as it came, head and body. */
    String request() {
      return request;
    }

    Reply send(String bytes) {
      channel.writeAndFlush(Unpooled.copiedBuffer(bytes, StandardCharsets.ISO_8859_1));
      return this;
    }

    void after(long millis, Runnable next) {
      channel.eventLoop().schedule(next, millis, TimeUnit.MILLISECONDS);
    }

    void close() {
      channel.close();
    }
  }

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final Channel listening;

  /** Calls {@code script} with each request's number, from 0, once its body is complete. */
  ScriptedServer(BiConsumer<Integer, Reply> script) {
    this(script, Optional.empty());
  }

  /** The same behind TLS. */
  ScriptedServer(BiConsumer<Integer, Reply> script, Optional<SslContext> tls) {
    listening =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    tls.ifPresent(t -> channel.pipeline().addLast(t.newHandler(channel.alloc())));
                    channel.pipeline().addLast(new Session(script));
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
  }

  static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  /** A whole, immediate answer of {@code tokens} tokens. */
  static void answer(Reply reply, int tokens) {
    reply.send(STREAM + TOKEN.repeat(tokens) + END);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  int connections() {
    return open.get();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private final class Session extends ChannelInboundHandlerAdapter {
    private final BiConsumer<Integer, Reply> script;
    private String received = "";

    Session(BiConsumer<Integer, Reply> script) {
      this.script = script;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      open.incrementAndGet();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf buffer = (ByteBuf) message;
      received += buffer.toString(StandardCharsets.ISO_8859_1);
      buffer.release();
      int head = received.indexOf("\r\n\r\n");
      if (head < 0) {
        return;
      }
      String length = received.replaceFirst("(?s).*Content-Length: (\\d+)\r\n.*", "$1");
      if (received.length() - head - 4 == Integer.parseInt(length)) {
        String request = received;
        received = "";
        script.accept(requests.getAndIncrement(), new Reply(context.channel(), request));
      }
    }
  }
}
