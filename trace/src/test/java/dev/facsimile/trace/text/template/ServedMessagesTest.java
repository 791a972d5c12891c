package dev.facsimile.trace.text.template;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ServedMessagesTest {
  private static JsonNode json(String text) throws IOException {
    return Json.tree(text.replace('\'', '"'));
  }

  @Test
  void textPartsAreJoinedAndContentThatIsNullIsEmpty() throws IOException {
    assertEquals(
        json("[{'role':'user','content':'a\\nb'},{'role':'assistant','content':''}]"),
        ServedMessages.of(
            json(
                "[{'role':'user','content':[{'type':'text','text':'a'},{'type':'text','text':'b'}]},"
                    + "{'role':'assistant','content':null}]")));
  }

  @Test
  void contentWithAnImageStaysInParts() throws IOException {
    JsonNode messages =
        json("[{'role':'user','content':[{'type':'text','text':'a'},{'type':'image_url'}]}]");
    assertEquals(messages, ServedMessages.of(messages));
  }

  @Test
  void argumentsOfToolCallsAreObjects() throws IOException {
    String call =
        "[{'role':'assistant','content':'','tool_calls':[{'function':{'arguments':%s}}]}]";
    String written = "\"{\\\"n\\\": 1}\"";
    assertEquals(
        json(String.format(call, "{'n':1}")),
        ServedMessages.of(Json.tree(String.format(call.replace('\'', '"'), written))));
    JsonNode broken = json(String.format(call, "'{'"));
    assertEquals(broken, ServedMessages.of(broken));
  }
}
