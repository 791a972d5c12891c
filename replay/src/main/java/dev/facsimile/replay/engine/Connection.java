package dev.facsimile.replay.engine;

/**
 * A connection with places for exchanges: one with HTTP/1.1, several with HTTP/2. For the event
 * loop alone.
 */
interface Connection {

  /** Hears what becomes of a connection and its exchanges. */
  interface Listener {
    /**
     * An exchange's response has ended.
     *
     * @param whole whether it was complete
     * @param reusable whether the connection can carry another request in its place
     * @param atNanos when its last byte was read
     */
    void answered(
        Connection connection, Exchange exchange, boolean whole, boolean reusable, long atNanos);

    /** An exchange cannot go on. */
    void broken(Exchange exchange, String why);

    /** There is room that was not there, without an answer. */
    void freed(Connection connection);

    /** It takes no more exchanges; heard before what that means for those under way. */
    void closed(Connection connection);

    /** Chunks with tokens were read. */
    void tokens(int count, long atNanos);

    /** The server named its software. */
    void server(String name);

    /** The engine itself failed. */
    void bug(Throwable error);
  }

  /** Whether it can be trusted with a request: open, and not idle since before a time. */
  boolean isUsable(long idleSinceAtLeast);

  /** Counts it as idle from {@code nanos} on. */
  void idleSince(long nanos);

  /** Exchanges that it can carry at a time. */
  int places();

  /** Exchanges that it can take now. */
  int room();

  /** Whether it carries none. */
  boolean isIdle();

  /** One of its places, for a request to be sent at once. There must be room. */
  Carrier take();

  /** Closes it without a word about its exchanges. */
  void drop();
}
