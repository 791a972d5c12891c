package dev.facsimile.anonymize.plan;

import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.UpToK;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.stats.LongSeries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads a raw trace once and profiles it. Holds up to 100,000 hashes for each column, 8 bytes for
 * each row with lengths, and the distinct values of the categories with up to k units each.
 */
public final class InputScan {
  private final TraceFile raw;
  private final Principal unit;
  private final int k;
  private final ContentScan content;
  private final Map<TraceColumn, Seen> seen = new EnumMap<>(TraceColumn.class);
  private final BlockTable units = new BlockTable();
  private final LongSeries lengths = new LongSeries();
  private long rows;
  private long first = Long.MAX_VALUE;
  private long last;

  private InputScan(TraceFile raw, Principal unit, int k, TextScanner scanner) {
    this.raw = raw;
    this.unit = unit;
    this.k = k;
    content = new ContentScan(scanner);
  }

  /** What is known of a column. */
  private static final class Seen {
    long values;
    final BlockTable distinct = new BlockTable();
    final Map<String, UpToK> unitsOf = new HashMap<>();
  }

  /**
   * Profiles a trace.
   *
   * @param asked the policy's unit; where there is none, tenant, or else user, or else session,
   *     where the trace has them
   * @param progress hears of rows
   */
  public static InputProfile of(
      TraceFile raw, Optional<Principal> asked, int k, TextScanner scanner, Progress progress)
      throws IOException {
    SortedMap<String, Long> counts = raw.valueCounts();
    InputScan scan = new InputScan(raw, unit(asked, counts), k, scanner);
    try (Rows<TraceRow> rows = raw.rowsWithContent()) {
      for (Optional<TraceRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        scan.add(row.get());
        progress.at(scan.rows, OptionalLong.of(raw.header().rows()));
      }
    }
    return scan.profile(counts);
  }

  private static Principal unit(Optional<Principal> asked, SortedMap<String, Long> counts) {
    List<Principal> offered = new ArrayList<>(asked.stream().toList());
    if (asked.isEmpty()) {
      offered.add(Principal.TENANT);
      offered.add(Principal.USER);
      offered.add(Principal.SESSION);
    }
    return offered.stream()
        .filter(principal -> counts.getOrDefault(principal.column(), 0L) > 0)
        .findFirst()
        .orElse(Principal.SINGLE_OWNER);
  }

  private void add(TraceRow row) {
    rows++;
    first = Math.min(first, row.request().arrivalNanos());
    last = Math.max(last, row.request().arrivalNanos());
    Tokens tokens = row.request().tokens();
    if (tokens.lengthsKnown()) {
      lengths.add((long) tokens.input().getAsInt() << 32 | tokens.output().getAsInt());
    }
    row.content().ifPresent(content::add);
    int unitIndex = units.number(unitCode(row));
    for (TraceColumn column : TraceColumn.values()) {
      Shapes.value(column, row).ifPresent(value -> add(column, value, unitIndex));
    }
  }

  private long unitCode(TraceRow row) {
    return switch (unit) {
      case TENANT -> row.request().origin().tenant().map(InputScan::hash).orElse(0L);
      case USER -> row.userId().map(InputScan::hash).orElse(0L);
      case SESSION ->
          row.request()
              .conversation()
              .sessionId()
              .map(id -> hash(row.request().origin().tenant().orElse("") + '\n' + id))
              .orElse(0L);
      case SINGLE_OWNER -> rows;
    };
  }

  private void add(TraceColumn column, Object value, int unitIndex) {
    Seen known = seen.computeIfAbsent(column, c -> new Seen());
    known.values++;
    if (column == TraceColumn.CONTENT) {
      return;
    }
    if (value instanceof BlockIds ids) {
      for (int i = 0; i < ids.size(); i++) {
        distinct(known, ids.get(i));
      }
      return;
    }
    distinct(known, hash(value.toString()));
    if (column.kind() == TraceColumn.Kind.CATEGORY) {
      known.unitsOf.computeIfAbsent(value.toString(), v -> new UpToK()).add(unitIndex, k);
    }
  }

  private static void distinct(Seen known, long code) {
    if (known.distinct.size() < InputProfile.Column.MOST_DISTINCT) {
      known.distinct.number(code);
    }
  }

  private static long hash(String text) {
    long hash = 0;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = SeededStreams.mix(hash * 31 + b);
    }
    return hash;
  }

  private InputProfile profile(SortedMap<String, Long> counts) {
    List<InputProfile.Column> columns = new ArrayList<>();
    seen.forEach((column, known) -> columns.add(column(column, known)));
    SortedMap<String, Long> unknown = new TreeMap<>();
    counts.forEach(
        (name, values) -> {
          if (values > 0 && TraceColumn.of(name).isEmpty()) {
            unknown.put(name, values);
          }
        });
    return new InputProfile(
        rows,
        raw.header().logFormats(),
        rows == 0 ? 0 : last - first,
        raw.header().startTime().isPresent(),
        unit,
        unit == Principal.SINGLE_OWNER ? 1 : units.size(),
        k,
        columns,
        unknown,
        aloneByBucket(),
        seen.containsKey(TraceColumn.CONTENT) ? Optional.of(content.profile()) : Optional.empty());
  }

  private InputProfile.Column column(TraceColumn column, Seen known) {
    return new InputProfile.Column(
        column.word(),
        column.kind().word(),
        known.values,
        column == TraceColumn.CONTENT ? 0 : known.distinct.size(),
        column.kind() == TraceColumn.Kind.CATEGORY
            ? Optional.of(known.unitsOf.values().stream().filter(u -> u.count() < k).count())
            : Optional.empty());
  }

  private Map<Integer, Double> aloneByBucket() {
    Map<Integer, Double> alone = new TreeMap<>();
    for (int bucket : new int[] {1, 16, 64}) {
      if (lengths.size() > 0) {
        alone.put(bucket, alone(bucket));
      }
    }
    return alone;
  }

  private double alone(int bucket) {
    long[] pairs = lengths.toArray();
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = classOf((int) (pairs[i] >>> 32), bucket) << 32 | classOf((int) pairs[i], bucket);
    }
    Arrays.sort(pairs);
    int unique = 0;
    for (int i = 0; i < pairs.length; i++) {
      boolean likeBefore = i > 0 && pairs[i] == pairs[i - 1];
      boolean likeAfter = i + 1 < pairs.length && pairs[i] == pairs[i + 1];
      unique += likeBefore || likeAfter ? 0 : 1;
    }
    return (double) unique / pairs.length;
  }

  /** A length's class as a release has it: 0 stays apart. */
  private static long classOf(int length, int bucket) {
    return length == 0 ? 0 : length / bucket + 1L;
  }
}
