package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.endpoint.ChunkScan.Key;
import dev.facsimile.replay.endpoint.ChunkScan.Meaning;
import dev.facsimile.replay.http.SseParser;

/**
 * OpenAI responses: named events, of which every {@code …delta} with text is a token, whether of
 * the answer, its reasoning, a refusal or a tool's arguments. The last event carries the usage.
 */
final class ResponsesDialect implements Dialect {
  private static final ChunkScan.Keys KEYS =
      new ChunkScan.Keys(Key.of("delta", 1, 1, Meaning.TEXT));

  private final ChunkScan scan = new ChunkScan(KEYS);

  @Override
  public void event(String name, byte[] bytes, int from, int to, Gathering answer) {
    if (name.endsWith(".delta")) {
      scan.scan(bytes, from, to);
      if (scan.token()) {
        answer.token();
        scan.texts(answer, part(name));
      }
      return;
    }
    if (to - from >= 1 && bytes[from] == '[') {
      // Some servers end the stream as chat completions do; the completed event has said it all.
      return;
    }
    boolean counts = name.equals(SseParser.MESSAGE) || name.equals("error") || isEnd(name);
    if (counts) {
      JsonNode event = Dialect.tree(bytes, from, to, answer);
      read(name.equals(SseParser.MESSAGE) ? event.path("type").asText("") : name, event, answer);
    }
  }

  private static boolean isEnd(String type) {
    return type.equals("response.completed")
        || type.equals("response.incomplete")
        || type.equals("response.failed");
  }

  private static void read(String type, JsonNode event, Gathering answer) {
    if (type.endsWith(".delta")) {
      String text = event.path("delta").asText("");
      if (!text.isEmpty()) {
        answer.token();
        keep(type, text, answer);
      }
    } else if (isEnd(type)) {
      end(event.path("response"), answer);
    } else if (type.equals("error")) {
      answer.error("error event: " + Gathering.message(event));
    }
  }

  private static KeptText.Part part(String type) {
    if (type.contains("reasoning")) {
      return KeptText.Part.REASONING;
    }
    return type.contains("arguments") ? KeptText.Part.TOOL_CALL : KeptText.Part.CONTENT;
  }

  private static void keep(String type, String text, Gathering answer) {
    switch (part(type)) {
      case REASONING -> answer.reasoning(text);
      case TOOL_CALL -> answer.toolCall(text);
      case CONTENT -> answer.content(text);
    }
  }

  private static void end(JsonNode response, Gathering answer) {
    JsonNode problem = response.path("error");
    if (!problem.isMissingNode() && !problem.isNull()) {
      answer.error("error event: " + Gathering.message(problem));
    }
    String status = response.path("status").asText("completed");
    String because = response.path("incomplete_details").path("reason").asText("");
    answer.finish(because.isEmpty() ? status : because);
    answer.serverTimes(ServerTimings.ofOpenAi(response));
    JsonNode usage = response.path("usage");
    if (usage.isObject()) {
      answer.usage(
          Gathering.count(usage.path("input_tokens")),
          Gathering.count(usage.path("output_tokens")),
          Gathering.count(usage.path("input_tokens_details").path("cached_tokens")));
    }
  }

  @Override
  public void document(JsonNode body, Gathering answer) {
    end(body, answer);
    boolean token = false;
    for (JsonNode item : body.path("output")) {
      for (JsonNode part : item.path("content")) {
        String text = part.path("text").asText("");
        token |= !text.isEmpty();
        if (item.path("type").asText("").equals("reasoning")) {
          answer.reasoning(text);
        } else {
          answer.content(text);
        }
      }
      String arguments = item.path("arguments").asText("");
      token |= !arguments.isEmpty();
      answer.toolCall(arguments);
    }
    if (token) {
      answer.token();
    }
  }
}
