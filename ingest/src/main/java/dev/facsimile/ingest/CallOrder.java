package dev.facsimile.ingest;

import dev.facsimile.ingest.format.Shared;
import java.util.Optional;

/**
 * Which rows of several logs tell of the same call, from their order and what they share alone, as
 * an ingest on one machine finds it. Holds what it holds, without the rows.
 *
 * @param <P> a row's place
 */
public final class CallOrder<P> {
  /** Why a row is no request of its own that became part of another. */
  public static final String JOINED = SharedCalls.JOINED;

  /**
   * Hears what was found.
   *
   * @param <P> a row's place
   */
  public interface Found<P> {
    /** A row became part of the call whose first row is another. */
    void partOf(P row, P first);

    /** Details whose request is in no log. */
    void detailsAlone(P row);

    /**
     * A call is refused: its first row arrives before a request that went before it.
     *
     * @param first the call's first row
     * @param request the row that is the request
     */
    void tooLate(P first, P request, String reason);
  }

  private record Seen<P>(P first, P request, long clock, Optional<Shared> shared) {}

  private final Found<P> found;
  private final SharedCalls<Seen<P>> calls;
  private long last = Long.MIN_VALUE;

  /** Of no row. */
  public CallOrder(Found<P> found) {
    this.found = found;
    calls = new SharedCalls<>(Seen::shared, this::together, row -> found.detailsAlone(row.first()));
  }

  private Seen<P> together(Seen<P> first, Seen<P> second) {
    found.partOf(second.first(), first.first());
    boolean secondIsRequest =
        second.shared().orElseThrow().isRequestOf(first.shared().orElseThrow());
    Seen<P> main = secondIsRequest ? second : first;
    return new Seen<>(first.first(), main.request(), first.clock(), main.shared());
  }

  /**
   * Takes the next row, in order of time but for those that are too late.
   *
   * @param clock its time
   * @param shared what it shares with others, if anything
   */
  public void row(P place, long clock, Optional<Shared> shared) {
    Seen<P> row = new Seen<>(place, place, clock, shared);
    if (shared.isEmpty() && calls.isEmpty()) {
      leaves(row);
    } else {
      calls.add(row);
      give(false);
    }
  }

  /** No more rows come. */
  public void end() {
    give(true);
  }

  private void give(boolean all) {
    for (Optional<Seen<P>> row = calls.next(all); row.isPresent(); row = calls.next(all)) {
      leaves(row.get());
    }
  }

  private void leaves(Seen<P> row) {
    if (row.clock() < last) {
      found.tooLate(row.first(), row.request(), TracePart.tooLate(last - row.clock()));
    } else {
      last = row.clock();
    }
  }
}
