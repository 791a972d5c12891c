package dev.facsimile.analyze.gate;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a rule, or a whole gate, ended. */
public enum Verdict {
  PASSED,
  FAILED,
  /** The runs do not suffice to tell. */
  INCONCLUSIVE;

  /** Its word in reports. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
