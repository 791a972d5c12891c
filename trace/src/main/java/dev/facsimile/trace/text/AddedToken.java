package dev.facsimile.trace.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A token that a tokenizer finds in a text before it splits it, such as {@code <|im_start|>}.
 *
 * @param swallowsBefore whether it takes white space before it for its own ({@code lstrip})
 * @param swallowsBehind whether it takes white space behind it for its own ({@code rstrip})
 */
record AddedToken(String content, boolean swallowsBefore, boolean swallowsBehind) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Those of a {@code tokenizer.json}, which is read as a stream: its vocabulary is large. */
  static List<AddedToken> of(Path file) throws IOException {
    List<AddedToken> tokens = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = JSON.createParser(in)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean added = parser.currentName().equals("added_tokens");
        parser.nextToken();
        if (!added) {
          parser.skipChildren();
          continue;
        }
        JsonNode all = parser.readValueAsTree();
        for (JsonNode token : all) {
          tokens.add(
              new AddedToken(
                  token.path("content").asText(),
                  token.path("lstrip").asBoolean(),
                  token.path("rstrip").asBoolean()));
        }
        return tokens;
      }
    }
    return tokens;
  }
}
