package dev.facsimile.replay.engine;

/**
 * What carries one exchange: a connection of HTTP/1.1, or a stream of HTTP/2. For the event loop
 * alone.
 */
interface Carrier {

  /** Writes a request; {@code bytes} are its head and body as HTTP/1.1 has them. */
  void send(Exchange exchange, byte[] bytes);

  /** Ends it without a word about its exchange. */
  void drop();
}
