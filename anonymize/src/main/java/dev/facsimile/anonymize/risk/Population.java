package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the measures need of every row: both sides, its unit and its released session. 48 bytes for
 * each row, and some 60 for each session.
 */
final class Population {
  final DataUnit unit;
  final Side raw = new Side();
  final Side released = new Side();
  private final IntColumn unitOf = new IntColumn();

  /** Session + 1; 0 where none is released. */
  private final IntColumn sessionOf = new IntColumn();

  private final Map<String, Integer> sessions = new HashMap<>();
  private boolean unitReleased;
  private int units;

  Population(DataUnit unit) {
    this.unit = unit;
  }

  void add(TraceRow before, TraceRow after, int unitIndex) {
    raw.add(before);
    released.add(after);
    Request request = after.request();
    int index = unit == DataUnit.REQUEST ? unitOf.size() : unitIndex;
    unitOf.add(index);
    units = Math.max(units, index + 1);
    unitReleased |= names(after);
    sessionOf.add(
        request
            .conversation()
            .sessionId()
            .map(id -> sessions.computeIfAbsent(id, s -> sessions.size() + 1))
            .orElse(0));
  }

  private boolean names(TraceRow row) {
    Request request = row.request();
    return switch (unit) {
      case TENANT -> request.origin().tenant().isPresent();
      case USER -> row.userId().isPresent();
      case SESSION -> request.conversation().sessionId().isPresent();
      case REQUEST -> true;
    };
  }

  int rows() {
    return unitOf.size();
  }

  int units() {
    return units;
  }

  int unit(int row) {
    return unitOf.get(row);
  }

  /** The row's released session, from 1; 0 where none is released. */
  int session(int row) {
    return sessionOf.get(row);
  }

  boolean hasSessions() {
    return !sessions.isEmpty();
  }

  /** Whether a release's reader can put a unit's rows together. */
  boolean unitReleased() {
    return unitReleased;
  }

  /** The rows of each unit, in the file's order. */
  Grouped byUnit() {
    int[] groupOf = IntStream.range(0, rows()).map(unitOf::get).toArray();
    return Grouped.of(units, groupOf, IntStream.range(0, rows()).toArray());
  }
}
