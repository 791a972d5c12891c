package dev.facsimile.anonymize;

import dev.facsimile.trace.header.ClockFacts;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Finds out about the released clock anew. What was said of the raw clock is free text that may
 * hold dates, so that none of it is passed on.
 */
final class ArrivalFacts implements Serializable {
  private static final long serialVersionUID = 1;

  private long rows;
  private long ties;
  private long backward;
  private long first;
  private long before;

  void add(long arrivalNanos) {
    if (rows == 0) {
      first = arrivalNanos;
    } else {
      compare(arrivalNanos);
    }
    before = arrivalNanos;
    rows++;
  }

  private void compare(long arrivalNanos) {
    ties += arrivalNanos == before ? 1 : 0;
    backward += arrivalNanos < before ? 1 : 0;
  }

  /** Adds the rows that follow these. */
  void then(ArrivalFacts next) {
    if (next.rows == 0) {
      return;
    }
    if (rows == 0) {
      first = next.first;
    } else {
      compare(next.first);
    }
    rows += next.rows;
    ties += next.ties;
    backward += next.backward;
    before = next.before;
  }

  ClockFacts facts(OptionalLong latticeNanos) {
    List<String> findings = new ArrayList<>();
    latticeNanos.ifPresent(
        nanos ->
            findings.add(
                "arrivals lie on a lattice of "
                    + BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString()
                    + " s"));
    if (ties > 0) {
      findings.add(ties + " of " + rows + " arrivals equal the one in the row before");
    }
    if (backward > 0) {
      findings.add(backward + " of " + rows + " arrivals lie before the one in the row before");
    }
    return new ClockFacts(latticeNanos, findings);
  }
}
