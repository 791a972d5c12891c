package dev.facsimile.ingest.classify;

import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One rule: requests that meet all conditions are of the class.
 *
 * @param name the class
 * @param conditions conditions; without any, every request meets them
 */
record ClassRule(String name, List<Predicate<TraceRow>> conditions) {
  ClassRule {
    conditions = List.copyOf(conditions);
  }

  boolean matches(TraceRow row) {
    for (Predicate<TraceRow> condition : conditions) {
      if (!condition.test(row)) {
        return false;
      }
    }
    return true;
  }

  /** A class's name if the rule matches. */
  Optional<String> of(TraceRow row) {
    return matches(row) ? Optional.of(name) : Optional.empty();
  }
}
