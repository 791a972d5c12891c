package dev.facsimile.trace.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.LoadedTokenizers;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CachedEncoderTest {
  private static final String[] PARTS = {
    "word",
    " two words",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "\t",
    "12",
    "3.5",
    "Ünïcode",
    "東京",
    "🙂",
    "don't",
    "x_y(z)",
    "</tag>",
    "A",
    ", and",
    "  indented",
    "\u00a0",
    "e\u0301"
  };

  private static String random(long index, int parts) {
    UniformRandomProvider random = new SeededStreams(3).stream("text", index);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < parts; i++) {
      text.append(PARTS[random.nextInt(PARTS.length)]);
      text.append(random.nextInt(6) == 0 ? "\n" : "");
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({"phi-2,true", "bert-base-uncased,true", "t5-small,true", "phi-3-mini,false"})
  void everyTokenizerGivesTheIdsOfTheWholeText(String name, boolean cuts) throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.named(name);
    assertSameIds(tokenizer, cuts);
  }

  @Test
  void theSampleTokenizerGivesTheIdsOfTheWholeText() throws IOException {
    Tokenizer tokenizer =
        LoadedTokenizers.of(SharedData.root().resolve("samples/tokenizer/tokenizer.json"));
    assertSameIds(tokenizer, true);
  }

  @ParameterizedTest
  @CsvSource({"phi-2", "bert-base-uncased", "t5-small", "phi-3-mini", "qwen3"})
  void theGoldenTextsHaveTheirIdsInPiecesToo(String name) throws IOException {
    JsonNode cases =
        Json.tree(Files.readString(SharedData.require("tokenizers/golden_cases.json")));
    Tokenizer tokenizer = LoadedTokenizers.named(name);
    CachedEncoder encoder = new CachedEncoder(tokenizer);
    StringBuilder all = new StringBuilder();
    for (JsonNode text : cases) {
      assertArrayEquals(tokenizer.encode(text.asText()), encoder.encode(text.asText()));
      all.append(text.asText()).append(" and\nthen, ");
    }
    assertArrayEquals(tokenizer.encode(all.toString()), encoder.encode(all.toString()));
  }

  /** Long stretches without a line's end, of words, of a script without spaces and of base64. */
  @ParameterizedTest
  @CsvSource({"phi-2", "bert-base-uncased", "t5-small", "qwen3"})
  void aTextWithoutLinesHasTheIdsOfTheWholeAndIsCutWhereItCanBe(String name) throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.named(name);
    CachedEncoder encoder = new CachedEncoder(tokenizer);
    CachedEncoder parts = CachedEncoder.ofParts(tokenizer);
    for (String alphabet : List.of("etaoinshr dlucm ", "的一是在，不了有和人。", "aQ3zX9+/b", "e1,. x'")) {
      UniformRandomProvider random = new SeededStreams(4).stream(alphabet, 0);
      StringBuilder text = new StringBuilder();
      while (text.length() < 60_000) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      assertArrayEquals(
          tokenizer.encode(text.toString()), encoder.encode(text.toString()), alphabet);
      assertArrayEquals(tokenizer.encode(text.toString()), parts.encode(text.toString()), alphabet);
    }
  }

  private static void assertSameIds(Tokenizer tokenizer, boolean cuts) {
    assertSameIds(tokenizer, new CachedEncoder(tokenizer), cuts);
    assertSameIds(tokenizer, CachedEncoder.ofParts(tokenizer), cuts);
  }

  private static void assertSameIds(Tokenizer tokenizer, CachedEncoder encoder, boolean cuts) {
    assertEquals(cuts, encoder.cuts());
    for (int i = 0; i < 25; i++) {
      String text = random(i, 900);
      assertArrayEquals(tokenizer.encode(text), encoder.encode(text), "text " + i);
    }
  }

  @Test
  void whatAPromptSharesWithOneBeforeIsNotEncodedAgain() throws IOException {
    Tokenizer tokenizer =
        LoadedTokenizers.of(SharedData.root().resolve("samples/tokenizer/tokenizer.json"));
    CachedEncoder encoder = new CachedEncoder(tokenizer);
    StringBuilder prompt = new StringBuilder();
    long all = 0;
    for (int turn = 0; turn < 30; turn++) {
      prompt.append(random(100 + turn, 600)).append('\n');
      all += prompt.length();
      assertArrayEquals(tokenizer.encode(prompt.toString()), encoder.encode(prompt.toString()));
    }
    // Each turn adds a thirtieth; a piece or so at the end of the turn before is encoded again.
    assertTrue(encoder.encodedCharacters() < all / 5, encoder.encodedCharacters() + " of " + all);
    assertFalse(encoder.encodedCharacters() < prompt.length());
  }

  @Test
  void aTextWithinAnotherIsEncodedAgainNearItsEndsAlone() throws IOException {
    Tokenizer tokenizer =
        LoadedTokenizers.of(SharedData.root().resolve("samples/tokenizer/tokenizer.json"));
    CachedEncoder encoder = CachedEncoder.ofParts(tokenizer);
    String message = random(1, 8000);
    encoder.encode(random(2, 50) + message + random(3, 50));
    long before = encoder.encodedCharacters();
    assertArrayEquals(tokenizer.encode(message), encoder.encode(message));
    // Some pieces of some hundred characters at either end, of thirty thousand in all.
    long again = encoder.encodedCharacters() - before;
    assertTrue(again < message.length() / 8, again + " of " + message.length());
  }
}
