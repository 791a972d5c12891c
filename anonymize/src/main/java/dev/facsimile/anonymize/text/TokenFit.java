package dev.facsimile.anonymize.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.text.ChatText;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/** Makes what is not plain text, such as calls of tools, as many tokens long as it was. */
class TokenFit {
  private static final int TRIES = 24;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final PromptTokens.Reader reader;

  TokenFit(PromptTokens.Reader reader) {
    this.reader = reader;
  }

  /** How something is written where it is counted. */
  @FunctionalInterface
  interface Form {
    int tokens(JsonNode node);
  }

  /** A message by itself in the model's chat template. */
  Form alone() {
    return message -> reader.count(reader.form().alone(message));
  }

  /** An answer. */
  Form answer() {
    return message -> {
      ObjectNode response = JSON.objectNode();
      response.putArray("choices").addObject().set("message", message);
      return reader.count(ChatText.ofAnswer(response));
    };
  }

  /** Tools as the chat template writes them, or as JSON where it does not. */
  Form tools() {
    return tools -> {
      Optional<String> written = reader.form().tools(tools, true);
      Optional<String> without = reader.form().tools(JSON.arrayNode(), true);
      boolean counts = written.isPresent() && !written.equals(without);
      return reader.count(counts ? written.get() : tools.toString());
    };
  }

  /**
   * Tries lengths of the last slot until the whole has {@code wanted} tokens.
   *
   * @param make the whole with a last slot of that many tokens
   * @return whether it was found; the last try stands otherwise
   */
  boolean lastOf(List<Slot> slots, int wanted, Form form, IntFunction<? extends JsonNode> make) {
    int tokens = Math.max(1, slots.get(slots.size() - 1).tokens() - 8);
    Set<Integer> tried = new HashSet<>();
    for (int i = 0; i < TRIES; i++) {
      int off = wanted - form.tokens(make.apply(tokens));
      if (off == 0) {
        return true;
      }
      tried.add(tokens);
      tokens = Math.max(0, tokens + off);
      while (tried.contains(tokens) && tokens < wanted) {
        tokens++;
      }
      if (tried.contains(tokens)) {
        return false;
      }
    }
    return false;
  }

  /** Accepts the first length: for a pass that only learns what there is. */
  static final class Nothing extends TokenFit {
    Nothing(PromptTokens.Reader reader) {
      super(reader);
    }

    @Override
    Form alone() {
      return message -> 0;
    }

    @Override
    Form answer() {
      return message -> 0;
    }

    @Override
    Form tools() {
      return tools -> 0;
    }

    @Override
    boolean lastOf(List<Slot> slots, int wanted, Form form, IntFunction<? extends JsonNode> make) {
      make.apply(1);
      return true;
    }
  }
}
