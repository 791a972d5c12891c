package dev.facsimile.anonymize.risk;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.TraceRow;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The categories of a row, each as an attacker meets it. */
public enum Attribute {
  CLASS(true, true, row -> row.request().requestClass()),
  TENANT_TIER(true, true, row -> row.request().origin().tenantTier()),
  MODEL(true, true, row -> row.request().origin().model()),
  ADAPTER(true, true, row -> row.request().origin().adapter()),
  REGION(true, true, row -> row.request().origin().region()),
  ENDPOINT(true, false, row -> row.request().origin().endpoint()),
  STREAMING(true, false, row -> row.request().streaming().map(String::valueOf)),
  CACHE_ELIGIBLE(false, false, row -> row.request().cacheEligible().map(String::valueOf)),
  STATUS(false, true, row -> row.observed().status().map(RequestStatus::word)),
  HTTP_STATUS(false, false, row -> Attribute.httpStatus(row)),
  FINISH_REASON(false, true, row -> row.observed().finishReason());

  private final boolean quasi;
  private final boolean sensitive;
  private final Function<TraceRow, Optional<String>> value;

  Attribute(boolean quasi, boolean sensitive, Function<TraceRow, Optional<String>> value) {
    this.quasi = quasi;
    this.sensitive = sensitive;
    this.value = value;
  }

  /** The column's name. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether somebody who knows a unit or sent a request may be expected to know this of it. */
  boolean quasi() {
    return quasi;
  }

  /** Whether there is something to learn about a unit in it. */
  boolean sensitive() {
    return sensitive;
  }

  Optional<String> of(TraceRow row) {
    return value.apply(row);
  }

  private static Optional<String> httpStatus(TraceRow row) {
    return row.observed().httpStatus().isPresent()
        ? Optional.of(String.valueOf(row.observed().httpStatus().getAsInt()))
        : Optional.empty();
  }
}
