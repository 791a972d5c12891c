package dev.facsimile.trace.text.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.template.ChatTemplate;
import dev.facsimile.trace.text.template.Rendering;
import dev.facsimile.trace.text.template.ServedMessages;
import java.util.Optional;

/**
 * What a server puts around the text of a user's message before it tokenizes it: a chat template's
 * marks, or nothing.
 */
final class Frame {
  /** A word that no template has, to find where the text goes. */
  private static final String PLACE = "Qzxplaceholderqzx";

  private final Optional<ChatTemplate> template;
  private final String before;
  private final String after;

  private Frame(Optional<ChatTemplate> template, String before, String after) {
    this.template = template;
    this.before = before;
    this.after = after;
  }

  /**
   * The frame of a tokenizer's prompts.
   *
   * @throws InputException if the template refuses a single message of a user, or the tokenizer has
   *     none
   */
  static Frame of(Tokenizer tokenizer, Counting counting) {
    if (counting == Counting.BARE) {
      return new Frame(Optional.empty(), "", "");
    }
    ChatTemplate template =
        tokenizer
            .chatTemplate()
            .orElseThrow(
                () ->
                    new InputException(
                        tokenizer.file(),
                        "has no chat template beside it, expected one in chat_template.jinja or"
                            + " tokenizer_config.json; without one, count the bare text"));
    String whole = render(template, PLACE);
    int at = whole.indexOf(PLACE);
    if (at < 0 || whole.indexOf(PLACE, at + 1) >= 0) {
      throw new InputException(
          tokenizer.file(),
          "has a chat template that does not write a user's message exactly once as it stands");
    }
    return new Frame(
        Optional.of(template), whole.substring(0, at), whole.substring(at + PLACE.length()));
  }

  private static String render(ChatTemplate template, String text) {
    ArrayNode messages = JsonNodeFactory.instance.arrayNode();
    messages.addObject().put("role", "user").put("content", text);
    return render(template, messages, Optional.empty());
  }

  /** A conversation as the template writes it, up to where the answer begins. */
  static String render(ChatTemplate template, JsonNode messages, Optional<JsonNode> tools) {
    Rendering rendering = template.render(ServedMessages.of(messages), tools, true);
    if (rendering instanceof Rendering.Prompt prompt) {
      return prompt.text();
    }
    throw new InputException(((Rendering.Refused) rendering).sentence());
  }

  /** The text as it is tokenized, put together from what was learnt of the template. */
  String around(String text) {
    return before + text + after;
  }

  /** The text as it is tokenized, by the template itself. */
  String whole(String text) {
    return template.isPresent() ? render(template.get(), text) : text;
  }
}
