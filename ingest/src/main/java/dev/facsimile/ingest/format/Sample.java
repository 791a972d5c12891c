package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * The beginning of a file, for recognising its format.
 *
 * @param csvHeader the fields of the first line read as CSV
 * @param firstObject the first line read as a JSON object, if it is one
 */
public record Sample(List<String> csvHeader, Optional<JsonNode> firstObject) {

  /** Whether the first line is a JSON object with all of these fields. */
  boolean hasFields(String... names) {
    return firstObject.isPresent()
        && List.of(names).stream().allMatch(name -> firstObject.get().has(name));
  }
}
