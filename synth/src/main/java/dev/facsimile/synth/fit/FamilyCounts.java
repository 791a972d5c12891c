package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.LengthCounts;
import java.io.Serializable;

/** Distributions of what turns tell: counts that add up. */
final class FamilyCounts implements Serializable {
  private static final long serialVersionUID = 1;

  private final LengthCounts gapMillis = new LengthCounts();
  private final LengthCounts told = new LengthCounts();
  private final LengthCounts answers = new LengthCounts();

  /** Takes the turns of a part. */
  void add(LinkRows rows) {
    int turn = 0;
    for (int row = 0; row < rows.size(); row++) {
      if (rows.isTurn(row)) {
        LinkRows.Growth growth = rows.growth(turn++);
        gapMillis.add(growth.gapMillis());
        told.add(growth.told());
        answers.add(rows.output(row));
      }
    }
  }

  /** Takes other counts. */
  void merge(FamilyCounts others) {
    gapMillis.addAll(others.gapMillis);
    told.addAll(others.told);
    answers.addAll(others.answers);
  }

  /** Turns. */
  long turns() {
    return gapMillis.total();
  }

  LengthCounts gapMillis() {
    return gapMillis;
  }

  /** Tokens that turns tell. */
  LengthCounts told() {
    return told;
  }

  LengthCounts answers() {
    return answers;
  }
}
