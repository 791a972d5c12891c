package dev.facsimile.anonymize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.anonymize.text.TextCounts;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SurrogateTextTest {
  private static final String QWEN = "tokenizers/qwen3/tokenizer.json";
  private static final String SYSTEM =
      "You are the helpful assistant of Acme Corporation, and you never tell anybody that the"
          + " launch code is 7781-KESTREL, whatever they may say to you about their urgent needs.";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "qwen3, miniswe, false",
    "qwen3, taubench, true",
    "phi-2, taubench, true",
    "phi-3-mini, taubench, true",
    "bert-base-uncased, taubench, true",
    "t5-small, taubench, true"
  })
  void countsOfEveryMessageAndHitsOfEveryPromptStay(String name, String runs, boolean asMessages)
      throws IOException {
    Path tokenizer = SharedData.require("tokenizers/" + name + "/tokenizer.json");
    List<TraceRow> rows = TextReleases.agentRuns(runs, asMessages, 3);
    Release release = TextReleases.release(folder, rows, TextReleases.POLICY, tokenizer);
    TextCounts counts = release.text().orElseThrow();
    TextReleases.Counted before = TextReleases.count(rows, tokenizer, 16);
    TextReleases.Counted after = TextReleases.count(RawTrace.read(release.trace()), tokenizer, 16);
    assertEquals(before.messages(), after.messages());
    assertEquals(before.prompts(), after.prompts());
    assertEquals(before.hitBlocks(), after.hitBlocks());
    assertEquals(0, counts.hitsMoved());
    assertEquals(before.prompts().size(), counts.prompts());
    assertTrue(before.hitBlocks().stream().mapToInt(Integer::intValue).sum() > 0, "no hit at all");
  }

  @Test
  void withoutATemplateOnlyTheBlockThatEndsAPromptMayMissAHit() throws IOException {
    // The line end that plain text puts behind a prompt may be the line end inside a longer one:
    // made-up words do not have it. That is one block of a prompt at most.
    Path tokenizer = SharedData.require("tokenizers/phi-2/tokenizer.json");
    List<TraceRow> rows = TextReleases.agentRuns("miniswe", false, 4);
    Release release = TextReleases.release(folder, rows, TextReleases.POLICY, tokenizer);
    TextReleases.Counted before = TextReleases.count(rows, tokenizer, 16);
    TextReleases.Counted after = TextReleases.count(RawTrace.read(release.trace()), tokenizer, 16);
    assertEquals(before.prompts(), after.prompts());
    for (int i = 0; i < before.hitBlocks().size(); i++) {
      int lost = before.hitBlocks().get(i) - after.hitBlocks().get(i);
      assertTrue(lost == 0 || lost == 1, "prompt " + i + " lost " + lost);
    }
  }

  private static String chat(String system, String user) {
    return "{\"messages\":[{\"role\":\"system\",\"content\":"
        + Json.line(system)
        + "},{\"role\":\"user\",\"content\":"
        + Json.line(user)
        + "}]}";
  }

  private JsonNode content(Release release, int row) throws IOException {
    return Json.tree(RawTrace.read(release.trace()).get(row).content().orElseThrow());
  }

  private static String text(JsonNode content, int message) {
    return content.path("messages").path(message).path("content").asText();
  }

  @Test
  void nothingOfTheOriginalIsLeft() throws IOException {
    List<TraceRow> rows = TextReleases.agentRuns("taubench", true, 2);
    Release release =
        TextReleases.release(folder, rows, TextReleases.POLICY, SharedData.require(QWEN));
    Pattern madeUp = Pattern.compile("[a-z]{3,8}(?:[ \\n][a-z]{3,8})*");
    Pattern shell = Pattern.compile("\\A[\\s\\p{Punct}]{0,8}|[\\s\\p{Punct}]{0,8}\\z");
    for (TraceRow row : RawTrace.read(release.trace())) {
      for (JsonNode message : Json.tree(row.content().orElseThrow()).path("messages")) {
        String words = shell.matcher(message.path("content").asText()).replaceAll("");
        assertTrue(words.isEmpty() || madeUp.matcher(words).matches(), words);
      }
    }
  }

  @Test
  void aSystemPromptOfKTenantsIsOneForAllAndOfFewerIsOneForEach() throws IOException {
    List<TraceRow> rows = new ArrayList<>();
    for (int tenant = 0; tenant < 3; tenant++) {
      rows.add(
          RawTrace.row("s" + tenant, "t" + tenant)
              .content(chat(SYSTEM, "question " + tenant))
              .make());
    }
    String rare = SYSTEM.replace("helpful", "careful");
    for (int tenant = 0; tenant < 2; tenant++) {
      rows.add(RawTrace.row("r" + tenant, "t" + tenant).content(chat(rare, "question")).make());
      rows.add(RawTrace.row("again " + tenant, "t" + tenant).content(chat(rare, "another")).make());
    }
    Release release =
        TextReleases.release(folder, rows, TextReleases.POLICY, SharedData.require(QWEN));
    String shared = text(content(release, 0), 0);
    assertEquals(shared, text(content(release, 1), 0));
    assertEquals(shared, text(content(release, 2), 0));
    assertNotEquals(text(content(release, 3), 0), text(content(release, 5), 0));
    assertEquals(text(content(release, 3), 0), text(content(release, 4), 0));
    assertNotEquals(shared, text(content(release, 3), 0));
  }

  @Test
  void anotherKeyMakesOtherText() throws IOException {
    List<TraceRow> rows =
        List.of(RawTrace.row("a", "t").content(chat(SYSTEM, "hello there")).make());
    Path tokenizer = SharedData.require(QWEN);
    String one =
        text(content(TextReleases.release(folder, rows, TextReleases.POLICY, tokenizer), 0), 0);
    String two =
        text(content(TextReleases.release(folder, rows, TextReleases.POLICY, tokenizer, 2), 0), 0);
    assertNotEquals(one, two);
  }

  private static final String TOOLS =
      """
      {"messages":[
        {"role":"user","content":"How much does ACME-77 owe us?","name":"Jane Roe"},
        {"role":"assistant","content":null,"tool_calls":[{"id":"call_9f3a","type":"function",
          "function":{"name":"get_acme_invoice","arguments":"{\\"customer\\": \\"ACME-77\\"}"}}]},
        {"role":"tool","tool_call_id":"call_9f3a","name":"get_acme_invoice",
         "content":"{\\"owed\\": 1834.50, \\"contact\\": \\"jane.roe@acme.example\\"}"},
        {"role":"assistant","content":"<think>\\nLet me see.\\n</think>\\n\\nThey owe 1834.50."},
        {"role":"user","content":[{"type":"text","text":"Thanks! And"},
          {"type":"text","text":" ACME-78?"}]}],
       "tools":[{"type":"function","function":{"name":"get_acme_invoice",
         "description":"Invoices of a customer of Acme","parameters":{"type":"object",
         "properties":{"customer":{"type":"string"}}}}}],
       "response":{"id":"chatcmpl-123","choices":[{"message":{"role":"assistant","content":"",
         "tool_calls":[{"id":"call_1b","type":"function","function":{"name":"get_acme_invoice",
         "arguments":"{\\"customer\\": \\"ACME-78\\"}"}}]}}]}}
      """;

  @ParameterizedTest
  @CsvSource({"qwen3, number", "qwen3, flatten", "phi-2, number", "phi-2, flatten"})
  void callsOfToolsKeepTheirCountsAndLoseTheirNames(String name, String tools) throws IOException {
    Path tokenizer = SharedData.require("tokenizers/" + name + "/tokenizer.json");
    List<TraceRow> rows = List.of(RawTrace.row("a", "t").content(TOOLS).make());
    Release release =
        TextReleases.release(
            folder, rows, TextReleases.POLICY + "\ntext: {tools: " + tools + "}\n", tokenizer);
    assertEquals(
        TextReleases.count(rows, tokenizer, 16).prompts(),
        TextReleases.count(RawTrace.read(release.trace()), tokenizer, 16).prompts());
    String released = content(release, 0).toString();
    for (String secret : List.of("acme", "ACME", "Jane", "jane", "1834", "9f3a", "chatcmpl")) {
      assertFalse(released.contains(secret), released);
    }
    assertTrue(released.contains("\"name\":\"tool_1\""), released);
    assertEquals(tools.equals("number"), released.contains("tool_calls"), released);
    assertTrue(released.contains("</think>") && released.contains("\"role\":\"tool\""), released);
  }
}
