package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Peer;
import dev.facsimile.replay.engine.PreparedRequest;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes rows ready for the wire: which server, which bytes. For one thread. */
final class Requests implements Function<WorkloadRow, PreparedRequest> {
  /**
   * The servers of a run.
   *
   * @param peers where to connect
   * @param bytes what to send there, in the same order
   */
  record Wire(List<Peer> peers, List<RequestBytes> bytes) {

    /**
     * What makes rows ready.
     *
     * @param rows where they come from, one asked for before each is made ready
     */
    Requests requests(ReplayOptions options, CutRows rows) {
      return new Requests(bytes, options.wire().sticky(), rows::dueNanos);
    }
  }

  private static final SeededStreams HASH = new SeededStreams(0);

  private final List<RequestBytes> peers;
  private final boolean sticky;
  private final Supplier<OptionalLong> due;
  private long turn;

  /**
   * Requests to some servers.
   *
   * @param peers the bytes for each
   * @param sticky whether a session stays with one server; otherwise they take turns
   * @param due when the row asked for last is due, where that is not the engine's to say
   */
  Requests(List<RequestBytes> peers, boolean sticky, Supplier<OptionalLong> due) {
    this.peers = List.copyOf(peers);
    this.sticky = sticky;
    this.due = due;
  }

  @Override
  public PreparedRequest apply(WorkloadRow row) {
    Optional<String> session = row.request().conversation().sessionId();
    int peer =
        sticky && session.isPresent()
            ? (int) Long.remainderUnsigned(HASH.value(session.get(), 0), peers.size())
            : (int) (turn++ % peers.size());
    return new PreparedRequest(row, peer, peers.get(peer).apply(row), due.get());
  }
}
