package dev.facsimile.trace.text.template;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.text.CachedEncoder;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChatTemplateTest {
  private static final String TEMPLATES = "trace/src/test/resources/chat-templates";

  @TempDir Path folder;
  private TemplateFolder tokenizer;

  @BeforeEach
  void newFolder() {
    tokenizer = new TemplateFolder(folder);
  }

  /** The expected prompts are Jinja2's: bench/chat-template-oracle wrote them. */
  @Test
  void templatesOfTheKnownFamiliesPrintWhatJinjaPrints() throws IOException {
    Path templates = SharedData.root().resolve(TEMPLATES);
    Map<String, ChatTemplate> loaded = new HashMap<>();
    int refusals = 0;
    List<String> cases = Files.readAllLines(templates.resolve("expected.jsonl"));
    for (String line : cases) {
      JsonNode test = Json.tree(line);
      String name = test.path("template").asText();
      if (!loaded.containsKey(name)) {
        String source = Files.readString(templates.resolve(name + ".jinja"));
        loaded.put(name, tokenizer.template(source));
      }
      Rendering rendering =
          loaded
              .get(name)
              .render(
                  test.path("messages"),
                  Optional.of(test.path("tools")).filter(JsonNode::isArray),
                  test.path("add_generation_prompt").asBoolean());
      JsonNode expected = test.path("expected");
      if (expected.has("prompt")) {
        Rendering.Prompt prompt = assertInstanceOf(Rendering.Prompt.class, rendering, line);
        assertEquals(expected.path("prompt").asText(), prompt.text(), line);
      } else {
        assertInstanceOf(Rendering.Refused.class, rendering, line);
        refusals++;
      }
    }
    assertEquals(9, loaded.size());
    assertTrue(refusals > 0 && refusals < cases.size() / 2, refusals + " refusals");
  }

  @Test
  void qwensOwnTemplateWritesToolsCallsAndAnOpenTurn() throws IOException {
    Path file = SharedData.require("tokenizers/qwen3/tokenizer.json");
    try (Tokenizer qwen = Tokenizer.load(file)) {
      JsonNode messages =
          Json.tree(
              "[{'role':'system','content':'Be brief.'},{'role':'user','content':'Weather?'},"
                      .replace('\'', '"')
                  + "{'role':'assistant','content':null,'tool_calls':[{'function':{'name':'w','arguments':'{}'}}]},"
                      .replace('\'', '"')
                  + "{'role':'tool','content':'sunny'}]".replace('\'', '"'));
      Rendering rendering =
          qwen.chatTemplate()
              .orElseThrow()
              .render(
                  ServedMessages.of(messages),
                  Optional.of(Json.tree("[{\"type\":\"function\",\"function\":{\"name\":\"w\"}}]")),
                  true);
      String prompt = ((Rendering.Prompt) rendering).text();
      assertTrue(
          prompt.startsWith("<|im_start|>system\nBe brief.\n\n# Tools\n\nYou may call"), prompt);
      assertTrue(
          prompt.contains(
              "<tools>\n{\"type\": \"function\", \"function\": {\"name\": \"w\"}}\n</tools>"),
          prompt);
      assertTrue(
          prompt.endsWith(
              "<|im_start|>user\nWeather?<|im_end|>\n<|im_start|>assistant\n"
                  + "<tool_call>\n{\"name\": \"w\", \"arguments\": {}}\n</tool_call><|im_end|>\n"
                  + "<|im_start|>user\n<tool_response>\nsunny\n</tool_response><|im_end|>\n"
                  + "<|im_start|>assistant\n"),
          prompt);
      assertArrayEquals(
          qwen.encode(prompt.repeat(20)), new CachedEncoder(qwen).encode(prompt.repeat(20)));
      // <|im_start|>, user, a line end, hi, <|im_end|>
      assertEquals(5, qwen.count("<|im_start|>user\nhi<|im_end|>"));
    }
  }

  @Test
  void theTemplateIsTheConfigurationsTextOrItsDefaultOrAFileOfItsOwn() throws IOException {
    assertEquals(Optional.empty(), tokenizer.load());
    tokenizer.configuration(Json.tree("{\"bos_token\":\"<s>\"}"));
    assertEquals(Optional.empty(), tokenizer.load());
    tokenizer.configuration(
        Json.tree("{\"bos_token\":\"<s>\",\"chat_template\":\"a {{bos_token}}\"}"));
    assertEquals("a <s>", prompt());
    tokenizer.configuration(
        Json.tree(
            "{\"chat_template\":[{\"name\":\"tool_use\",\"template\":\"t\"},"
                + "{\"name\":\"default\",\"template\":\"d{{bos_token}}\"}]}"));
    assertEquals("d", prompt());
    Files.writeString(folder.resolve("chat_template.jinja"), "file");
    assertEquals("file", prompt());
  }

  private String prompt() throws IOException {
    Rendering rendering =
        tokenizer.load().orElseThrow().render(Json.tree("[]"), Optional.empty(), false);
    return ((Rendering.Prompt) rendering).text();
  }

  @Test
  void whatCannotBeParsedIsRefusedByFileAndLineWhenLoaded() throws IOException {
    assertEquals(
        "its chat template, line 2: the tag 'include' is not supported",
        loadingRefuses("a\n{% include 'x' %}"));
    assertEquals(
        "its chat template, line 1: found the end of the template, expected {% else %} or {% endfor %}",
        loadingRefuses("{% for x in y %}"));
    assertEquals(
        "its chat template, line 1: found '}}', expected an expression",
        loadingRefuses("{{ 1 + }}"));
    assertEquals(
        "its chat template, line 1: a tag has no end, expected }}", loadingRefuses("{{ x "));
    assertTrue(
        loadingRefuses("{{ " + "(".repeat(5000) + "1" + ")".repeat(5000) + " }}")
            .endsWith("an expression is nested too deep"));
  }

  private String loadingRefuses(String template) {
    InputException refused = assertThrows(InputException.class, () -> tokenizer.template(template));
    return refused.getMessage().replace(folder.resolve("tokenizer_config.json") + ": ", "");
  }

  @Test
  void aConfigurationThatIsNoneIsRefused() throws IOException {
    Files.writeString(folder.resolve("tokenizer_config.json"), "{");
    assertThrows(InputException.class, tokenizer::load);
    tokenizer.configuration(Json.tree("{\"chat_template\":[{\"name\":\"tool_use\"}]}"));
    InputException refused = assertThrows(InputException.class, tokenizer::load);
    assertTrue(refused.getMessage().contains("expected a text or a list"), refused.getMessage());
  }

  @Test
  void aRefusalNamesTheLineAndTheTemplatesOwnWords() throws IOException {
    assertEquals(
        "its chat template, line 3: the template says 'roles must alternate'",
        tokenizer.refuses("a\n\n{{ raise_exception('roles must alternate') }}"));
    assertEquals(
        "its chat template, line 2: the filter 'xmlattr' is not supported",
        tokenizer.refuses("\n{{ {}|xmlattr }}"));
    assertEquals(
        "its chat template, line 1: the test 'escaped' is not supported",
        tokenizer.refuses("{{ 1 is escaped }}"));
    assertEquals(
        "its chat template, line 1: the string method zfill() is not supported",
        tokenizer.refuses("{{ 'a'.zfill(3) }}"));
    assertEquals(
        "its chat template, line 1: 'lipsum' is undefined", tokenizer.refuses("{{ lipsum() }}"));
    assertEquals(
        "its chat template, line 1: '+' is not defined between a string and none",
        tokenizer.refuses("{{ 'a' + none }}"));
    assertEquals(
        "its chat template, line 1: a list cannot be changed: append()",
        tokenizer.refuses("{{ [].append(1) }}"));
  }

  @Test
  void noTemplateRunsOrGrowsWithoutEnd() throws IOException {
    assertTrue(tokenizer.refuses("{{ range(999999999) }}").contains("half a million items"));
    assertTrue(tokenizer.refuses("{{ 'x' * 999999999999 }}").contains("32 million characters"));
    assertTrue(tokenizer.refuses("{{ 9 ** 999999999 }}").contains("4096 bits"));
    assertTrue(tokenizer.refuses("{{ 'x'|indent(999999999) }}").contains("32 million characters"));
    assertTrue(
        tokenizer.refuses("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}").contains("200 deep"));
    assertTrue(
        tokenizer
            .refuses(
                "{% set ns = namespace(x='ab') %}{% for i in range(99) %}"
                    + "{% set ns.x = ns.x + ns.x %}{% endfor %}")
            .contains("32 million characters"));
    assertTrue(
        tokenizer
            .refuses("{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}")
            .contains("20 million steps"));
  }
}
