package dev.facsimile.replay.engine;

import dev.facsimile.replay.http.Http2FormatException;
import dev.facsimile.replay.http.ResponseHead;
import io.netty.handler.codec.http2.Http2Error;
import java.util.Optional;

/** One exchange on a connection of HTTP/2. For the event loop alone. */
final class Http2Stream implements Carrier {
  private final Http2Connection connection;
  private final int id;
  private Optional<Exchange> exchange = Optional.empty();
  private Optional<ResponseHead> head = Optional.empty();
  private byte[] request = new byte[0];
  private int sentUpTo;
  private long received;

  /** What the server still takes of this stream's body, bytes; may be below 0. */
  private long sendWindow;

  /** Bytes that came since the server was last told of room. */
  private int unannounced;

  Http2Stream(Http2Connection connection, int id, long sendWindow) {
    this.connection = connection;
    this.id = id;
    this.sendWindow = sendWindow;
  }

  int id() {
    return id;
  }

  @Override
  public void send(Exchange carried, byte[] bytes) {
    exchange = Optional.of(carried);
    request = bytes;
    connection.send(this);
  }

  @Override
  public void drop() {
    connection.cancel(this);
  }

  Exchange exchange() {
    return exchange.orElseThrow();
  }

  byte[] request() {
    return request;
  }

  /** The request is sent up to here. */
  void sentUpTo(int at) {
    sentUpTo = at;
  }

  int sentUpTo() {
    return sentUpTo;
  }

  /** Whether the request is sent to its end. */
  boolean isSent() {
    return sentUpTo == request.length;
  }

  long sendWindow() {
    return sendWindow;
  }

  /** The server took so many bytes of the body. */
  void took(int bytes) {
    sendWindow -= bytes;
  }

  void growSendWindow(long bytes) throws Http2FormatException {
    sendWindow += bytes;
    if (sendWindow > Integer.MAX_VALUE) {
      throw Http2FormatException.ofStream(
          Http2Error.FLOW_CONTROL_ERROR, "a window of " + sendWindow + " bytes");
    }
  }

  /** The server takes more of the body. */
  void windowUpdate(int bytes) throws Http2FormatException {
    if (bytes == 0) {
      throw malformed("a window update of 0 bytes");
    }
    growSendWindow(bytes);
  }

  /** Counts what came; gives how much to announce once it is half of a window, else 0. */
  int count(int bytes, int window) {
    unannounced += bytes;
    int announced = unannounced > window / 2 ? unannounced : 0;
    unannounced -= announced;
    return announced;
  }

  /** A header block came: the head of the response, one in the interim, or the trailers. */
  Optional<ResponseHead> head(ResponseHead came, boolean last) throws Http2FormatException {
    boolean interim = came.status() / 100 == 1;
    if (interim && last) {
      throw malformed("a response that ends with the status " + came.status());
    }
    if (interim) {
      return Optional.empty();
    }
    head = Optional.of(came);
    return head;
  }

  boolean hasHead() {
    return head.isPresent();
  }

  void body(byte[] bytes, int from, int to, long atNanos) throws Http2FormatException {
    if (head.isEmpty()) {
      throw malformed("a body without a head");
    }
    received += to - from;
    exchange().reader().body(bytes, from, to, atNanos);
  }

  /** Refuses a body that is not as long as its head says. */
  void requireWhole() throws Http2FormatException {
    if (head.isEmpty()) {
      throw malformed("a stream that ends without a head");
    }
    Optional<String> length = head.get().header("content-length");
    if (length.isPresent() && !length.get().equals(Long.toString(received))) {
      throw malformed("a body of " + received + " bytes where " + length.get() + " were announced");
    }
  }

  static Http2FormatException malformed(String found) {
    return Http2FormatException.ofStream(Http2Error.PROTOCOL_ERROR, found);
  }
}
