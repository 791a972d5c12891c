package dev.facsimile.replay.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.ChatText;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.template.ChatTemplate;
import dev.facsimile.trace.text.template.Rendering;
import dev.facsimile.trace.text.template.ServedMessages;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The tokens of a prompt: a tokenizer's, where there is one, through its chat template where it has
 * one; else one for each word.
 */
final class PromptReader {
  private final Optional<Tokenizer> tokenizer;

  PromptReader(Optional<Tokenizer> tokenizer) {
    this.tokenizer = tokenizer;
  }

  /** Whether reading a prompt takes long enough to be done elsewhere than on an event loop. */
  boolean isSlow() {
    return tokenizer.isPresent();
  }

  /** Of messages, a text, a list of texts, or a list of token ids. */
  long[] tokens(JsonNode prompt) {
    if (tokenizer.isEmpty() || prompt.path(0).isNumber()) {
      Words words = new Words();
      words.add(prompt);
      return words.toArray();
    }
    if (prompt.isTextual()) {
      return tokenizer.get().encode(prompt.textValue());
    }
    if (prompt.path(0).isTextual()) {
      StringBuilder text = new StringBuilder();
      prompt.forEach(part -> text.append(part.asText()));
      return tokenizer.get().encode(text.toString());
    }
    return tokenizer.get().encode(chat(prompt));
  }

  /** The token that every answer is made of; empty where the answer's word is not one token. */
  OptionalLong answerToken() {
    long[] tokens = tokens(TextNode.valueOf(Dialect.WORD));
    return tokens.length == 1 ? OptionalLong.of(tokens[0]) : OptionalLong.empty();
  }

  private String chat(JsonNode messages) {
    Optional<ChatTemplate> template = tokenizer.get().chatTemplate();
    if (template.isEmpty()) {
      return ChatText.of(messages);
    }
    Rendering rendering =
        template.get().render(ServedMessages.of(messages), Optional.empty(), true);
    if (rendering instanceof Rendering.Refused refused) {
      throw Refusal.badRequest(refused.sentence());
    }
    return ((Rendering.Prompt) rendering).text();
  }

  /** Growing hashes of words. */
  private static final class Words {
    private long[] hashes = new long[64];
    private int size;

    long[] toArray() {
      return Arrays.copyOf(hashes, size);
    }

    void add(JsonNode node) {
      if (node.isTextual()) {
        add(node.textValue());
      } else if (node.isNumber()) {
        add(SeededStreams.mix(node.longValue()));
      } else if (node.isArray()) {
        node.forEach(this::add);
      } else if (node.isObject()) {
        add(node.path("content"));
        add(node.path("text"));
      }
    }

    private void add(String text) {
      long hash = 0;
      boolean inside = false;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (!Character.isWhitespace(c)) {
          hash = hash * 31 + c + 1;
          inside = true;
        } else if (inside) {
          add(hash);
          hash = 0;
          inside = false;
        }
      }
      if (inside) {
        add(hash);
      }
    }

    private void add(long hash) {
      if (size == hashes.length) {
        hashes = Arrays.copyOf(hashes, size * 2);
      }
      hashes[size++] = hash;
    }
  }
}
