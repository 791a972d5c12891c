package dev.facsimile.ingest.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;

/** JSON as logs must have it: no key twice, no NaN, exact decimals, at most 200 levels. */
public final class StrictJson {
  private static final int LONGEST_TEXT = 64 << 20;
  private static final int DEEPEST = 200;

  /** Reads strict JSON. */
  public static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxStringLength(LONGEST_TEXT)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  /** What is said of a number that Jackson throws at, rather than refuse it as it does others. */
  public static final String NUMBER_TOO_LARGE = "holds a number too large to be read";

  private StrictJson() {}

  /** The object or array written in {@code text}; empty if it is anything else. */
  static Optional<JsonNode> container(String text) {
    String stripped = text.strip();
    if (stripped.isEmpty() || "[{".indexOf(stripped.charAt(0)) < 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(MAPPER.readTree(stripped));
    } catch (JsonProcessingException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
