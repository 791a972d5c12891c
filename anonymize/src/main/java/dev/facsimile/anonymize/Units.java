package dev.facsimile.anonymize;

import dev.facsimile.trace.stats.LongSeries;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The units of a trace and the requests of each. Holds about 80 bytes for each unit. */
final class Units {
  private final Map<Long, Integer> indices = new HashMap<>();
  private final LongSeries codes = new LongSeries();
  private long[] requests = new long[16];

  /** Counts a request of the unit with that code; the unit's index, from 0. */
  int count(long code) {
    int index = indices.computeIfAbsent(code, this::next);
    requests[index]++;
    return index;
  }

  private int next(long code) {
    codes.add(code);
    if (codes.size() > requests.length) {
      requests = Arrays.copyOf(requests, requests.length * 2);
    }
    return codes.size() - 1;
  }

  /** The index of a unit that was counted before. */
  int indexOf(long code) {
    return indices.get(code);
  }

  /** Requests of a unit that was counted before. */
  long requestsOf(long code) {
    return requests[indices.get(code)];
  }

  long[] codes() {
    return codes.toArray();
  }

  int size() {
    return codes.size();
  }

  /** Requests of the unit that has most. */
  long mostRequests() {
    return Arrays.stream(requests).max().orElse(0);
  }
}
