import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.text.template.ChatTemplate;
import dev.facsimile.trace.text.template.Rendering;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Renders the cases that compare.py wrote: usage RenderCases CASES.jsonl RESULTS.jsonl. */
final class RenderCases {
  public static void main(String[] arguments) throws Exception {
    ObjectMapper json = new ObjectMapper();
    Clock clock = Clock.fixed(Instant.parse("2025-03-09T14:05:06Z"), ZoneOffset.UTC);
    Map<String, ChatTemplate> templates = new HashMap<>();
    try (BufferedWriter out = Files.newBufferedWriter(Path.of(arguments[1]));
        var lines = Files.lines(Path.of(arguments[0]))) {
      for (String line : (Iterable<String>) lines::iterator) {
        JsonNode test = json.readTree(line);
        String folder = test.path("folder").asText();
        ChatTemplate template = templates.get(folder);
        if (template == null) {
          template = ChatTemplate.load(Path.of(folder, "tokenizer.json"), clock).orElseThrow();
          templates.put(folder, template);
        }
        Optional<JsonNode> tools = Optional.of(test.path("tools")).filter(JsonNode::isArray);
        Rendering rendering =
            template.render(
                test.path("messages"), tools, test.path("add_generation_prompt").asBoolean());
        ObjectNode result = json.createObjectNode();
        if (rendering instanceof Rendering.Prompt prompt) {
          result.put("prompt", prompt.text());
        } else if (rendering instanceof Rendering.Refused refused) {
          result.put("refused", refused.sentence());
        }
        out.write(json.writeValueAsString(result));
        out.newLine();
      }
    }
  }
}
