package dev.facsimile.ingest.format;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What waits for its other half, by key, the longest waiting first. Holds at most a stated number:
 * then the one that has waited longest is given up, so that what is given up stays in order.
 */
final class Waiting<T> {
  private final int most;
  private final Map<String, T> held = new LinkedHashMap<>();

  Waiting(int most) {
    this.most = most;
  }

  Optional<T> get(String key) {
    return Optional.ofNullable(held.get(key));
  }

  Optional<T> take(String key) {
    return Optional.ofNullable(held.remove(key));
  }

  /** Lets a new one wait; gives the one that has to go for it, if one has to. */
  Optional<T> put(String key, T value) {
    held.put(key, value);
    if (held.size() <= most) {
      return Optional.empty();
    }
    Iterator<T> values = held.values().iterator();
    T longest = values.next();
    values.remove();
    return Optional.of(longest);
  }

  /** Gives up all. */
  List<T> takeAll() {
    List<T> all = new ArrayList<>(held.values());
    held.clear();
    return all;
  }
}
