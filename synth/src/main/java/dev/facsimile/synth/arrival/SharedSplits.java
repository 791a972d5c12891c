package dev.facsimile.synth.arrival;

import dev.facsimile.synth.model.CommonBursts;
import dev.facsimile.synth.model.CommonBursts.Share;
import dev.facsimile.trace.random.SeededStreams;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * How windows split for all strata at once, and for all of a class: the same numbers for each
 * stratum that asks. A split is drawn in up to three steps, each around what the one before gave:
 * for all, for the class, and by the stratum for itself. A share of 1 − rho is left undecided by a
 * beta-distributed step of clustering rho, so that 1 − rho of all steps together is the product of
 * theirs.
 */
public final class SharedSplits {
  private static final String ALL = "bursts";

  private final List<Share> levels;
  private final SeededStreams streams;
  private final String ofClass;

  /**
   * Of a class.
   *
   * @param requestClass its name, "" for none
   */
  public SharedSplits(CommonBursts common, SeededStreams streams, String requestClass) {
    this.levels = common.levels();
    this.streams = streams;
    this.ofClass = ALL + "/" + requestClass;
  }

  /** Those within root window {@code window}. */
  OfWindow of(long window) {
    return new OfWindow(window);
  }

  /**
   * The splits within one root window, whose numbers follow each other level after level, in order
   * of time; those that nobody asks for are passed over.
   */
  final class OfWindow {
    private static final int DRAWN = 2;

    private final long window;
    private UniformRandomProvider forAll;
    private UniformRandomProvider forClass;
    private long behind;

    private OfWindow(long window) {
      this.window = window;
      forAll = streams.stream(ALL, window);
      forClass = streams.stream(ofClass, window);
    }

    private void goTo(long split) {
      if (split != behind) {
        forAll = streams.streamFrom(ALL, window, DRAWN * split);
        forClass = streams.streamFrom(ofClass, window, DRAWN * split);
      }
      behind = split + 1;
    }

    /**
     * The probability of the left half that the stratum's own step is drawn around.
     *
     * @param place of the window that is split among all of its width
     * @param p what is expected of the left half
     * @param rho of the stratum's split
     */
    double left(int level, int place, double p, double rho) {
      goTo((1L << level) - 1 + place);
      Share share = levels.get(level);
      double first = share.classes() * rho;
      double second = first == 1 ? 0 : (share.tenants() - share.classes()) * rho / (1 - first);
      double forEach = symmetricBeta(first, forAll.nextDouble(), forAll.nextDouble());
      double ofTheClass = symmetricBeta(second, forClass.nextDouble(), forClass.nextDouble());
      return turned(turned(p, forEach), ofTheClass);
    }
  }

  /**
   * The clustering that is left for the stratum's own step, of one of {@code rho}: all of one that
   * is below 0, of splits more even than chance.
   */
  double own(int level, double rho) {
    double common = levels.get(level).tenants() * Math.max(0, rho);
    return common >= 1 ? 0 : (rho - common) / (1 - common);
  }

  /** Odds times odds. */
  private static double turned(double p, double by) {
    double left = p * by;
    double all = left + (1 - p) * (1 - by);
    return all == 0 ? p : left / all;
  }

  /**
   * A beta-distributed number around 1/2, of parameters a = (1 / rho − 1) / 2, from two uniform
   * ones (Devroye, "Random variate generation in one line of code", 1996). Rising in the cosine, so
   * that numbers of another rho from the same uniform ones rise and fall with it.
   */
  static double symmetricBeta(double rho, double uniform, double turn) {
    if (rho <= 0) {
      return 0.5;
    }
    double a = (1 / rho - 1) / 2;
    double cosine = StrictMath.cos(2 * Math.PI * turn);
    double spread = (StrictMath.pow(1 - uniform, -1 / a) - 1) * cosine * cosine;
    double stray = 1 / StrictMath.sqrt(1 + 1 / spread);
    return 0.5 + Math.copySign(stray, cosine) / 2;
  }
}
