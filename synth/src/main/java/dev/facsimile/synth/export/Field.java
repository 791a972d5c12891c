package dev.facsimile.synth.export;

import dev.facsimile.trace.WorkloadRow;
import java.util.function.Predicate;

/** What a row may have beyond its arrival and its two lengths. */
public enum Field {
  CLASS("class", row -> row.request().requestClass().isPresent()),
  TENANT("tenant", row -> row.request().origin().tenant().isPresent()),
  TENANT_TIER("tenant tier", row -> row.request().origin().tenantTier().isPresent()),
  MODEL("model", row -> row.request().origin().model().isPresent()),
  ADAPTER("adapter", row -> row.request().origin().adapter().isPresent()),
  REGION("region", row -> row.request().origin().region().isPresent()),
  ENDPOINT("endpoint", row -> row.request().origin().endpoint().isPresent()),
  SESSION("session and turn", row -> row.request().conversation().sessionId().isPresent()),
  MAX_OUTPUT("max output tokens", row -> row.request().tokens().maxOutput().isPresent()),
  CACHED("cached tokens", row -> row.request().tokens().cached().isPresent()),
  REASONING("reasoning tokens", row -> row.request().tokens().reasoning().isPresent()),
  STREAMING("streaming", row -> row.request().streaming().isPresent()),
  CACHE_ELIGIBLE("cache eligibility", row -> row.request().cacheEligible().isPresent()),
  PREFIX_BLOCKS("prefix blocks", row -> row.request().prefixBlocks().isPresent()),
  THINK("think time", row -> row.intent().thinkNanos().isPresent()),
  DEADLINE("deadline", row -> row.intent().deadlineNanos().isPresent()),
  CANCEL("planned disconnect", row -> row.intent().cancelAfterNanos().isPresent()),
  PHASE("phase", row -> row.intent().phase().isPresent());

  private final String words;
  private final Predicate<WorkloadRow> present;

  Field(String words, Predicate<WorkloadRow> present) {
    this.words = words;
    this.present = present;
  }

  /** Its name for people. */
  public String words() {
    return words;
  }

  boolean in(WorkloadRow row) {
    return present.test(row);
  }
}
