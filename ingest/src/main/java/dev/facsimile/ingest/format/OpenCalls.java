package dev.facsimile.ingest.format;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Calls of which the log has told the beginning and not yet the end, by id. A call is given up as
 * overdue when 4,096 others have begun since, so that no call waits longer than the reorder window
 * reaches; that many are held at most.
 *
 * @param <T> what is known of a call
 */
final class OpenCalls<T> {
  private static final int LONGEST_WAIT = 4096;

  private record Begun<T>(long place, T call) {}

  private final Map<String, Begun<T>> open = new LinkedHashMap<>();
  private long begun;

  /**
   * A call begins.
   *
   * @return calls that will not be waited for any longer: overdue ones, and one of the same id
   */
  List<T> begin(String id, T call) {
    List<T> givenUp = new ArrayList<>();
    Begun<T> same = open.remove(id);
    if (same != null) {
      givenUp.add(same.call());
    }
    Iterator<Begun<T>> oldest = open.values().iterator();
    while (oldest.hasNext()) {
      Begun<T> next = oldest.next();
      if (begun - next.place() < LONGEST_WAIT) {
        break;
      }
      givenUp.add(next.call());
      oldest.remove();
    }
    open.put(id, new Begun<>(begun++, call));
    return givenUp;
  }

  /** The open call of that id. */
  Optional<T> get(String id) {
    return Optional.ofNullable(open.get(id)).map(Begun::call);
  }

  /** The call of that id, which ends. */
  Optional<T> end(String id) {
    return Optional.ofNullable(open.remove(id)).map(Begun::call);
  }

  /** All that are still open; they are open no longer. */
  List<T> endAll() {
    List<T> rest = open.values().stream().map(Begun::call).toList();
    open.clear();
    return rest;
  }
}
