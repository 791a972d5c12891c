package dev.facsimile.anonymize.risk;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Whose data it is: what nobody must be able to single out. */
public enum DataUnit {
  TENANT,
  USER,
  SESSION,
  /** All rows belong to one owner; each request counts for itself. */
  REQUEST;

  /** The word in a report. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
