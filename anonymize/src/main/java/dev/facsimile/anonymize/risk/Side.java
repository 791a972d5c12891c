package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.stats.LongSeries;
import java.util.Arrays;
import java.util.OptionalInt;

/** One side of the policy as columns: 20 bytes for each row, and {@link Profiles}. */
final class Side {
  final LongSeries arrivals = new LongSeries();
  final Profiles profiles = new Profiles();
  private final IntColumn profileOf = new IntColumn();

  /** Lengths + 1; 0 where a row has none. */
  private final IntColumn inputs = new IntColumn();

  private final IntColumn outputs = new IntColumn();

  void add(TraceRow row) {
    Tokens tokens = row.request().tokens();
    arrivals.add(row.request().arrivalNanos());
    inputs.add(coded(tokens.input()));
    outputs.add(coded(tokens.output()));
    profileOf.add(profiles.of(row));
  }

  private static int coded(OptionalInt length) {
    return length.isPresent() ? length.getAsInt() + 1 : 0;
  }

  int rows() {
    return profileOf.size();
  }

  int profile(int row) {
    return profileOf.get(row);
  }

  /** The input length + 1, or 0 where the row has none. */
  int codedInput(int row) {
    return inputs.get(row);
  }

  /** The output length + 1, or 0 where the row has none. */
  int codedOutput(int row) {
    return outputs.get(row);
  }

  boolean lengthsKnown(int row) {
    return inputs.get(row) > 0 && outputs.get(row) > 0;
  }

  int code(int row, Attribute attribute) {
    return profiles.code(profileOf.get(row), attribute);
  }

  /** The known input lengths, in the rows' order. */
  int[] inputLengths() {
    return known(inputs);
  }

  /** The known output lengths, in the rows' order. */
  int[] outputLengths() {
    return known(outputs);
  }

  private int[] known(IntColumn lengths) {
    int[] known = new int[rows()];
    int count = 0;
    for (int row = 0; row < rows(); row++) {
      if (lengths.get(row) > 0) {
        known[count++] = lengths.get(row) - 1;
      }
    }
    return Arrays.copyOf(known, count);
  }
}
