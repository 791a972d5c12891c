package dev.facsimile.synth.clients;

import dev.facsimile.synth.clients.ClientWindows.Window;
import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.length.MarginalFit;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Cascade;
import dev.facsimile.synth.model.Checkerboard;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.LengthDrift;
import dev.facsimile.synth.model.LengthModel;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.trace.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The model of one client: its rates as the envelope, its burstiness as the cascade that has the
 * counts of its renewal processes in the mean over its windows, its lengths by stretch of time.
 */
final class ClientModel {
  /** Cells a side of the ranks that a stretch of time tells. */
  static final int SIDE = 16;

  private static final double NANOS = 1e9;

  /** Statistics do not tell of how many requests they are: counts are told as if of so many. */
  private static final double MOST_TOLD = 1e6;

  private static final double CELLS_TOLD = 1e4;

  private final String name;
  private final ClientWindows windows;
  private final ClientLengths lengths;
  private final TimeGrid grid;

  ClientModel(String name, ClientWindows windows, ClientLengths lengths, TimeGrid grid) {
    this.name = name;
    this.windows = windows;
    this.lengths = lengths;
    this.grid = grid;
  }

  /** Its requests in all windows. */
  long requests() {
    return Math.max(1, Math.round(windows.requests()));
  }

  ClassModel model() {
    Origin origin =
        new Origin(
            Optional.of(name),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Mix.Combination all =
        new Mix.Combination(1, origin, Optional.empty(), Optional.empty(), OptionalInt.empty());
    return new ClassModel(
        Optional.empty(),
        Optional.of(name),
        requests(),
        OptionalLong.of(requests()),
        lengths(),
        cascade(),
        new Mix(List.of(all)),
        Optional.empty(),
        Optional.empty());
  }

  private Cascade cascade() {
    List<Double> envelope =
        windows.windows().stream().map(w -> w.perSecond() * windows.seconds()).toList();
    List<Cascade.Level> levels = new ArrayList<>();
    for (int level = 1; level <= grid.levels(); level++) {
      long child = grid.rootNanos() >> level;
      levels.add(new Cascade.Level(child, 0, rho(2 * child / NANOS), Collections.emptySortedMap()));
    }
    return new Cascade(
        envelope,
        List.of(),
        levels,
        Collections.emptySortedMap(),
        OptionalDouble.of(dispersion()),
        Optional.empty());
  }

  private List<RenewalCounts> processes() {
    List<RenewalCounts> processes = new ArrayList<>();
    for (Window window : windows.windows()) {
      if (window.perSecond() > 0) {
        processes.add(new RenewalCounts(window.perSecond(), window.variation()));
      }
    }
    return processes;
  }

  /** The moment estimate that a fit makes of counts, of what the counts are in the mean. */
  private double rho(double seconds) {
    double excess = 0;
    double pairs = 0;
    for (RenewalCounts process : processes()) {
      excess += process.excess(seconds);
      pairs += process.pairs(seconds);
    }
    return pairs <= 0 ? 0 : Math.rint(1e5 * Math.max(-1, Math.min(1, excess / pairs))) / 1e5;
  }

  /** Index of dispersion of the counts of whole windows; 1 is that of a Poisson process. */
  private double dispersion() {
    double variance = 0;
    double mean = 0;
    for (RenewalCounts process : processes()) {
      variance += process.variance(windows.seconds());
      mean += process.mean(windows.seconds());
    }
    return mean == 0 ? 1 : Math.rint(100 * variance / mean) / 100;
  }

  private LengthModel lengths() {
    LengthCounts input = new LengthCounts();
    LengthCounts output = new LengthCounts();
    double all = 0;
    for (int i = 0; i < lengths.stretches().size(); i++) {
      all += weight(i);
    }
    for (int i = 0; i < lengths.stretches().size(); i++) {
      double told = weight(i) / all * Math.min(MOST_TOLD, Math.max(CELLS_TOLD, requests()));
      if (weight(i) > 0) {
        lengths.stretches().get(i).input().addTo(input, told);
        lengths.stretches().get(i).output().addTo(output, told);
      }
    }
    Marginal inputs = MarginalFit.of(input);
    Marginal outputs = MarginalFit.of(output);
    return new LengthModel(inputs, outputs, even(), drift(inputs, outputs));
  }

  /** The requests of a stretch whose lengths are known. */
  private double weight(int stretch) {
    ClientLengths.Stretch of = lengths.stretches().get(stretch);
    // Some requests even where the windows have none, so that its lengths are not lost.
    return of.known()
        ? Math.max(1, windows.requests(of.startSeconds(), lengths.endSeconds(stretch)))
        : 0;
  }

  /** The two lengths of a stretch of time do not depend on each other. */
  private static Checkerboard even() {
    return new Checkerboard(Collections.nCopies(SIDE, Collections.nCopies(SIDE, 1L)));
  }

  private List<LengthDrift> drift(Marginal input, Marginal output) {
    Quantiles inputRanks = new Quantiles(input);
    Quantiles outputRanks = new Quantiles(output);
    List<LengthDrift> drift = new ArrayList<>();
    for (int i = 0; i < lengths.stretches().size(); i++) {
      ClientLengths.Stretch stretch = lengths.stretches().get(i);
      long end = Math.min(lengths.endSeconds(i), windows.windows().size() * windows.seconds());
      int[] cells =
          stretch.known()
              ? cells(ranks(stretch.input(), inputRanks), ranks(stretch.output(), outputRanks))
              : everyCell();
      if (end > stretch.startSeconds()) {
        drift.add(new LengthDrift(end * 1000, cells));
      }
    }
    return drift;
  }

  /** The shares of a stretch by the ranks that its numbers have in all stretches together. */
  private static double[] ranks(TokenShares shares, Quantiles quantiles) {
    double[] ranks = new double[SIDE];
    shares
        .shares()
        .forEach(
            (tokens, share) -> {
              double from = quantiles.below(tokens) * SIDE;
              double to = quantiles.upTo(tokens) * SIDE;
              for (int cell = (int) from; cell < SIDE && cell < to; cell++) {
                double inside = Math.min(to, cell + 1) - Math.max(from, cell);
                ranks[cell] += share * inside / (to - from);
              }
            });
    double sum = Arrays.stream(ranks).sum();
    return Arrays.stream(ranks).map(rank -> rank / sum).toArray();
  }

  private static int[] cells(double[] input, double[] output) {
    List<Integer> cells = new ArrayList<>();
    for (int row = 0; row < SIDE; row++) {
      for (int column = 0; column < SIDE; column++) {
        int count = (int) Math.rint(input[row] * output[column] * CELLS_TOLD);
        if (count > 0) {
          cells.add(row * SIDE + column);
          cells.add(count);
        }
      }
    }
    return cells.stream().mapToInt(n -> n).toArray();
  }

  private static int[] everyCell() {
    int[] cells = new int[2 * SIDE * SIDE];
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
      cells[2 * cell] = cell;
      cells[2 * cell + 1] = 1;
    }
    return cells;
  }
}
