package dev.facsimile.analyze.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Conversations: turns per session, the gap before a turn, whether a turn is followed by another,
 * the tokens that a turn adds and the growth of its answer. A side without session ids has sessions
 * of one turn.
 */
final class SessionsAxis implements FidelityAxis {
  private static final double NEGLIGIBLE = 0.03;

  @Override
  public AxisId id() {
    return AxisId.SESSIONS;
  }

  @Override
  public AxisResult judge(Comparison comparison) {
    SessionColumns source = new SessionColumns(comparison.source());
    SessionColumns other = new SessionColumns(comparison.other());
    if (!comparison.source().sessionsKnown()) {
      return new AxisResult.NotJudged(id(), "the source has no session ids");
    }
    List<String> notes = new ArrayList<>();
    if (comparison.sourceSide().filter(Side::sessionsReconstructed).isPresent()) {
      notes.add("sessions reconstructed, not logged");
    }
    if (!comparison.other().sessionsKnown()) {
      notes.add("the other side has no session ids: every request is its own session");
    }
    QuantitiesResult result =
        QuantitiesResult.of(SessionColumns.quantities(source, other), comparison.splits());
    return result.judged(
        id(),
        NEGLIGIBLE,
        String.format(Locale.ROOT, "turns %.2f/%.2f, ", source.meanTurns(), other.meanTurns()),
        notes);
  }
}
