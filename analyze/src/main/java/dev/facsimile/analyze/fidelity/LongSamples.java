package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.stats.BlockTable;
import dev.facsimile.trace.stats.LongSeries;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/** Puts columns of stretches together. */
final class LongSamples {
  private LongSamples() {}

  static long[] longs(List<StretchDetail> stretches, Function<StretchDetail, LongSeries> column) {
    int size = stretches.stream().mapToInt(each -> column.apply(each).size()).sum();
    long[] all = new long[size];
    int at = 0;
    for (StretchDetail each : stretches) {
      long[] some = column.apply(each).toArray();
      System.arraycopy(some, 0, all, at, some.length);
      at += some.length;
    }
    return all;
  }

  private static int[] ints(
      List<StretchDetail> stretches, Function<StretchDetail, IntSeries> column) {
    return ints(stretches, column, each -> IntUnaryOperator.identity());
  }

  private static int[] ints(
      List<StretchDetail> stretches,
      Function<StretchDetail, IntSeries> column,
      Function<StretchDetail, IntUnaryOperator> change) {
    int size = stretches.stream().mapToInt(each -> column.apply(each).size()).sum();
    int[] all = new int[size];
    int at = 0;
    for (StretchDetail each : stretches) {
      IntUnaryOperator changed = change.apply(each);
      for (int value : column.apply(each).drain()) {
        all[at++] = changed.applyAsInt(value);
      }
    }
    return all;
  }

  /** Names that stretches numbered by themselves, numbered in the order of all. */
  private static int[] renumbered(
      List<StretchDetail> stretches,
      Function<StretchDetail, Names> names,
      Function<StretchDetail, IntSeries> column,
      Names all) {
    return ints(
        stretches,
        column,
        each -> {
          int[] numberOf = names.apply(each).list().stream().mapToInt(all::number).toArray();
          return number -> numberOf[number];
        });
  }

  /** The requests that are held. */
  static Traffic sample(
      List<StretchDetail> stretches, boolean sessionsKnown, Optional<PrefixDetail> blocks) {
    Names classNames = new Names();
    Names tenantNames = new Names();
    long[] keys = longs(stretches, detail -> detail.keys);
    BlockTable numbers = new BlockTable();
    int[] sessions = new int[keys.length];
    for (int row = 0; row < keys.length; row++) {
      sessions[row] = numbers.number(keys[row]);
    }
    Traffic.Columns columns =
        new Traffic.Columns(
            longs(stretches, detail -> detail.arrivals),
            ints(stretches, detail -> detail.inputs),
            ints(stretches, detail -> detail.outputs),
            renumbered(
                stretches, detail -> detail.classNames, detail -> detail.classes, classNames),
            sessions,
            renumbered(
                stretches, detail -> detail.tenantNames, detail -> detail.tenants, tenantNames));
    Neighbours neighbours =
        new Neighbours(
            longs(stretches, detail -> detail.gaps),
            ints(stretches, detail -> detail.inputsBefore),
            ints(stretches, detail -> detail.outputsBefore),
            ints(stretches, detail -> detail.around));
    return new Traffic(
        columns,
        classNames.list(),
        tenantNames.list(),
        sessionsKnown,
        blocks.map(each -> each.ofSample(sessions)),
        Optional.of(neighbours));
  }

  static QueuedRows queued(List<StretchDetail> stretches, Optional<PrefixDetail> blocks) {
    long[] arrivals = longs(stretches, detail -> detail.queuedArrivals);
    return new QueuedRows(
        arrivals,
        ints(stretches, detail -> detail.queuedInputs),
        ints(stretches, detail -> detail.queuedOutputs),
        blocks.map(each -> each.queuedHits.drain()).orElseGet(() -> new int[arrivals.length]));
  }

  /** The share of pairs of which the number was found. */
  static double shareOf(long[] pairs, BitSet found) {
    BlockTable numbers = new BlockTable();
    int count = 0;
    for (long pair : pairs) {
      count += found.get(numbers.number(pair)) ? 1 : 0;
    }
    return pairs.length == 0 ? 0 : (double) count / pairs.length;
  }
}
