package dev.facsimile.ingest;

import dev.facsimile.ingest.format.Shared;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Puts together the rows of several logs that saw the same call, in order of time: the row of the
 * first log to see it gives the arrival, the one with lengths the request, the other what it lacks.
 * Holds {@value #HELD} rows from the first that other logs may tell of; rows of a call that lie
 * farther apart stay apart.
 *
 * @param <T> a row, or what of it is to be held
 */
final class SharedCalls<T> {
  /** Why a row is no request of its own. */
  static final String JOINED = "another log's row of the same call (by its correlation id)";

  private static final int HELD = 4096;

  private final Function<T, Optional<Shared>> sharing;
  private final BinaryOperator<T> together;
  private final Consumer<T> alone;
  private final ArrayDeque<Entry<T>> held = new ArrayDeque<>();
  private final Map<String, Entry<T>> byKey = new HashMap<>();

  /** A row that waits for its turn and may be joined by others. */
  private static final class Entry<T> {
    private T row;

    Entry(T row) {
      this.row = row;
    }
  }

  /**
   * Calls of which no row was seen.
   *
   * @param sharing what a row has in common with others
   * @param together makes one row of two of a call, of which the first came first; it shares what
   *     the one shares that {@link Shared#isRequestOf} the other
   * @param alone hears of details whose request is in no log
   */
  SharedCalls(
      Function<T, Optional<Shared>> sharing, BinaryOperator<T> together, Consumer<T> alone) {
    this.sharing = sharing;
    this.together = together;
    this.alone = alone;
  }

  /** Whether no row waits. */
  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Takes the next row. */
  void add(T row) {
    Optional<Shared> shared = sharing.apply(row);
    Entry<T> before = shared.map(s -> byKey.get(s.key())).orElse(null);
    if (before != null && goTogether(before.row, row)) {
      before.row = together.apply(before.row, row);
      return;
    }
    Entry<T> entry = new Entry<>(row);
    held.add(entry);
    shared.ifPresent(s -> byKey.put(s.key(), entry));
  }

  /** The row whose turn it is, if any is; all that are left at the end. */
  Optional<T> next(boolean atEnd) {
    while (!held.isEmpty() && (atEnd || held.size() > HELD || isPlain(held.peek().row))) {
      Entry<T> entry = held.poll();
      Optional<Shared> shared = sharing.apply(entry.row);
      shared.ifPresent(s -> byKey.remove(s.key(), entry));
      if (!shared.map(Shared::part).equals(Optional.of(Shared.Part.DETAILS))) {
        return Optional.of(entry.row);
      }
      alone.accept(entry.row);
    }
    return Optional.empty();
  }

  private boolean isPlain(T row) {
    return sharing.apply(row).isEmpty();
  }

  /** Two requests of one call, such as retries through the gateway, are two. */
  private boolean goTogether(T a, T b) {
    return sharing.apply(a).orElseThrow().part() != sharing.apply(b).orElseThrow().part();
  }
}
