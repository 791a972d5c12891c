package dev.facsimile.replay.http;

import io.netty.handler.codec.http2.Http2Error;

/** A server sent what is not HTTP/2; the message says what was found. */
public final class Http2FormatException extends Exception {
  private static final long serialVersionUID = 1;

  private final Http2Error code;
  private final boolean ofStream;

  private Http2FormatException(Http2Error code, String found, boolean ofStream) {
    super(found);
    this.code = code;
    this.ofStream = ofStream;
  }

  /** The connection cannot go on. */
  public static Http2FormatException ofConnection(Http2Error code, String found) {
    return new Http2FormatException(code, found, false);
  }

  /** One stream cannot go on; the others can. */
  public static Http2FormatException ofStream(Http2Error code, String found) {
    return new Http2FormatException(code, found, true);
  }

  /** What the server is told. */
  public Http2Error code() {
    return code;
  }

  /** Whether it concerns one stream alone. */
  public boolean isOfStream() {
    return ofStream;
  }
}
