package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.fidelity.AxisResult.Part;
import dev.facsimile.trace.stats.Percentiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What a mean and a median do not show: how many requests reach the source's P99 and P99.9 of
 * input, output and both together, and the share of its five most frequent lengths (limits and
 * templates make them).
 */
final class TailsAxis implements FidelityAxis {
  private static final double NEGLIGIBLE_PERCENT = 5;
  private static final double NEGLIGIBLE_ATOM = 0.005;
  private static final int ATOMS = 5;
  private static final double[] PERCENTS = {99, 99.9};

  /** One length of a request. */
  private record Column(
      String name, int[] source, int[] other, Percentiles ofSource, Percentiles ofOther) {
    static Column of(String name, int[] source, int[] other) {
      return new Column(name, source, other, percentiles(source), percentiles(other));
    }
  }

  /** A share of requests: those of at least, or of exactly, a length. */
  private record Share(Column column, int length, boolean atom, String name) {
    boolean holds(int value) {
      return atom ? value == length : value >= length;
    }

    int[] marks(int[] values) {
      int[] marks = new int[values.length];
      for (int i = 0; i < marks.length; i++) {
        marks[i] = holds(values[i]) ? 1 : 0;
      }
      return marks;
    }

    double of(int[] values) {
      int held = 0;
      for (int value : values) {
        held += holds(value) ? 1 : 0;
      }
      return held / (double) values.length;
    }

    double effect() {
      return of(column.other()) - of(column.source());
    }

    /**
     * The share's difference in every split. Its noise is that of the mean of both sides' shares,
     * where that is larger: the source has its percentile reached by the same share of requests
     * whatever chance does, and only the other side's share moves.
     */
    Splits.Measured measured(Splits splits) {
      Splits.Measured plain =
          splits.measureShare(marks(splits.pooled(column.source(), column.other())));
      double ofSource = of(column.source());
      double mean = (ofSource + of(column.other())) / 2;
      double more = Math.sqrt(mean * (1 - mean) / Math.max(1e-12, ofSource * (1 - ofSource)));
      double factor = Math.max(1, more);
      return new Splits.Measured(
          Arrays.stream(plain.noise()).map(noise -> noise * factor).toArray(),
          plain.value(),
          plain.rowsPerSide());
    }
  }

  @Override
  public AxisId id() {
    return AxisId.TAILS;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    List<Column> columns = columns(comparison.source(), comparison.other());
    List<Share> shares = shares(columns);
    Splits splits = comparison.splits();
    NoiseRatio noise =
        NoiseRatio.of(
            shares.stream().map(share -> share.measured(splits)).toList(),
            NoiseRatio.Growth.LINEAR);
    double effect = 0;
    for (Column column : columns) {
      double change = changePercent(column);
      effect = Math.abs(change) > Math.abs(effect) ? change : effect;
    }
    boolean atomsKept =
        shares.stream()
            .allMatch(share -> !share.atom() || Math.abs(share.effect()) <= NEGLIGIBLE_ATOM);
    return new AxisResult.Judged(
        id(),
        effect,
        "% of the source's P99.9",
        noise.ratio(),
        noise.nStar(),
        Math.abs(effect) <= NEGLIGIBLE_PERCENT && atomsKept,
        String.format(Locale.ROOT, "P99.9 %+.1f %%", effect),
        parts(shares, noise),
        List.of("worst: " + describe(shares.get(noise.worst()))));
  }

  private static List<Column> columns(Traffic source, Traffic other) {
    return List.of(
        Column.of("input", source.inputs(), other.inputs()),
        Column.of("output", source.outputs(), other.outputs()),
        Column.of("input + output", total(source), total(other)));
  }

  private static int[] total(Traffic traffic) {
    return IntStream.range(0, traffic.rows())
        .map(
            row ->
                (int)
                    Math.min(
                        Integer.MAX_VALUE, (long) traffic.inputs()[row] + traffic.outputs()[row]))
        .toArray();
  }

  private static List<Share> shares(List<Column> columns) {
    List<Share> shares = new ArrayList<>();
    for (Column column : columns) {
      for (double percent : PERCENTS) {
        int length = (int) column.ofSource().at(percent);
        String name =
            String.format(Locale.ROOT, "%s >= %,d (P%s)", column.name(), length, trim(percent));
        shares.add(new Share(column, length, false, name));
      }
    }
    for (Column column : columns.subList(0, 2)) {
      for (int atom : atoms(column.ofSource())) {
        shares.add(
            new Share(
                column, atom, true, String.format(Locale.ROOT, "%s = %,d", column.name(), atom)));
      }
    }
    return shares;
  }

  /** The most frequent values, the most frequent first and of equals the smaller first. */
  private static List<Integer> atoms(Percentiles lengths) {
    long[] sorted = lengths.sorted();
    Map<Integer, Integer> counts = new HashMap<>();
    for (int from = 0, to; from < sorted.length; from = to) {
      to = from + 1;
      while (to < sorted.length && sorted[to] == sorted[from]) {
        to++;
      }
      counts.put((int) sorted[from], to - from);
    }
    return counts.entrySet().stream()
        .sorted(
            Map.Entry.<Integer, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(ATOMS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static double changePercent(Column column) {
    double source = column.ofSource().at(99.9);
    double other = column.ofOther().at(99.9);
    return source == 0 ? (other == 0 ? 0 : 100) : 100 * (other / source - 1);
  }

  private static Percentiles percentiles(int[] values) {
    return Percentiles.of(IntStream.of(values).asLongStream().toArray());
  }

  private static String describe(Share share) {
    return String.format(
        Locale.ROOT,
        "%s: %.2f/%.2f %%",
        share.name(),
        100 * share.of(share.column().source()),
        100 * share.of(share.column().other()));
  }

  private static List<Part> parts(List<Share> shares, NoiseRatio noise) {
    return IntStream.range(0, shares.size())
        .mapToObj(
            i -> {
              Share share = shares.get(i);
              return new Part(
                  "% with " + share.name(),
                  OptionalDouble.of(100 * share.of(share.column().source())),
                  OptionalDouble.of(100 * share.of(share.column().other())),
                  100 * share.effect(),
                  "percentage points",
                  noise.parts()[i]);
            })
        .toList();
  }

  private static String trim(double percent) {
    return percent == Math.rint(percent) ? String.valueOf((int) percent) : String.valueOf(percent);
  }
}
