package dev.facsimile.trace.text.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.trace.LoadedTokenizers;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolPromptsTest {
  @Test
  void toolsCallsAndResultsAreWithinThePlannedLength() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.named("qwen3");
    PromptVocabulary vocabulary = LearntVocabularies.of(tokenizer, Counting.CHAT);
    PromptComposer composer =
        new PromptComposer(vocabulary, PromptSettings.of(1, Counting.CHAT), Optional.empty());
    ToolPrompts prompts = new ToolPrompts(composer, 3);
    for (int tokens : new int[] {600, 601, 777, 4_096}) {
      ToolPrompts.Asked asked = prompts.of(Request.of("r" + tokens, 0, tokens, 1), tokens);
      assertEquals(tokens, vocabulary.count(asked.messages(), asked.tools()));
      JsonNode call = asked.messages().get(1).path("tool_calls").get(0);
      assertEquals(call.path("id"), asked.messages().get(2).path("tool_call_id"));
      assertEquals(3, asked.tools().orElseThrow().size());
    }
    ToolPrompts.Asked small = prompts.of(Request.of("small", 0, 60, 1), 60);
    assertTrue(small.tools().isEmpty());
    assertEquals(60, vocabulary.count(small.messages(), Optional.empty()));
    assertEquals(1, prompts.found().size());
  }

  @Test
  void aLaterTurnAddsItsTextAndWhatTheTemplateAdds() throws IOException {
    Tokenizer tokenizer = LoadedTokenizers.named("qwen3");
    PromptVocabulary vocabulary = LearntVocabularies.of(tokenizer, Counting.CHAT);
    PromptComposer composer =
        new PromptComposer(vocabulary, PromptSettings.of(1, Counting.CHAT), Optional.empty());
    Request request = Request.of("r", 0, 100, 1);
    var turns = JsonNodeFactory.instance.arrayNode();
    turns.addObject().put("role", "user").put("content", composer.of(request, 100));
    assertEquals(100, vocabulary.count(turns, Optional.empty()));
    turns.addObject().put("role", "assistant").put("content", composer.message(request, "a", 40));
    turns.addObject().put("role", "user").put("content", composer.message(request, "turn", 30));
    assertEquals(
        100 + 40 + vocabulary.turnTokens() + 30, vocabulary.count(turns, Optional.empty()));
  }
}
