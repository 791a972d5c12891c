package dev.facsimile.ingest.format;

import dev.facsimile.trace.TraceRow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Tells a call that two instrumentations saw, one around the other, from two calls: then one span's
 * direct parent is the other, and they overlap in time; a turn that follows its parent does not.
 * The first of the two to be read counts, whichever it is. Remembers the last 100,000 calls.
 */
final class NestedCalls {
  private static final int REMEMBERED = 100_000;

  /** From when to when a call was on its way. */
  private record Interval(long start, long end) {

    boolean overlaps(Interval other) {
      return start < other.end && other.start < end;
    }
  }

  private final Map<String, Interval> calls = recent();
  private final Map<String, Interval> byParent = recent();

  private static Map<String, Interval> recent() {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Interval> eldest) {
        return size() > REMEMBERED;
      }
    };
  }

  /**
   * Whether a call already counted is this one's direct parent or child at the same time; remembers
   * it if not. A call of unknown duration is taken as one of its own.
   *
   * @param parentId empty if it has none
   */
  boolean counted(String id, String parentId, TraceRow row) {
    OptionalLong e2e = row.observed().e2eNanos();
    if (e2e.isEmpty()) {
      return false;
    }
    long start = row.request().arrivalNanos();
    Interval interval = new Interval(start, start + e2e.getAsLong());
    Interval around = calls.get(parentId);
    Interval within = byParent.get(id);
    if ((around != null && around.overlaps(interval))
        || (within != null && within.overlaps(interval))) {
      return true;
    }
    calls.put(id, interval);
    if (!parentId.isEmpty()) {
      byParent.put(parentId, interval);
    }
    return false;
  }
}
