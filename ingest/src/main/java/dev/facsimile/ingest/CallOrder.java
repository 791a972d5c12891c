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
  }

  private record Seen<P>(P place, Optional<Shared> shared) {}

  private final SharedCalls<Seen<P>> calls;

  /** Of no row. */
  public CallOrder(Found<P> found) {
    calls =
        new SharedCalls<>(
            Seen::shared,
            (first, second) -> {
              found.partOf(second.place(), first.place());
              return new Seen<>(first.place(), Optional.of(main(first, second)));
            },
            row -> found.detailsAlone(row.place()));
  }

  private static Shared main(Seen<?> first, Seen<?> second) {
    Shared shared = first.shared().orElseThrow();
    Shared other = second.shared().orElseThrow();
    return other.isRequestOf(shared) ? other : shared;
  }

  /** Takes the next row in order of time; it shares nothing if {@code shared} is absent. */
  public void row(P place, Optional<Shared> shared) {
    if (shared.isPresent() || !calls.isEmpty()) {
      calls.add(new Seen<>(place, shared));
      give(false);
    }
  }

  /** No more rows come. */
  public void end() {
    give(true);
  }

  private void give(boolean all) {
    Optional<Seen<P>> row = calls.next(all);
    while (row.isPresent()) {
      row = calls.next(all);
    }
  }
}
