package dev.facsimile.replay.engine;

import static dev.facsimile.replay.http.Http2FormatException.ofConnection;

import dev.facsimile.replay.http.HeaderCodec;
import dev.facsimile.replay.http.Http2FormatException;
import dev.facsimile.replay.http.Http2Frame;
import dev.facsimile.replay.http.Http2FrameParser;
import dev.facsimile.replay.http.RequestHead;
import dev.facsimile.replay.http.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/**
 * One connection of HTTP/2 (RFC 9113) with a stream for each exchange. Takes one time stamp per
 * socket read. Its windows are so large, and renewed so early, that a server is never held back by
 * them; the server's own are kept to: what does not fit waits. A stream that is given up is reset,
 * the others go on. Streams that the server says it did not process end as such; a connection that
 * is told to go away takes no more and closes after its last answer. For the event loop alone.
 */
final class Http2Connection extends ChannelInboundHandlerAdapter
    implements Connection, Http2FrameParser.Listener {
  /** Window of each stream and of the connection, bytes. */
  static final int WINDOW = 1 << 30;

  /** Why a request that was sent was not worked on. */
  static final String NOT_PROCESSED = "HTTP/2: not processed: ";

  private final RunClock clock;
  private final Traffic traffic;
  private final Listener listener;
  private final byte[] scratch;
  private final RequestHead heads;
  private final int mostStreams;
  private final int window;
  private final Http2FrameParser parser = new Http2FrameParser(this);
  private final HeaderCodec headers = new HeaderCodec();
  private final IntObjectMap<Http2Stream> streams = new IntObjectHashMap<>();

  /** Streams with more to send than the server takes at present. */
  private final ArrayDeque<Http2Stream> held = new ArrayDeque<>();

  private Optional<ChannelHandlerContext> context = Optional.empty();
  private Optional<Promise<Void>> stands = Optional.empty();
  private int nextId = 1;
  private long serverStreams = Integer.MAX_VALUE;
  private long serverWindow = Http2Frame.DEFAULT_WINDOW;
  private int serverFrame = Http2Frame.DEFAULT_FRAME;
  private long sendWindow = Http2Frame.DEFAULT_WINDOW;
  private int unannounced;
  private boolean leaving;
  private boolean dropped;
  private long readNanos;
  private long idleSinceNanos;

  /**
   * A connection to be.
   *
   * @param scratch where one read's bytes are looked at; shared by the loop's connections
   * @param scheme {@code http} or {@code https}
   * @param mostStreams exchanges at a time, though the server take more
   * @param window of each stream and of the connection, bytes
   */
  Http2Connection(
      RunClock clock,
      Traffic traffic,
      Listener listener,
      byte[] scratch,
      String scheme,
      int mostStreams,
      int window) {
    this.clock = clock;
    this.traffic = traffic;
    this.listener = listener;
    this.scratch = scratch;
    this.heads = new RequestHead(scheme);
    this.mostStreams = mostStreams;
    this.window = window;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = Optional.of(added);
    stands = Optional.of(added.executor().newPromise());
    idleSinceNanos = clock.now();
    write(out -> Http2Frame.writeBeginning(out, window));
    added.flush();
  }

  /** Done once the server has told its settings, so that its limits are known. */
  Future<Void> stands() {
    return stands.orElseThrow();
  }

  /** Gives it up before it stands. */
  void fail(String why) {
    stands.orElseThrow().tryFailure(new IOException(why));
    channel().close();
  }

  private Channel channel() {
    return context.orElseThrow().channel();
  }

  @Override
  public boolean isUsable(long idleSinceAtLeast) {
    return !leaving
        && channel().isActive()
        && (!streams.isEmpty() || idleSinceNanos >= idleSinceAtLeast);
  }

  @Override
  public void idleSince(long nanos) {
    idleSinceNanos = nanos;
  }

  @Override
  public int places() {
    return (int) Math.min(mostStreams, serverStreams);
  }

  @Override
  public int room() {
    return leaving ? 0 : Math.max(0, places() - streams.size());
  }

  @Override
  public boolean isIdle() {
    return streams.isEmpty();
  }

  @Override
  public Carrier take() {
    Http2Stream stream = new Http2Stream(this, nextId, serverWindow);
    streams.put(nextId, stream);
    if (nextId == Integer.MAX_VALUE) {
      leave();
    } else {
      nextId += 2;
    }
    return stream;
  }

  /** Sends a stream's request, as far as the server takes it now. */
  void send(Http2Stream stream) {
    ByteBuf out = context.orElseThrow().alloc().buffer();
    Http2Headers head = heads.of(stream.request());
    int body = heads.bodyFrom();
    Http2Frame.writeHeaders(
        out,
        stream.id(),
        headers.encode(stream.id(), head),
        serverFrame,
        body == stream.request().length);
    stream.sentUpTo(body);
    sendBody(stream, out);
    flush(out, stream);
  }

  private void sendBody(Http2Stream stream, ByteBuf out) {
    byte[] request = stream.request();
    while (!stream.isSent()) {
      int from = stream.sentUpTo();
      long room = Math.min(serverFrame, Math.min(sendWindow, stream.sendWindow()));
      int length = (int) Math.min(request.length - from, room);
      if (length <= 0) {
        held.add(stream);
        return;
      }
      stream.sentUpTo(from + length);
      Http2Frame.writeData(out, stream.id(), request, from, from + length, stream.isSent());
      sendWindow -= length;
      stream.took(length);
    }
  }

  private void flush(ByteBuf out, Http2Stream stream) {
    boolean whole = stream.isSent();
    traffic.sent(out.readableBytes());
    context
        .orElseThrow()
        .writeAndFlush(out)
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                brokenOff("write: " + NetworkErrors.reason(done.cause()));
              } else if (whole) {
                stream.exchange().written(clock.now());
              }
            });
  }

  /** The server takes more. */
  private void sendHeld() {
    for (int left = held.size(); left > 0 && sendWindow > 0; left--) {
      Http2Stream stream = held.remove();
      if (streams.get(stream.id()) == stream) {
        ByteBuf out = context.orElseThrow().alloc().buffer();
        sendBody(stream, out);
        flush(out, stream);
      }
    }
  }

  /** Gives a stream up, whose exchange is ended from this side. */
  void cancel(Http2Stream stream) {
    if (streams.remove(stream.id()) == null) {
      return;
    }
    write(out -> Http2Frame.writeReset(out, stream.id(), Http2Error.CANCEL));
    context.orElseThrow().flush();
    freed();
  }

  private void freed() {
    idleSinceNanos = clock.now();
    if (!leaving) {
      listener.freed(this);
    } else if (streams.isEmpty()) {
      drop();
    }
  }

  @Override
  public void drop() {
    leaving = true;
    streams.clear();
    if (!dropped && channel().isActive()) {
      dropped = true;
      ByteBuf out = context.orElseThrow().alloc().buffer();
      Http2Frame.writeGoAway(out, Http2Error.NO_ERROR);
      context.orElseThrow().writeAndFlush(out).addListener(ChannelFutureListener.CLOSE);
    } else {
      channel().close();
    }
  }

  private void write(Consumer<ByteBuf> frame) {
    ByteBuf out = context.orElseThrow().alloc().buffer();
    frame.accept(out);
    traffic.sent(out.readableBytes());
    context.orElseThrow().write(out);
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object message) throws Exception {
    readNanos = clock.now();
    ByteBuf buffer = (ByteBuf) message;
    traffic.received(buffer.readableBytes());
    try {
      while (buffer.isReadable() && channel().isActive()) {
        int length = Math.min(buffer.readableBytes(), scratch.length);
        buffer.readBytes(scratch, 0, length);
        parser.parse(scratch, 0, length);
      }
    } catch (Http2FormatException e) {
      giveUp(e);
    } finally {
      buffer.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext reading) {
    reading.flush();
  }

  /** What the server sends is not HTTP/2. */
  private void giveUp(Http2FormatException found) {
    write(out -> Http2Frame.writeGoAway(out, found.code()));
    context.orElseThrow().flush();
    brokenOff("not HTTP/2: " + found.getMessage());
  }

  @Override
  public void data(int id, byte[] bytes, int from, int to) throws Http2FormatException {
    Optional<Http2Stream> stream = open(id);
    if (stream.isPresent()) {
      orRefuse(stream.get(), () -> body(stream.get(), bytes, from, to));
    }
  }

  private void body(Http2Stream stream, byte[] bytes, int from, int to)
      throws Http2FormatException {
    int before = stream.exchange().reader().eventTokens();
    stream.body(bytes, from, to, readNanos);
    listener.tokens(stream.exchange().reader().eventTokens() - before, readNanos);
  }

  @Override
  public void dataEnd(int id, int counted, boolean last) throws Http2FormatException {
    unannounced += counted;
    if (unannounced > window / 2) {
      int bytes = unannounced;
      unannounced = 0;
      write(out -> Http2Frame.writeWindowUpdate(out, 0, bytes));
    }
    Optional<Http2Stream> stream = open(id);
    if (stream.isEmpty()) {
      return;
    }
    int bytes = stream.get().count(counted, window);
    if (last) {
      orRefuse(stream.get(), () -> complete(stream.get()));
    } else if (bytes > 0) {
      write(out -> Http2Frame.writeWindowUpdate(out, id, bytes));
    }
  }

  @Override
  public void headers(int id, byte[] block, int from, int to, boolean last)
      throws Http2FormatException {
    Optional<Http2Stream> stream = open(id);
    if (stream.isEmpty()) {
      headers.skip(id, block, from, to);
    } else {
      orRefuse(
          stream.get(), () -> headers(stream.get(), headers.decode(id, block, from, to), last));
    }
  }

  private void headers(Http2Stream stream, Http2Headers came, boolean last)
      throws Http2FormatException {
    if (stream.hasHead()) {
      if (!last || came.status() != null) {
        throw Http2Stream.malformed("trailers that are not the end");
      }
    } else {
      Optional<ResponseHead> head = stream.head(HeaderCodec.response(came), last);
      head.flatMap(h -> h.header("server")).ifPresent(listener::server);
      head.ifPresent(h -> stream.exchange().reader().head(h, readNanos));
    }
    if (last) {
      complete(stream);
    }
  }

  private void complete(Http2Stream stream) throws Http2FormatException {
    stream.requireWhole();
    streams.remove(stream.id());
    if (!stream.isSent()) {
      // The answer came before the whole question, and nobody waits for the rest of that.
      write(out -> Http2Frame.writeReset(out, stream.id(), Http2Error.NO_ERROR));
    }
    idleSinceNanos = readNanos;
    listener.answered(this, stream.exchange(), true, true, readNanos);
    if (leaving && streams.isEmpty()) {
      drop();
    }
  }

  /** Work on what came for one stream. */
  private interface Work {
    void run() throws Http2FormatException;
  }

  /** Does {@code work}; a stream whose answer is not sound is ended, and the others go on. */
  private void orRefuse(Http2Stream stream, Work work) throws Http2FormatException {
    try {
      work.run();
    } catch (Http2FormatException found) {
      if (!found.isOfStream()) {
        throw found;
      }
      write(out -> Http2Frame.writeReset(out, stream.id(), found.code()));
      end(stream, "not HTTP/2: " + found.getMessage());
    }
  }

  private void end(Http2Stream stream, String why) {
    streams.remove(stream.id());
    freed();
    listener.broken(stream.exchange(), why);
  }

  @Override
  public void reset(int id, long code) throws Http2FormatException {
    Optional<Http2Stream> stream = open(id);
    if (stream.isPresent()) {
      String name = Http2Frame.errorName(code);
      boolean refused = code == Http2Error.REFUSED_STREAM.code();
      end(stream.get(), refused ? NOT_PROCESSED + name : "HTTP/2: stream reset: " + name);
    }
  }

  @Override
  public void goAway(int lastStream, long code) {
    leave();
    String why = NOT_PROCESSED + "GOAWAY (" + Http2Frame.errorName(code) + ")";
    for (Http2Stream stream : List.copyOf(streams.values())) {
      if (stream.id() > lastStream) {
        end(stream, why);
      }
    }
    if (streams.isEmpty()) {
      drop();
    }
  }

  private void leave() {
    leaving = true;
    listener.closed(this);
  }

  @Override
  public void setting(int id, long value) throws Http2FormatException {
    switch (id) {
      case Http2Frame.HEADER_TABLE_SIZE -> headers.serverTable(value);
      case Http2Frame.MAX_CONCURRENT_STREAMS -> serverStreams = value;
      case Http2Frame.INITIAL_WINDOW_SIZE -> {
        if (value > Integer.MAX_VALUE) {
          throw ofConnection(Http2Error.FLOW_CONTROL_ERROR, "a window of " + value + " bytes");
        }
        for (Http2Stream stream : streams.values()) {
          stream.growSendWindow(value - serverWindow);
        }
        serverWindow = value;
      }
      case Http2Frame.MAX_FRAME_SIZE -> {
        if (value < Http2Frame.DEFAULT_FRAME || value >= 1 << 24) {
          throw ofConnection(Http2Error.PROTOCOL_ERROR, "frames of up to " + value + " bytes");
        }
        serverFrame = (int) value;
      }
      case Http2Frame.ENABLE_PUSH -> {
        if (value != 0) {
          throw ofConnection(Http2Error.PROTOCOL_ERROR, "a server that asks for pushes");
        }
      }
      default -> {
        // Settings that are not known are to be ignored.
      }
    }
  }

  @Override
  public void settings() {
    write(Http2Frame::writeSettingsAck);
    boolean first = stands.orElseThrow().trySuccess(null);
    sendHeld();
    if (!first && room() > 0) {
      listener.freed(this);
    }
  }

  @Override
  public void ping(long bytes) {
    write(out -> Http2Frame.writePingAck(out, bytes));
  }

  @Override
  public void windowUpdate(int id, int bytes) throws Http2FormatException {
    if (id == 0) {
      sendWindow += bytes;
      if (bytes == 0 || sendWindow > Integer.MAX_VALUE) {
        throw ofConnection(
            bytes == 0 ? Http2Error.PROTOCOL_ERROR : Http2Error.FLOW_CONTROL_ERROR,
            "a window update of " + bytes + " bytes");
      }
    } else {
      Optional<Http2Stream> stream = open(id);
      if (stream.isPresent()) {
        orRefuse(stream.get(), () -> stream.get().windowUpdate(bytes));
      }
    }
    sendHeld();
  }

  /** The stream of a frame; none of one that has ended, whose last frames are on their way. */
  private Optional<Http2Stream> open(int id) throws Http2FormatException {
    boolean opened = id % 2 == 1 && (id < nextId || nextId == Integer.MAX_VALUE);
    if (!opened) {
      throw ofConnection(Http2Error.PROTOCOL_ERROR, "a frame on stream " + id + ", never opened");
    }
    return Optional.ofNullable(streams.get(id));
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    leaving = true;
    listener.closed(this);
    stands.orElseThrow().tryFailure(new IOException("the server closed the connection"));
    long now = clock.now();
    List<Http2Stream> all = List.copyOf(streams.values());
    streams.clear();
    all.forEach(stream -> listener.answered(this, stream.exchange(), false, false, now));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext failing, Throwable cause) {
    if (cause instanceof IOException) {
      brokenOff("connection: " + NetworkErrors.reason(cause));
    } else if (cause instanceof DecoderException && cause.getCause() instanceof SSLException tls) {
      brokenOff("TLS: " + NetworkErrors.reason(tls));
    } else {
      listener.bug(cause);
    }
  }

  private void brokenOff(String why) {
    leave();
    stands.orElseThrow().tryFailure(new IOException(why));
    List<Http2Stream> all = List.copyOf(streams.values());
    streams.clear();
    channel().close();
    all.forEach(stream -> listener.broken(stream.exchange(), why));
  }
}
