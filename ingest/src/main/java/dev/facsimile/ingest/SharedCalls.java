package dev.facsimile.ingest;

import dev.facsimile.ingest.format.LogRows;
import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Puts together the rows of several logs that saw the same call, in order of time: the row of the
 * first log to see it gives the arrival, the one with lengths the request, the other what it lacks.
 * Holds {@value #HELD} rows from the first that other logs may tell of; rows of a call that lie
 * farther apart stay apart.
 */
final class SharedCalls {
  private static final int HELD = 4096;

  private final RowSteps steps;
  private final ArrayDeque<Entry> held = new ArrayDeque<>();
  private final Map<String, Entry> byKey = new HashMap<>();

  /** A row that waits for its turn and may be joined by others. */
  private static final class Entry {
    private Placed row;

    Entry(Placed row) {
      this.row = row;
    }
  }

  SharedCalls(RowSteps steps) {
    this.steps = steps;
  }

  /** Whether no row waits. */
  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Takes the next row. */
  void add(Placed row) {
    Optional<Shared> shared = row.shared();
    Entry before = shared.map(s -> byKey.get(s.key())).orElse(null);
    if (before != null && goTogether(before.row, row)) {
      before.row = together(before.row, row);
      steps.becamePart("another log's row of the same call (by its correlation id)");
      return;
    }
    Entry entry = new Entry(row);
    held.add(entry);
    shared.ifPresent(s -> byKey.put(s.key(), entry));
  }

  /** The row whose turn it is, if any is; all that are left at the end. */
  Optional<Placed> next(boolean atEnd) {
    while (!held.isEmpty() && (atEnd || held.size() > HELD || isPlain(held.peek().row))) {
      Entry entry = held.poll();
      entry.row.shared().ifPresent(s -> byKey.remove(s.key(), entry));
      if (!entry.row.shared().map(Shared::part).equals(Optional.of(Shared.Part.DETAILS))) {
        return Optional.of(entry.row);
      }
      steps.leftOut(LogRows.DETAILS_ALONE, 1);
    }
    return Optional.empty();
  }

  private static boolean isPlain(Placed row) {
    return row.shared().isEmpty();
  }

  /** Two requests of one call, such as retries through the gateway, are two. */
  private static boolean goTogether(Placed a, Placed b) {
    Shared.Part first = a.shared().orElseThrow().part();
    Shared.Part second = b.shared().orElseThrow().part();
    return first != second;
  }

  private static Placed together(Placed first, Placed second) {
    boolean secondIsRequest =
        second.shared().orElseThrow().part().compareTo(first.shared().orElseThrow().part()) < 0;
    Placed main = secondIsRequest ? second : first;
    Placed other = secondIsRequest ? first : second;
    Request request = main.row().request();
    TraceRow row =
        new TraceRow(
            request
                .from(filled(request.origin(), other.row().request().origin()))
                .at(first.clock()),
            filled(main.row().observed(), other.row().observed()),
            main.row().content());
    return new Placed(row, main.log(), main.line(), main.shared());
  }

  private static Origin filled(Origin origin, Origin other) {
    return new Origin(
        origin.tenant().or(other::tenant),
        origin.tenantTier().or(other::tenantTier),
        origin.model().or(other::model),
        origin.adapter().or(other::adapter),
        origin.region().or(other::region),
        origin.endpoint().or(other::endpoint));
  }

  /** The log that knows the HTTP status knows how the call ended. */
  private static Observed filled(Observed seen, Observed other) {
    boolean otherKnows = seen.httpStatus().isEmpty() && other.httpStatus().isPresent();
    return new Observed(
        otherKnows ? other.status() : seen.status().or(other::status),
        otherKnows ? other.httpStatus() : seen.httpStatus(),
        seen.finishReason().or(other::finishReason),
        seen.queueNanos().isPresent() ? seen.queueNanos() : other.queueNanos(),
        seen.ttftNanos().isPresent() ? seen.ttftNanos() : other.ttftNanos(),
        seen.e2eNanos().isPresent() ? seen.e2eNanos() : other.e2eNanos());
  }
}
