package dev.facsimile.analyze.metric;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a latency is counted from. Both are always shown. */
public enum Since {
  /** When the request was due: what a user felt. */
  SCHEDULE,
  /** When its first byte was written: what the server took. */
  DISPATCH;

  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
