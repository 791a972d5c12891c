package dev.facsimile.trace.text.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.prompt.Counting;
import dev.facsimile.trace.text.prompt.PromptLanguage;
import dev.facsimile.trace.text.prompt.PromptVocabulary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentChoiceTest {
  private static final String SHARE_GPT =
      "[{\"id\": \"a\", \"conversations\": [{\"from\": \"human\", \"value\": \"the first"
          + " question\"}, {\"from\": \"gpt\", \"value\": \"the answer to it\"}, {\"from\":"
          + " \"human\", \"value\": \"and another question that is longer than it\"}]}]";

  @TempDir private Path folder;

  private List<ArrayNode> read(String json) throws IOException {
    List<ArrayNode> all = new ArrayList<>();
    ContentFile.read(Files.writeString(folder.resolve("c.json"), json), all::add);
    return all;
  }

  @Test
  void theThreeCommonShapesAreReadAsArrayOrAsLines() throws IOException {
    JsonNode shareGpt = read(SHARE_GPT).get(0);
    assertEquals("assistant", shareGpt.get(1).path("role").asText());
    assertEquals("the answer to it", shareGpt.get(1).path("content").asText());
    List<ArrayNode> alpaca =
        read(
            "{\"instruction\": \"Add.\", \"input\": \"1 2\", \"output\": \"3\"}\n"
                + "{\"instruction\": \"Say a word.\", \"input\": \"\", \"output\": \"word\"}\n");
    assertEquals("Add.\n\n1 2", alpaca.get(0).get(0).path("content").asText());
    assertEquals("Say a word.", alpaca.get(1).get(0).path("content").asText());
    List<ArrayNode> openAi =
        read("{\"messages\": [{\"role\": \"user\", \"content\": \"hi\"}], \"x\": 1}");
    assertEquals("hi", openAi.get(0).get(0).path("content").asText());
  }

  @Test
  void aFileWithoutConversationsIsRefusedInOneSentence() {
    assertThrows(InputException.class, () -> read("{\"a\": 1}"));
    assertThrows(InputException.class, () -> read("no json"));
  }

  @Test
  void aConversationIsCutWhereAnAnswerIsDueAndTheNearestLengthIsChosen() throws IOException {
    Path file = Files.writeString(folder.resolve("c.json"), SHARE_GPT);
    try (Tokenizer tokenizer = Tokenizer.load(SharedData.root().resolve("samples/tokenizer"))) {
      PromptVocabulary vocabulary =
          PromptVocabulary.learn(tokenizer, Counting.BARE, List.of(PromptLanguage.EN));
      int one = tokenizer.count("the first question");
      ContentChoice choice = choice(file, vocabulary, OptionalInt.empty());
      WorkloadRow filled = choice.fill(row(one));
      assertEquals(1, Json.tree(filled.messages().orElseThrow()).size());
      assertEquals(one, filled.inputTokens());
      assertTrue(choice.fill(row(10 * one)).messages().isEmpty(), "none is near");
      WorkloadRow all = choice(file, vocabulary, OptionalInt.empty()).fill(row(30));
      all.messages()
          .ifPresent(messages -> assertTrue(messages.endsWith("longer than it\"}]"), messages));
      ContentChoice narrow = choice(file, vocabulary, OptionalInt.of(one + 3));
      assertTrue(narrow.fill(row(one)).messages().isEmpty(), "no room for the answer");
    }
  }

  private static ContentChoice choice(Path file, PromptVocabulary vocabulary, OptionalInt window)
      throws IOException {
    return ContentChoice.read(file, vocabulary, new SeededStreams(1), 0.1, window);
  }

  private static WorkloadRow row(int tokens) {
    return new WorkloadRow(Request.of("r", 0, tokens, 5), Intent.PLAIN, Optional.empty());
  }
}
