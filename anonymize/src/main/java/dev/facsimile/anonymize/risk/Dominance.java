package dev.facsimile.anonymize.risk;

import java.util.Arrays;

/**
 * Dominance: the largest units' shares of a total, by which a competitor knows the largest
 * customer's volume, and the p % rule: the second largest unit knows its own part, so that it
 * estimates the largest one's to within (total − first − second) ÷ first; a release is sensitive
 * where that is below p % (A. Hundepool et al., "Handbook on Statistical Disclosure Control", 2012,
 * section 4.2; p = 10 or 15 are common).
 *
 * @param requests of the number of requests
 * @param inputTokens of the input tokens
 * @param outputTokens of the output tokens
 */
public record Dominance(Shares requests, Shares inputTokens, Shares outputTokens) {

  /**
   * The largest units of one total.
   *
   * @param top1 the largest unit ÷ total; 0 where the total is 0
   * @param top2 the two largest ÷ total
   * @param leeway (total − first − second) ÷ first; 0.1 is what the p % rule asks for with p = 10
   */
  public record Shares(double top1, double top2, double leeway) {

    static Shares of(long[] totals) {
      long[] sorted = totals.clone();
      Arrays.sort(sorted);
      long sum = Arrays.stream(sorted).sum();
      long first = sorted[sorted.length - 1];
      long second = sorted.length > 1 ? sorted[sorted.length - 2] : 0;
      return sum == 0
          ? new Shares(0, 0, 0)
          : new Shares(
              (double) first / sum,
              (double) (first + second) / sum,
              (double) (sum - first - second) / first);
    }
  }

  /** Of the released rows. */
  static Dominance of(Population population) {
    long[] requests = new long[population.units()];
    long[] inputs = new long[population.units()];
    long[] outputs = new long[population.units()];
    for (int row = 0; row < population.rows(); row++) {
      int unit = population.unit(row);
      requests[unit]++;
      inputs[unit] += Math.max(0, population.released.codedInput(row) - 1);
      outputs[unit] += Math.max(0, population.released.codedOutput(row) - 1);
    }
    return new Dominance(Shares.of(requests), Shares.of(inputs), Shares.of(outputs));
  }

  /** The largest unit's share of whichever total it has most of. */
  double largestTop1() {
    return Math.max(requests.top1, Math.max(inputTokens.top1, outputTokens.top1));
  }

  /** The two largest units' share of whichever total they have most of. */
  double largestTop2() {
    return Math.max(requests.top2, Math.max(inputTokens.top2, outputTokens.top2));
  }
}
