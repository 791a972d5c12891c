package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;

/**
 * Describes a set of released rows by six histograms: input lengths and output lengths (half
 * octaves), their exact values (256 cells by a hash: templated traffic repeats them), gaps between
 * arrivals (octaves), combinations of categories, and rows per session (octaves). Two descriptions
 * are as alike as the sum of the Bhattacharyya coefficients Σ√(p·q) of their histograms.
 */
final class Likeness {
  private static final int LENGTHS = 64;
  private static final int EXACT = 256;
  private static final int GAPS = 64;
  private static final int MIXES = 64;
  private static final int SESSIONS = 32;
  private static final int INPUTS_AT = 0;
  private static final int OUTPUTS_AT = INPUTS_AT + LENGTHS;
  private static final int EXACT_AT = OUTPUTS_AT + LENGTHS;
  private static final int GAPS_AT = EXACT_AT + EXACT;
  private static final int MIX_AT = GAPS_AT + GAPS;
  private static final int SESSIONS_AT = MIX_AT + MIXES;
  private static final int SIZE = SESSIONS_AT + SESSIONS;

  private final Population population;
  private final Side side;

  Likeness(Population population) {
    this.population = population;
    this.side = population.released;
  }

  /** The square roots of the histograms' shares, of a unit's rows {@code from} to {@code to}. */
  float[] of(Grouped byUnit, int unit, int from, int to) {
    float[] cells = new float[SIZE];
    int[] sessions = new int[to - from];
    for (int i = from; i < to; i++) {
      int row = byUnit.row(unit, i);
      lengths(cells, row);
      cells[MIX_AT + cell(side.profile(row), MIXES)]++;
      if (i > from) {
        long gap = side.arrivals.get(row) - side.arrivals.get(byUnit.row(unit, i - 1));
        cells[GAPS_AT + octave(Math.abs(gap))]++;
      }
      sessions[i - from] = population.session(row);
    }
    boolean hasMany = population.unit == DataUnit.TENANT || population.unit == DataUnit.USER;
    if (hasMany && population.hasSessions()) {
      sessions(cells, sessions);
    }
    root(cells, INPUTS_AT, OUTPUTS_AT, EXACT_AT, GAPS_AT, MIX_AT, SESSIONS_AT, SIZE);
    return cells;
  }

  private void lengths(float[] cells, int row) {
    if (side.codedInput(row) > 0) {
      cells[INPUTS_AT + halfOctave(side.codedInput(row))]++;
      cells[EXACT_AT + cell(side.codedInput(row), EXACT)]++;
    }
    if (side.codedOutput(row) > 0) {
      cells[OUTPUTS_AT + halfOctave(side.codedOutput(row))]++;
    }
  }

  private static void sessions(float[] cells, int[] sessions) {
    Arrays.sort(sessions);
    for (int from = 0, to; from < sessions.length; from = to) {
      to = from + 1;
      while (to < sessions.length && sessions[to] == sessions[from]) {
        to++;
      }
      cells[SESSIONS_AT + Math.min(SESSIONS - 1, octave(to - from))]++;
    }
  }

  private static void root(float[] cells, int... bounds) {
    for (int group = 0; group + 1 < bounds.length; group++) {
      double sum = 0;
      for (int i = bounds[group]; i < bounds[group + 1]; i++) {
        sum += cells[i];
      }
      for (int i = bounds[group]; sum > 0 && i < bounds[group + 1]; i++) {
        cells[i] = (float) Math.sqrt(cells[i] / sum);
      }
    }
  }

  private static int octave(long value) {
    return 63 - Long.numberOfLeadingZeros(value + 1);
  }

  private static int halfOctave(int codedLength) {
    return (int) (2 * Math.log(codedLength) / Math.log(2));
  }

  private static int cell(long value, int cells) {
    return (int) (SeededStreams.mix(value) >>> 32) & (cells - 1);
  }

  /** How alike two descriptions are: from 0 to the number of histograms. */
  static double of(float[] first, float[] second) {
    double sum = 0;
    for (int i = 0; i < SIZE; i++) {
      sum += first[i] * second[i];
    }
    return sum;
  }
}
