package dev.facsimile.trace.file;

/** A column of a trace that {@link TraceParts} reads by itself. */
public enum TraceColumn {
  ARRIVAL("arrival_ns"),
  CLASS("class"),
  TENANT("tenant"),
  TENANT_TIER("tenant_tier"),
  MODEL("model"),
  ADAPTER("adapter"),
  REGION("region"),
  ENDPOINT("endpoint"),
  SESSION("session_id"),
  INPUT("input_tokens"),
  OUTPUT("output_tokens"),
  MAX_OUTPUT("max_output_tokens"),
  STREAMING("streaming"),
  CACHE_ELIGIBLE("cache_eligible"),
  PREFIX_BLOCKS("prefix_blocks"),
  E2E("e2e_ns");

  private final String word;

  TraceColumn(String word) {
    this.word = word;
  }

  /** Its name in the file. */
  public String word() {
    return word;
  }
}
