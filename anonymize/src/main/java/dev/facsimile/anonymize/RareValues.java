package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Operator;
import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.anonymize.policy.TraceColumn;
import dev.facsimile.trace.Request;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which values of the categories have k units behind them. Holds every distinct value with up to k
 * units.
 */
final class RareValues implements Serializable {
  private static final long serialVersionUID = 1;

  private final int k;
  private final EnumMap<TraceColumn, HashMap<String, HashSet<Long>>> unitsOf =
      new EnumMap<>(TraceColumn.class);

  RareValues(Policy policy) {
    k = policy.k();
    for (TraceColumn column : TraceColumn.values()) {
      if (policy.operator(column) == Operator.SUPPRESS_RARE) {
        unitsOf.put(column, new HashMap<>());
      }
    }
  }

  /** Adds the values of a request of {@code unit}. */
  void add(Request request, long unit) {
    unitsOf.forEach(
        (column, values) ->
            value(column, request)
                .ifPresent(
                    value -> {
                      Set<Long> units = values.computeIfAbsent(value, v -> new HashSet<>());
                      if (units.size() < k) {
                        units.add(unit);
                      }
                    }));
  }

  /** Adds those of other rows under the same policy. */
  void merge(RareValues others) {
    others.unitsOf.forEach(
        (column, values) ->
            values.forEach(
                (value, theirs) -> {
                  Set<Long> units =
                      unitsOf.get(column).computeIfAbsent(value, v -> new HashSet<>());
                  theirs.stream().filter(unit -> units.size() < k).forEach(units::add);
                }));
  }

  /** Whether k units have {@code value}, all rows being added. */
  boolean common(TraceColumn column, String value) {
    return unitsOf.get(column).get(value).size() == k;
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
