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
  private final RenewalProcess process;
  private final TimeGrid grid;
  private final List<ClassDraw> classes;
  private final UniformRandomProvider dealing;

  RenewalStarts(Renewal renewal, TimeGrid grid, List<ClassDraw> classes, SeededStreams streams) {
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
      double[] rates = new double[classes.size()];
      double sum = 0;
      for (int i = 0; i < rates.length; i++) {
        rates[i] = classes.get(i).expected(window, durationNanos);
        sum += rates[i];
      }
      double all = sum;
      process.next(
          window * grid.rootNanos(),
          grid.rootNanos(),
          all,
          nanos -> {
            if (nanos < durationNanos) {
              series[deal(rates, all)].add(nanos);
            }
          });
    }
    return Stream.of(series).map(LongSeries::toArray).toArray(long[][]::new);
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
