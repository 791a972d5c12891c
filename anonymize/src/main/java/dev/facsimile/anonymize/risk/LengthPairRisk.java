package dev.facsimile.anonymize.risk;

import java.util.Arrays;
import java.util.Optional;

/**
 * How alone a request is with its (input, output) lengths, which is what the sender of a request
 * knows of it: the share of requests whose pair nobody else has, and of those in classes smaller
 * than k.
 *
 * @param unique requests whose pair no other has; the interval takes the requests as a sample
 * @param belowK requests whose pair fewer than k have
 */
public record LengthPairRisk(Estimate unique, Estimate belowK) {

  /** Of the rows with both lengths; absent without any. */
  static Optional<LengthPairRisk> of(Side side, int k) {
    long[] pairs = new long[side.rows()];
    int count = 0;
    for (int row = 0; row < side.rows(); row++) {
      if (side.lengthsKnown(row)) {
        pairs[count++] = (long) side.codedInput(row) << 32 | side.codedOutput(row);
      }
    }
    if (count == 0) {
      return Optional.empty();
    }
    ClassSizes sizes = ClassSizes.of(Arrays.copyOf(pairs, count), k);
    return Optional.of(
        new LengthPairRisk(
            Estimate.share(sizes.unique(), count), Estimate.share(sizes.belowK(), count)));
  }
}
