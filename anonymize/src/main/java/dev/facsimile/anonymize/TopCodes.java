package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.Tokens;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The longest lengths of each column told as one: all above the policy's percentile (nearest rank)
 * become their mean, so that totals stay. At least k requests are above; the line is lowered until
 * they are. Holds the distinct lengths of each column.
 */
final class TopCodes implements Serializable {
  private static final long serialVersionUID = 1;
  private static final double ALL = 100;

  private final boolean wanted;
  private final double percentile;
  private final int k;
  private final EnumMap<TraceColumn, TreeMap<Integer, Long>> counts =
      new EnumMap<>(TraceColumn.class);
  private final EnumMap<TraceColumn, Top> tops = new EnumMap<>(TraceColumn.class);

  /**
   * The top of a column.
   *
   * @param above lengths above this one belong to it
   * @param mean what they are told as
   */
  private record Top(int above, int mean) implements Serializable {}

  TopCodes(Policy policy) {
    wanted = policy.topCodePercentile().isPresent();
    percentile = policy.topCodePercentile().orElse(ALL);
    k = policy.k();
  }

  void add(Tokens tokens) {
    if (wanted) {
      add(TraceColumn.INPUT_TOKENS, tokens.input());
      add(TraceColumn.OUTPUT_TOKENS, tokens.output());
      add(TraceColumn.CACHED_TOKENS, tokens.cached());
      add(TraceColumn.REASONING_TOKENS, tokens.reasoning());
      add(TraceColumn.MAX_OUTPUT_TOKENS, tokens.maxOutput());
    }
  }

  private void add(TraceColumn column, OptionalInt value) {
    value.ifPresent(
        length ->
            counts.computeIfAbsent(column, c -> new TreeMap<>()).merge(length, 1L, Long::sum));
  }

  /** Adds those of other rows under the same policy. */
  void merge(TopCodes others) {
    others.counts.forEach(
        (column, lengths) ->
            lengths.forEach(
                (length, count) ->
                    counts
                        .computeIfAbsent(column, c -> new TreeMap<>())
                        .merge(length, count, Long::sum)));
  }

  void freeze() {
    counts.forEach((column, lengths) -> tops.put(column, top(lengths)));
  }

  private Top top(TreeMap<Integer, Long> lengths) {
    long all = lengths.values().stream().mapToLong(Long::longValue).sum();
    long least = Math.max(k, all - (long) Math.ceil(percentile / 100 * all));
    long taken = 0;
    double sum = 0;
    for (Map.Entry<Integer, Long> length : lengths.descendingMap().entrySet()) {
      if (taken >= least) {
        return new Top(length.getKey(), (int) Math.round(sum / taken));
      }
      taken += length.getValue();
      sum += (double) length.getKey() * length.getValue();
    }
    return new Top(-1, (int) Math.round(sum / Math.max(1, taken)));
  }

  /** The length to go on with. */
  int of(TraceColumn column, int length) {
    Top top = tops.get(column);
    return top != null && length > top.above() ? top.mean() : length;
  }

  /** The longest length that is told for itself: more blocks than it has would tell more. */
  OptionalInt longest(TraceColumn column, int length) {
    Top top = tops.get(column);
    return top != null && length > top.above()
        ? OptionalInt.of(Math.max(0, top.above()))
        : OptionalInt.empty();
  }
}
