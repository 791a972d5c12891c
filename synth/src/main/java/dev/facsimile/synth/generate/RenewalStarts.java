package dev.facsimile.synth.generate;

import dev.facsimile.synth.arrival.RenewalProcess;
import dev.facsimile.synth.model.Renewal;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.LongSeries;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;

/** Session starts of one renewal process, dealt out to the classes by their rates. */
final class RenewalStarts {
  private static final int PIECES = 256;

  private final RenewalProcess process;
  private final TimeGrid grid;
  private final List<ClassDraw> classes;
  private final int pieces;
  private final UniformRandomProvider dealing;

  /** Of windows in each of which the rate stays, or changes {@value #PIECES} times. */
  RenewalStarts(
      Renewal renewal,
      TimeGrid grid,
      List<ClassDraw> classes,
      boolean shaped,
      SeededStreams streams) {
    this.pieces = shaped ? PIECES : 1;
    this.process = new RenewalProcess(renewal, streams.stream("renewal"));
    this.grid = grid;
    this.classes = classes;
    this.dealing = streams.stream("renewal/classes");
  }

  /** The starts of the next windows, {@code first} to {@code end} - 1, by class. */
  long[][] windows(long first, long end, long durationNanos) {
    LongSeries[] series =
        Stream.generate(LongSeries::new).limit(classes.size()).toArray(LongSeries[]::new);
    for (long window = first; window < end; window++) {
      for (int piece = 0; piece < pieces; piece++) {
        long start = window * grid.rootNanos() + grid.rootNanos() * piece / pieces;
        long next = window * grid.rootNanos() + grid.rootNanos() * (piece + 1) / pieces;
        piece(start, next - start, durationNanos, series);
      }
    }
    return Stream.of(series).map(LongSeries::toArray).toArray(long[][]::new);
  }

  private void piece(long start, long width, long durationNanos, LongSeries[] series) {
    double[] rates = new double[classes.size()];
    double sum = 0;
    for (int i = 0; i < rates.length; i++) {
      rates[i] = width * classes.get(i).rate(start + width / 2, durationNanos);
      sum += rates[i];
    }
    double all = sum;
    process.next(
        start,
        width,
        all,
        nanos -> {
          if (nanos < durationNanos) {
            series[deal(rates, all)].add(nanos);
          }
        });
  }

  private int deal(double[] rates, double all) {
    double target = dealing.nextDouble() * all;
    int number = 0;
    while (number < rates.length - 1 && target >= rates[number]) {
      target -= rates[number++];
    }
    return number;
  }
}
