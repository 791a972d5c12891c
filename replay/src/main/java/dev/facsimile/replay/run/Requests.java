package dev.facsimile.replay.run;

import dev.facsimile.replay.engine.Peer;
import dev.facsimile.replay.engine.Preparation;
import dev.facsimile.replay.engine.PreparedRequest;
import dev.facsimile.replay.prompt.Wording;
import dev.facsimile.replay.prompt.Words;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Makes rows ready for the wire: which server, which bytes. For one thread. */
final class Requests implements Preparation {
  /**
   * The servers of a run.
   *
   * @param peers where to connect
   * @param bytes what to send there, in the same order
   * @param connectionsAhead connections to open before the run's zero
   */
  record Wire(List<Peer> peers, List<RequestBytes> bytes, int connectionsAhead) {

    /**
     * What makes rows ready.
     *
     * @param rows where they come from, one asked for before each is made ready
     * @param words what they say
     */
    Requests requests(ReplayOptions options, CutRows rows, Words words) {
      return new Requests(bytes, options.wire().sticky(), rows::dueNanos, words);
    }
  }

  private static final SeededStreams HASH = new SeededStreams(0);

  private final List<RequestBytes> peers;
  private final boolean sticky;
  private final Supplier<OptionalLong> due;
  private final Words words;
  private long turn;

  /**
   * Requests to some servers.
   *
   * @param peers the bytes for each
   * @param sticky whether a session stays with one server; otherwise they take turns
   * @param due when the row asked for last is due, where that is not the engine's to say
   * @param words what they say
   */
  Requests(List<RequestBytes> peers, boolean sticky, Supplier<OptionalLong> due, Words words) {
    this.peers = List.copyOf(peers);
    this.sticky = sticky;
    this.due = due;
    this.words = words;
  }

  @Override
  public PreparedRequest ready(WorkloadRow row) {
    int peer = peer(row);
    OptionalLong dueNanos = due.get();
    return words.waits(row)
        ? PreparedRequest.waiting(row, peer, dueNanos, () -> said(words.of(row), peer, dueNanos))
        : said(words.of(row), peer, dueNanos);
  }

  @Override
  public PreparedRequest planned(WorkloadRow row) {
    int peer = peer(row);
    OptionalLong dueNanos = due.get();
    PreparedRequest plan = new PreparedRequest(row, peer, new byte[0], dueNanos);
    return words.waits(row) ? PreparedRequest.waiting(row, peer, dueNanos, () -> plan) : plan;
  }

  private int peer(WorkloadRow row) {
    Optional<String> session = row.request().conversation().sessionId();
    return sticky && session.isPresent()
        ? (int) Long.remainderUnsigned(HASH.value(session.get(), 0), peers.size())
        : (int) (turn++ % peers.size());
  }

  /** The plan that is kept is without messages: the bytes have them. */
  private PreparedRequest said(Wording said, int peer, OptionalLong dueNanos) {
    return new PreparedRequest(
        new WorkloadRow(said.row().request(), said.row().intent()),
        peer,
        peers.get(peer).of(said),
        said.tokens(),
        dueNanos,
        Optional.empty());
  }
}
