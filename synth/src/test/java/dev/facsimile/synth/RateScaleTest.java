package dev.facsimile.synth;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rate other than the source's does to bursts and to caches: medians over five seeds. */
class RateScaleTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int SEEDS = 5;

  @TempDir private Path folder;

  /**
   * Var(N) / E(N) − 1 of windows is a part that the envelope gives, common to all sessions, and a
   * part of the sessions' own. Superposed, s copies keep the own part, and the common one is s
   * times as large; of thinned sessions both are s times as large.
   */
  @Test
  void burstsOfSuperposedSessionsKeepTheirOwnPart() throws IOException {
    TraceFile trace = RealTraces.azure(SharedData.AZURE_CONV, folder);
    TrafficModel model = new TraceFit(trace, Progress.SILENT).fit(Admission.CARRIED).model();
    long duration = model.source().durationNanos();
    for (double scale : new double[] {0.5, 2}) {
      List<Figures> copies = copies(model, scale);
      List<Figures> plain = copies(model, 1);
      for (long seconds : new long[] {1, 10, 60, 300}) {
        double common = common(model, seconds);
        double commonSteps = commonSteps(model, seconds);
        assertLaw(
            "IDC",
            seconds,
            scale,
            common,
            Figures.median(plain, copy -> copy.index(seconds, duration)),
            Figures.median(copies, copy -> copy.index(seconds, duration)));
        assertLaw(
            "AF",
            seconds,
            scale,
            commonSteps,
            Figures.median(plain, copy -> copy.allanFactor(seconds, duration)),
            Figures.median(copies, copy -> copy.allanFactor(seconds, duration)));
      }
    }
  }

  private static void assertLaw(
      String figure, long seconds, double scale, double common, double plain, double found) {
    double own = Math.max(0, plain - 1 - common);
    double law = 1 + Math.min(1, scale) * own + scale * Math.min(common, plain - 1);
    double octaves = Math.log(found / law) / Math.log(2);
    // Medians of five seeds; the Allan factor of 58 windows of 60 s has an error of 0.25 octaves.
    assertTrue(
        Math.abs(octaves) <= 0.3,
        () -> figure + " at " + seconds + " s, rate x " + scale + ": " + found + " for " + law);
  }

  /** Var / E of the counts that the envelope expects in windows of a width. */
  private static double common(TrafficModel model, long seconds) throws IOException {
    double[] counts = expected(model, seconds);
    double mean = 0;
    for (double count : counts) {
      mean += count / counts.length;
    }
    double squares = 0;
    for (double count : counts) {
      squares += (count - mean) * (count - mean);
    }
    return squares / (counts.length - 1) / mean;
  }

  /** The same of the steps between windows. */
  private static double commonSteps(TrafficModel model, long seconds) throws IOException {
    double[] counts = expected(model, seconds);
    double squares = 0;
    double sum = counts[0];
    for (int i = 1; i < counts.length; i++) {
      squares += (counts[i] - counts[i - 1]) * (counts[i] - counts[i - 1]);
      sum += counts[i];
    }
    return squares / (counts.length - 1) / (2 * sum / counts.length);
  }

  private static double[] expected(TrafficModel model, long seconds) {
    List<Double> envelope = model.classes().get(0).arrivals().envelope();
    double root = model.grid().rootNanos() / (double) SECOND;
    int windows = (int) (model.source().durationNanos() / SECOND / seconds);
    double[] counts = new double[windows];
    for (int window = 0; window < windows; window++) {
      for (int step = 0; step < 100; step++) {
        double at = (window + (step + 0.5) / 100) * seconds;
        int place = Math.min(envelope.size() - 1, (int) (at / root));
        counts[window] += envelope.get(place) / root * seconds / 100;
      }
    }
    return counts;
  }

  @Test
  void cachesAreHitAsOftenAtOtherRatesWhenTheyGrowWithThem() throws IOException {
    TraceFile trace = RealTraces.mooncake(folder);
    TrafficModel model = new TraceFit(trace, Progress.SILENT).fit(Admission.CARRIED).model();
    Figures source = Figures.of(trace);
    for (double scale : new double[] {0.5, 2}) {
      List<Figures> copies = copies(model, scale);
      double worst = 0;
      // Two halves of the source differ by 0.015; measured were 0.014 and 0.011.
      for (int capacity : CAPACITIES) {
        double due = source.lruHitShare(capacity);
        double found = Figures.median(copies, copy -> copy.lruHitShare((int) (capacity * scale)));
        worst = Math.max(worst, Math.abs(due - found));
      }
      double most = worst;
      assertTrue(worst <= 0.025, () -> "rate x " + scale + ": LRU curves differ by " + most);
    }
  }

  private static final int[] CAPACITIES = {
    300, 1_000, 2_000, 3_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000, 50_000, 100_000, 200_000
  };

  private static List<Figures> copies(TrafficModel model, double scale) throws IOException {
    List<Figures> copies = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      List<Request> requests = new ArrayList<>();
      new Generation(model, seed, model.source().durationNanos(), scale)
          .run(2, row -> requests.add(row.request()), Progress.SILENT);
      copies.add(new Figures(requests));
    }
    return copies;
  }
}
