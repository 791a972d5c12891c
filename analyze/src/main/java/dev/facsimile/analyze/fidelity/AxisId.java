package dev.facsimile.analyze.fidelity;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;

/**
 * Every axis that a fidelity report may have, in the order of the page. Which of them are built is
 * in {@link FidelityAxes}.
 */
public enum AxisId {
  MARGINALS,
  TAILS,
  JOINT,
  CLASS_JOINT,
  INFORMATION,
  MIX,
  ENVELOPE,
  BURST,
  FINE_TIMING,
  DRIFT,
  SESSIONS,
  CACHE,
  PREFIX_SHAPE,
  DETECTABILITY,
  IMPACT,
  MEMORIZATION;

  /** The word in files, options and reports, such as {@code class-joint}. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The axis of that word, if there is one. */
  public static Optional<AxisId> of(String word) {
    for (AxisId id : values()) {
      if (id.word().equals(word)) {
        return Optional.of(id);
      }
    }
    return Optional.empty();
  }
}
