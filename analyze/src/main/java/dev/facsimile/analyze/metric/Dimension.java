package dev.facsimile.analyze.metric;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.outcome.Outcome;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * What a run's requests can be sliced by: what was planned of them, never how they fared, so that
 * no slice is chosen by its result. The one exception says so in its name: the cache state is what
 * the server told.
 */
public enum Dimension {
  INPUT_LENGTH("input tokens", o -> bucket(o.planned().request().tokens().input(), Buckets.INPUT)),
  OUTPUT_LENGTH(
      "planned output tokens",
      o -> bucket(o.planned().request().tokens().output(), Buckets.OUTPUT)),
  CLASS("class", o -> o.planned().request().requestClass()),
  TENANT_TIER("tenant tier", o -> origin(o).tenantTier()),
  TENANT("tenant", o -> origin(o).tenant()),
  MODEL("model", o -> origin(o).model()),
  ADAPTER("adapter", o -> origin(o).adapter()),
  REGION("region", o -> origin(o).region()),
  ENDPOINT("endpoint", o -> origin(o).endpoint()),
  TURN(
      "turn of the session",
      o -> bucket(o.planned().request().conversation().turn(), Buckets.TURN)),
  CACHE_STATE("prompt cached, as the server told", CacheState::of),
  PHASE("phase", o -> o.planned().phase());

  private final String label;
  private final Function<Outcome, Optional<String>> value;

  Dimension(String label, Function<Outcome, Optional<String>> value) {
    this.label = label;
    this.value = value;
  }

  /** Its name in reports. */
  public String label() {
    return label;
  }

  /** Its name in documents, such as {@code input_length}. */
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value of one request, absent where the workload has none. */
  public Optional<String> of(Outcome outcome) {
    return value.apply(outcome);
  }

  private static Origin origin(Outcome outcome) {
    return outcome.planned().request().origin();
  }

  /** The bucket that {@code value} falls into: below the first edge, between two, from the last. */
  private static Optional<String> bucket(OptionalInt value, Buckets buckets) {
    return value.isEmpty() ? Optional.empty() : Optional.of(buckets.nameOf(value.getAsInt()));
  }
}
