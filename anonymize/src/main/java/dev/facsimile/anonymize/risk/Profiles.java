package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.TraceRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers the combinations of categories that occur. Holds each distinct value once and some 200
 * bytes for each distinct combination, of which a trace has hundreds.
 */
final class Profiles {
  private static final Attribute[] ATTRIBUTES = Attribute.values();

  private final List<Map<String, Integer>> codes = new ArrayList<>();
  private final Map<List<Integer>, Integer> numbers = new HashMap<>();
  private final List<int[]> profiles = new ArrayList<>();

  Profiles() {
    for (int i = 0; i < ATTRIBUTES.length; i++) {
      codes.add(new HashMap<>());
    }
  }

  /** The number of a row's combination, from 0. */
  int of(TraceRow row) {
    Integer[] tuple = new Integer[ATTRIBUTES.length];
    for (Attribute attribute : ATTRIBUTES) {
      Optional<String> value = attribute.of(row);
      Map<String, Integer> known = codes.get(attribute.ordinal());
      tuple[attribute.ordinal()] =
          value.isEmpty() ? 0 : known.computeIfAbsent(value.get(), v -> known.size() + 1);
    }
    return numbers.computeIfAbsent(Arrays.asList(tuple), this::add);
  }

  private int add(List<Integer> tuple) {
    profiles.add(tuple.stream().mapToInt(Integer::intValue).toArray());
    return profiles.size() - 1;
  }

  int size() {
    return profiles.size();
  }

  /** The value's code within its attribute, from 1; 0 where the combination has none. */
  int code(int profile, Attribute attribute) {
    return profiles.get(profile)[attribute.ordinal()];
  }

  /** Distinct values of an attribute. */
  int values(Attribute attribute) {
    return codes.get(attribute.ordinal()).size();
  }

  /** The distinct values of an attribute. */
  Collection<String> texts(Attribute attribute) {
    return codes.get(attribute.ordinal()).keySet();
  }

  /** The distinct values of an attribute with their codes. */
  Map<String, Integer> codes(Attribute attribute) {
    return codes.get(attribute.ordinal());
  }
}
