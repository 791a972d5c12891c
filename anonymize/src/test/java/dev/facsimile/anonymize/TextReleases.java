package dev.facsimile.anonymize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.LoadedTokenizers;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.stats.PrefixHits;
import dev.facsimile.trace.text.BlockChain;
import dev.facsimile.trace.text.CachedEncoder;
import dev.facsimile.trace.text.ChatText;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.template.Rendering;
import dev.facsimile.trace.text.template.ServedMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Traces of real agent runs with text, their releases, and counts made anew from both. */
final class TextReleases {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  static final String POLICY =
      Releasing.POLICY.replace("no-text", "surrogate-text").concat("    content: {class: text}\n");

  static final String REDACTED = POLICY.replace("surrogate-text", "redacted-text");

  private TextReleases() {}

  /** Rows of agent runs: each turn's prompt is one text that grows, or a list of messages. */
  static List<TraceRow> agentRuns(String name, boolean asMessages, int mostFiles)
      throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(SharedData.require("lmcache_agent/" + name))) {
      files = all.sorted().limit(mostFiles).toList();
    }
    List<TraceRow> rows = new ArrayList<>();
    for (Path file : files) {
      ArrayNode history = JSON.arrayNode();
      for (String line : Files.readAllLines(file)) {
        JsonNode turn = Json.tree(line);
        String session = turn.path("session_id").asText();
        if (!asMessages) {
          history = JSON.arrayNode();
        }
        history.addObject().put("role", "user").put("content", turn.path("input").asText());
        ObjectNode content = JSON.objectNode();
        content.set("messages", history.deepCopy());
        content.set("response", answer(turn.path("output").asText()));
        history.addObject().put("role", "assistant").put("content", turn.path("output").asText());
        rows.add(
            RawTrace.row("r" + rows.size(), "tenant")
                .session(session)
                .at(rows.size())
                .content(content.toString())
                .make());
      }
    }
    return rows;
  }

  static ObjectNode answer(String text) {
    ObjectNode response = JSON.objectNode();
    response
        .putArray("choices")
        .addObject()
        .putObject("message")
        .put("role", "assistant")
        .put("content", text);
    return response;
  }

  static Release release(Path folder, List<TraceRow> rows, String policy, Path tokenizerFile)
      throws IOException {
    return release(folder, rows, policy, tokenizerFile, 1);
  }

  static Release release(
      Path folder, List<TraceRow> rows, String policy, Path tokenizerFile, int key)
      throws IOException {
    TraceFile raw = RawTrace.write(folder.resolve("raw.trace.parquet"), rows);
    Tokenizer tokenizer = LoadedTokenizers.of(tokenizerFile);
    return new Anonymizer(Releasing.key(key), Releasing.CLOCK, "olga")
        .anonymize(
            raw,
            Releasing.policy(folder, policy),
            Optional.of(new DeclaredTokenizer(tokenizer, tokenizerFile)),
            folder.resolve("released.trace.parquet"),
            Progress.SILENT);
  }

  /** What a tokenizer counts in a trace's contents. */
  record Counted(List<Integer> messages, List<Integer> prompts, List<Integer> hitBlocks) {}

  static Counted count(List<TraceRow> rows, Path tokenizerFile, int blockTokens)
      throws IOException {
    List<Integer> messages = new ArrayList<>();
    List<Integer> prompts = new ArrayList<>();
    List<Integer> hits = new ArrayList<>();
    PrefixHits cache = new PrefixHits();
    BlockChain chain = new BlockChain(blockTokens);
    Tokenizer tokenizer = LoadedTokenizers.of(tokenizerFile);
    CachedEncoder encoder = new CachedEncoder(tokenizer);
    for (TraceRow row : rows) {
      JsonNode content = Json.tree(row.content().orElseThrow());
      for (JsonNode message : content.path("messages")) {
        messages.add(encoder.encode(message.path("content").asText()).length);
      }
      messages.add(encoder.encode(ChatText.ofAnswer(content.path("response"))).length);
      long[] prompt = encoder.encode(prompt(tokenizer, content));
      prompts.add(prompt.length);
      hits.add(cache.add(chain.ids(prompt), prompt.length, blockTokens));
    }
    return new Counted(messages, prompts, hits);
  }

  private static String prompt(Tokenizer tokenizer, JsonNode content) {
    Optional<JsonNode> tools = Optional.of(content.path("tools")).filter(list -> !list.isEmpty());
    return tokenizer
        .chatTemplate()
        .map(template -> template.render(ServedMessages.of(content.path("messages")), tools, true))
        .map(rendering -> ((Rendering.Prompt) rendering).text())
        .orElseGet(() -> ChatText.of(content.path("messages")));
  }
}
