package dev.facsimile.trace.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextTest {
  @Test
  void theSampleTokenizerLosesNothingAndCutsNothing() throws IOException {
    try (Tokenizer tokenizer =
        Tokenizer.load(SharedData.root().resolve("samples/tokenizer/tokenizer.json"))) {
      // DJL's defaults would cut at 512 tokens.
      assertTrue(tokenizer.count("the invoice ".repeat(2_000)) >= 2_000);
      assertEquals(0, tokenizer.count(""));
      assertTrue(tokenizer.count("œ∑´®†¥ 東京 🙂") > 10);
    }
  }

  @Test
  void realTokenizersGiveTheirGoldenIds() throws IOException {
    JsonNode cases =
        Json.tree(Files.readString(SharedData.require("tokenizers/golden_cases.json")));
    JsonNode golden = Json.tree(Files.readString(SharedData.require("tokenizers/golden_ids.json")));
    int compared = 0;
    for (String name :
        new String[] {"bert-base-uncased", "t5-small", "phi-2", "phi-3-mini", "qwen3"}) {
      Path file = SharedData.require("tokenizers/" + name + "/tokenizer.json");
      try (Tokenizer tokenizer = Tokenizer.load(file)) {
        for (JsonNode expected : golden) {
          if (expected.path("tokenizer").asText().equals(name)) {
            String text = cases.get(expected.path("case").asInt()).asText();
            assertArrayEquals(ids(expected.path("ids")), tokenizer.encode(text), name + " " + text);
            compared++;
          }
        }
      }
    }
    assertEquals(5 * cases.size(), compared);
  }

  private static long[] ids(JsonNode array) {
    long[] ids = new long[array.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = array.get(i).asLong();
    }
    return ids;
  }

  @Test
  void whatIsNoTokenizerIsRefusedInOneSentence(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("tokenizer.json"), "{\"model\": 1}");
    InputException refused = assertThrows(InputException.class, () -> Tokenizer.load(file));
    assertTrue(refused.getMessage().startsWith(file + ": is not a usable tokenizer.json"));
  }

  @Test
  void equalBlockIdsMeanEqualPrefixes() {
    BlockChain chain = new BlockChain(2);
    BlockIds one = chain.ids(new long[] {1, 2, 3, 4, 5});
    BlockIds same = chain.ids(new long[] {1, 2, 3, 4, 9});
    BlockIds other = chain.ids(new long[] {9, 2, 3, 4});
    assertEquals(2, one.size());
    assertEquals(one, same);
    // The second block holds the same tokens behind another first block.
    assertNotEquals(one.get(1), other.get(1));
  }

  @Test
  void promptsShareTheWordsOfSharedBlocksAndNoMore() {
    BlockScheme scheme = new BlockScheme(4, BlockScheme.Scope.GLOBAL, false);
    PromptText prompts = new PromptText(new SeededStreams(42), Optional.of(scheme));
    Request a = Request.of("a", 0, 11, 1).withBlocks(Optional.of(BlockIds.of(1, 2)));
    Request b = Request.of("b", 0, 11, 1).withBlocks(Optional.of(BlockIds.of(1, 3)));
    String[] wordsOfA = prompts.of(a, 11).split(" ");
    String[] wordsOfB = prompts.of(b, 11).split(" ");
    assertEquals(11, wordsOfA.length);
    assertEquals(11, wordsOfB.length);
    int shared = 0;
    while (wordsOfA[shared].equals(wordsOfB[shared])) {
      shared++;
    }
    assertEquals(4, shared);
    assertEquals(prompts.of(a, 11), prompts.of(a, 11));
  }

  @Test
  void aChatsTextHoldsRolesContentPartsAndToolCalls() throws IOException {
    JsonNode messages =
        Json.tree(
            "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]},"
                + "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":1}]}]");
    assertEquals("user\nhi\nassistant\n{\"id\":1}\n", ChatText.of(messages));
  }
}
