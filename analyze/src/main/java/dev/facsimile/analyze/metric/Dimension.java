package dev.facsimile.analyze.metric;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.outcome.Outcome;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** What a run's requests can be sliced by: what was planned of them, never how they fared. */
public enum Dimension {
  INPUT_LENGTH(
      "input tokens",
      o -> bucket(o.planned().request().tokens().input(), 256, 1024, 4096, 16384, 65536)),
  OUTPUT_LENGTH(
      "planned output tokens",
      o -> bucket(o.planned().request().tokens().output(), 32, 128, 512, 2048)),
  CLASS("class", o -> o.planned().request().requestClass()),
  TENANT_TIER("tenant tier", o -> origin(o).tenantTier()),
  TENANT("tenant", o -> origin(o).tenant()),
  MODEL("model", o -> origin(o).model()),
  ADAPTER("adapter", o -> origin(o).adapter()),
  REGION("region", o -> origin(o).region()),
  ENDPOINT("endpoint", o -> origin(o).endpoint()),
  TURN(
      "turn of the session",
      o -> bucket(o.planned().request().conversation().turn(), 1, 2, 4, 8, 16)),
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
  private static Optional<String> bucket(OptionalInt value, int... edges) {
    if (value.isEmpty()) {
      return Optional.empty();
    }
    int low = 0;
    for (int edge : edges) {
      if (value.getAsInt() < edge) {
        return Optional.of(edge - 1 == low ? Integer.toString(low) : low + "–" + (edge - 1));
      }
      low = edge;
    }
    return Optional.of(low + " or more");
  }
}
