package dev.facsimile.trace;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;

/** How a request ended, in production or in replay; the accounting's closed set. */
public enum RequestStatus {
  /** A whole answer came. */
  COMPLETED,
  /** Turned away by a limit (429, 503), without an answer. */
  REJECTED,
  /** A time limit of the client passed first. */
  TIMED_OUT,
  /** Given up by the client, or still in flight when the run ended. */
  CANCELLED,
  /** Anything else that went wrong: an error status, a reset, a truncated stream. */
  FAILED,
  /** Its first byte was never written; replay only. */
  NEVER_SENT;

  /** The word in files and reports, such as {@code timed-out}. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The status of that word, if there is one. */
  public static Optional<RequestStatus> of(String word) {
    for (RequestStatus status : values()) {
      if (status.word().equals(word)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }

  /** How a request ended that was answered with this HTTP status. */
  public static RequestStatus ofHttp(int httpStatus) {
    return httpStatus / 100 == 2 ? COMPLETED : ofHttpFailure(httpStatus);
  }

  /** How a request ended that was answered with this HTTP status, which is not a success. */
  public static RequestStatus ofHttpFailure(int httpStatus) {
    return switch (httpStatus) {
      case 429, 503 -> REJECTED;
      case 408, 504 -> TIMED_OUT;
      case 499 -> CANCELLED;
      default -> FAILED;
    };
  }
}
