package dev.facsimile.analyze.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A fact that a run does not hold, so that figures that need it are left out. */
public enum Lack {
  SCHEDULE(
      "when requests were due: there is no latency from schedule and no send lag, and a client that"
          + " sent late (coordinated omission) would not show"),
  LAG("how the send lag came about (wake, client queue, connect, write)"),
  GAPS("times between chunks: a stall inside an answer does not show"),
  ITL("inter-token latency per request"),
  FAILURES("requests that failed: shares of the offered cannot be told"),
  REASONS("why requests failed"),
  CLIENT("whether the client kept up"),
  WORKLOAD("a digest of the workload: only the user knows whether two runs had the same load"),
  SERIES("a per-second series of its own: it was counted from the requests");

  private final String sentence;

  Lack(String sentence) {
    this.sentence = sentence;
  }

  /** What it is, to follow "does not tell". */
  public String sentence() {
    return sentence;
  }

  /** Its word in documents. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
