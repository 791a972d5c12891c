package dev.facsimile.replay.engine;

import dev.facsimile.replay.http.HttpFormatException;
import dev.facsimile.replay.http.HttpResponseParser;
import dev.facsimile.replay.http.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * One keep-alive connection of HTTP/1.1. It carries one exchange at a time, reads every body to its
 * end and takes one time stamp per socket read. For the event loop alone.
 */
final class Http1Connection extends ChannelInboundHandlerAdapter
    implements Connection, Carrier, HttpResponseParser.Listener {
  private final RunClock clock;
  private final Traffic traffic;
  private final Listener listener;
  private final byte[] scratch;
  private final HttpResponseParser parser = new HttpResponseParser(this);
  private Optional<Channel> channel = Optional.empty();
  private Optional<Exchange> current = Optional.empty();
  private boolean inUse;
  private boolean keepAlive;
  private boolean ended;
  private long readNanos;
  private long idleSinceNanos;

  /**
   * A connection to be.
   *
   * @param scratch where one read's bytes are looked at; shared by the loop's connections
   */
  Http1Connection(RunClock clock, Traffic traffic, Listener listener, byte[] scratch) {
    this.clock = clock;
    this.traffic = traffic;
    this.listener = listener;
    this.scratch = scratch;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = Optional.of(context.channel());
    idleSinceNanos = clock.now();
  }

  @Override
  public boolean isUsable(long idleSinceAtLeast) {
    return channel.isPresent() && channel.get().isActive() && idleSinceNanos >= idleSinceAtLeast;
  }

  @Override
  public void idleSince(long nanos) {
    idleSinceNanos = nanos;
  }

  @Override
  public int places() {
    return 1;
  }

  @Override
  public int room() {
    return inUse ? 0 : 1;
  }

  @Override
  public boolean isIdle() {
    return !inUse;
  }

  @Override
  public Carrier take() {
    inUse = true;
    return this;
  }

  @Override
  public void send(Exchange exchange, byte[] bytes) {
    current = Optional.of(exchange);
    traffic.sent(bytes.length);
    channel
        .orElseThrow()
        .writeAndFlush(Unpooled.wrappedBuffer(bytes))
        .addListener(
            done -> {
              if (done.isSuccess()) {
                exchange.written(clock.now());
              } else {
                broken("write: " + NetworkErrors.reason(done.cause()));
              }
            });
  }

  @Override
  public void drop() {
    current = Optional.empty();
    channel.ifPresent(Channel::close);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    readNanos = clock.now();
    ByteBuf buffer = (ByteBuf) message;
    traffic.received(buffer.readableBytes());
    try {
      while (buffer.isReadable()) {
        int length = Math.min(buffer.readableBytes(), scratch.length);
        buffer.readBytes(scratch, 0, length);
        read(length, buffer.isReadable());
      }
    } finally {
      buffer.release();
    }
  }

  private void read(int length, boolean more) throws HttpFormatException {
    if (current.isEmpty()) {
      drop();
      return;
    }
    Exchange exchange = current.get();
    int before = exchange.reader().eventTokens();
    ended = false;
    int taken = parser.parse(scratch, 0, length);
    listener.tokens(exchange.reader().eventTokens() - before, readNanos);
    if (ended) {
      boolean nothingLeft = taken == length && !more;
      idleSinceNanos = readNanos;
      current = Optional.empty();
      inUse = false;
      boolean reusable = keepAlive && nothingLeft && exchange.isWritten();
      listener.answered(this, exchange, true, reusable, readNanos);
    }
  }

  @Override
  public void head(ResponseHead head) {
    keepAlive = head.keepAlive();
    head.header("server").ifPresent(listener::server);
    current.orElseThrow().reader().head(head, readNanos);
  }

  @Override
  public void body(byte[] bytes, int from, int to) {
    current.orElseThrow().reader().body(bytes, from, to, readNanos);
  }

  @Override
  public void end() {
    ended = true;
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    listener.closed(this);
    if (current.isEmpty()) {
      return;
    }
    Exchange exchange = current.get();
    boolean whole = parser.closed();
    current = Optional.empty();
    listener.answered(this, exchange, whole, false, clock.now());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof HttpFormatException) {
      broken("not HTTP/1.1: " + cause.getMessage());
    } else if (cause instanceof IOException) {
      broken("connection: " + NetworkErrors.reason(cause));
    } else if (cause instanceof DecoderException && cause.getCause() instanceof SSLException tls) {
      broken("TLS: " + NetworkErrors.reason(tls));
    } else {
      listener.bug(cause);
    }
  }

  private void broken(String why) {
    Optional<Exchange> exchange = current;
    drop();
    exchange.ifPresent(x -> listener.broken(x, why));
  }
}
