package dev.facsimile.ingest;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputFiles;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Knows a record that is there twice, in one log or in two: it has the id, the time and all else of
 * a row before. Since rows come in order of time, only those of one instant need be held: at most
 * {@value #HELD} of them, or {@value #HELD_BLOCKS} block ids, the latest; of long contents the
 * digest.
 */
final class SameRecords {
  /** Why the second one is left out. */
  static final String REASON = "the same record as a row before, its id and all else alike";

  private static final int HELD = 4096;
  private static final int HELD_BLOCKS = 1 << 20;
  private static final int LONG = 256;

  private final Map<String, TraceRow> byId = new LinkedHashMap<>();
  private Optional<TraceRow> first = Optional.empty();
  private long clock = Long.MIN_VALUE;
  private long blocks;

  /** Whether {@code row} is there already; remembers it if not. Rows must come in order of time. */
  boolean holds(Placed placed) {
    TraceRow row = placed.row();
    if (placed.clock() != clock) {
      clock = placed.clock();
      first = Optional.of(row);
      byId.clear();
      blocks = 0;
      return false;
    }
    // Most instants have one row only: no map is made for it.
    first.ifPresent(this::remember);
    first = Optional.empty();
    TraceRow before = byId.get(row.request().id());
    TraceRow brief = brief(row);
    if (before != null && before.equals(brief)) {
      return true;
    }
    remember(row);
    return false;
  }

  private void remember(TraceRow row) {
    TraceRow replaced = byId.put(row.request().id(), brief(row));
    blocks += blocks(row.request()) - (replaced == null ? 0 : blocks(replaced.request()));
    var oldest = byId.values().iterator();
    while (byId.size() > HELD || (blocks > HELD_BLOCKS && byId.size() > 1)) {
      blocks -= blocks(oldest.next().request());
      oldest.remove();
    }
  }

  private static long blocks(Request request) {
    return request.prefixBlocks().map(ids -> ids.size()).orElse(0);
  }

  private static String digest(String text) {
    MessageDigest sha256 = InputFiles.sha256();
    sha256.update(text.getBytes(StandardCharsets.UTF_8));
    return InputFiles.hex(sha256);
  }

  private static TraceRow brief(TraceRow row) {
    Optional<String> content =
        row.content().map(text -> text.length() < LONG ? text : digest(text));
    return row.withContent(content);
  }
}
