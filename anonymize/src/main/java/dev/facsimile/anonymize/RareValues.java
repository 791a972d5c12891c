package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Operator;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.anonymize.pseudonym.UpToK;
import dev.facsimile.trace.Request;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which values of the categories have k units behind them. Holds every distinct value with up to k
 * units.
 */
final class RareValues {
  private final int k;
  private final Map<TraceColumn, Map<String, UpToK>> unitsOf = new EnumMap<>(TraceColumn.class);

  RareValues(Policy policy) {
    k = policy.k();
    for (TraceColumn column : TraceColumn.values()) {
      if (policy.operator(column) == Operator.SUPPRESS_RARE) {
        unitsOf.put(column, new HashMap<>());
      }
    }
  }

  /** Adds the values of a request of {@code unit}. */
  void add(Request request, int unit) {
    unitsOf.forEach(
        (column, values) ->
            value(column, request)
                .ifPresent(value -> values.computeIfAbsent(value, v -> new UpToK()).add(unit, k)));
  }

  /** Whether k units have {@code value}, all rows being added. */
  boolean common(TraceColumn column, String value) {
    return unitsOf.get(column).get(value).count() == k;
  }

  private static Optional<String> value(TraceColumn column, Request request) {
    return switch (column) {
      case CLASS -> request.requestClass();
      case TENANT_TIER -> request.origin().tenantTier();
      case MODEL -> request.origin().model();
      case ADAPTER -> request.origin().adapter();
      case REGION -> request.origin().region();
      default -> throw new IllegalArgumentException(column + " has no rare values");
    };
  }
}
