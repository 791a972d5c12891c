package dev.facsimile.trace.header;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * How input lengths grow from turn to turn. A turn is cumulative when its input holds the turn
 * before and its answer: in<sub>n+1</sub> ≥ in<sub>n</sub> + out<sub>n</sub> − 16 tokens (chat
 * templates and dropped reasoning take a little away).
 *
 * @param kind what holds for the trace
 * @param turns turns that follow another and whose lengths are both known
 * @param cumulativeTurns those of them that are cumulative
 */
public record TurnLengths(Kind kind, long turns, long cumulativeTurns) {
  private static final double SHARE = 0.8;

  /** What input lengths of later turns count. */
  public enum Kind {
    /** More than 80 % of the turns: the conversation so far. */
    CUMULATIVE,
    /** Fewer than 20 %: what the turn added. */
    DELTA,
    /** Neither. */
    MIXED;

    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public TurnLengths {
    if (turns < 1 || cumulativeTurns < 0 || cumulativeTurns > turns) {
      throw new IllegalArgumentException(cumulativeTurns + " of " + turns + " turns");
    }
  }

  /** What the counts tell. */
  public static TurnLengths of(long turns, long cumulativeTurns) {
    double share = (double) cumulativeTurns / turns;
    Kind kind = share > SHARE ? Kind.CUMULATIVE : share < 1 - SHARE ? Kind.DELTA : Kind.MIXED;
    return new TurnLengths(kind, turns, cumulativeTurns);
  }

  /** Share of the turns that are cumulative. */
  @JsonIgnore
  public double share() {
    return (double) cumulativeTurns / turns;
  }
}
