package dev.facsimile.replay.http;

/** A server sent what is not HTTP/1.1; the message says what was found. */
public final class HttpFormatException extends Exception {
  private static final long serialVersionUID = 1;

  public HttpFormatException(String found) {
    super(found);
  }
}
