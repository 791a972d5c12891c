package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * The beginning of a file, for recognising its format.
 *
 * @param csvHeader the fields of the first line read as CSV
 * @param firstObject the first line read as a JSON object, if it is one
 * @param firstElement the file read as one JSON document: its object, or the first object of its
 *     array; absent when the file is no such document, or is JSON Lines
 * @param firstLines its first lines as text, some 20 at most
 */
public record Sample(
    List<String> csvHeader,
    Optional<JsonNode> firstObject,
    Optional<JsonNode> firstElement,
    List<String> firstLines) {

  public Sample {
    csvHeader = List.copyOf(csvHeader);
    firstLines = List.copyOf(firstLines);
  }

  /** Whether the file begins with {@code text}. */
  boolean beginsWith(String text) {
    return !firstLines.isEmpty() && firstLines.get(0).startsWith(text);
  }

  /** Whether the first line is a JSON object with all of these fields. */
  boolean hasFields(String... names) {
    return has(firstObject, names);
  }

  /** Whether the first object, of lines or of a document, has all of these fields. */
  boolean jsonHasFields(String... names) {
    return hasFields(names) || elementHasFields(names);
  }

  /** Whether the document's first object has all of these fields. */
  boolean elementHasFields(String... names) {
    return has(firstElement, names);
  }

  private static boolean has(Optional<JsonNode> object, String... names) {
    return object.isPresent() && List.of(names).stream().allMatch(name -> object.get().has(name));
  }
}
