package dev.facsimile.replay.engine;

/** Bytes over all connections of a run. For the loop alone. */
final class Traffic {
  private long sent;
  private long received;

  void sent(long bytes) {
    sent += bytes;
  }

  void received(long bytes) {
    received += bytes;
  }

  long sent() {
    return sent;
  }

  long received() {
    return received;
  }
}
