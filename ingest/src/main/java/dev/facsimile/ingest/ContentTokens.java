package dev.facsimile.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.text.BlockChain;
import dev.facsimile.trace.text.CachedEncoder;
import dev.facsimile.trace.text.ChatText;
import dev.facsimile.trace.text.Tokenizer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Counts and prefix blocks of rows that hold their prompt. Input tokens and blocks are the
 * tokenizer's, so that the two agree, over the text that {@link PromptRendering} makes of the
 * messages; output tokens are the log's, or the tokenizer's where the log has none. Beginnings that
 * prompts share are encoded once. Safe for use by several threads.
 */
final class ContentTokens {
  private final Tokenizer tokenizer;
  private final PromptRendering rendering;
  private final CachedEncoder encoder;
  private final BlockChain chain;

  ContentTokens(Tokenizer tokenizer, int blockTokens) {
    this.tokenizer = tokenizer;
    this.rendering = new PromptRendering(tokenizer.chatTemplate());
    this.encoder = new CachedEncoder(tokenizer);
    this.chain = new BlockChain(blockTokens);
  }

  /** How the blocks are cut. */
  BlockScheme scheme() {
    return new BlockScheme(chain.blockTokens(), BlockScheme.Scope.GLOBAL, false);
  }

  String rule() {
    return "counted from the messages by the tokenizer "
        + tokenizer.sha256().substring(0, 16)
        + ", "
        + rendering.rule();
  }

  /** What is to be said about prompts that the chat template refused, if it refused any. */
  Optional<String> note() {
    return rendering.note();
  }

  /**
   * The row with counts and blocks from its content. One that holds none keeps the counts that were
   * logged, but no blocks: they would be read as if they had been cut like ours.
   */
  TraceRow count(TraceRow row) {
    if (row.content().isEmpty()) {
      return row.withoutBlocks();
    }
    JsonNode content;
    try {
      content = Json.tree(row.content().get());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("content was written by a format, yet is no JSON", e);
    }
    long[] prompt = encoder.encode(rendering.text(content));
    Request request = row.request();
    Tokens logged = request.tokens();
    Tokens counted =
        new Tokens(
            OptionalInt.of(prompt.length),
            output(logged, content),
            atMost(logged.cached(), prompt.length),
            logged.reasoning(),
            logged.maxOutput());
    return row.with(
        new Request(
            request.id(),
            request.arrivalNanos(),
            request.requestClass(),
            request.origin(),
            request.conversation(),
            counted,
            Optional.of(chain.ids(prompt)),
            request.streaming(),
            request.cacheEligible()));
  }

  private OptionalInt output(Tokens logged, JsonNode content) {
    if (logged.output().isPresent()) {
      return logged.output();
    }
    return OptionalInt.of(encoder.count(ChatText.ofAnswer(content.path("response"))));
  }

  /** A provider's tokenizer may count more cached tokens than ours counts in the whole prompt. */
  private static OptionalInt atMost(OptionalInt cached, int input) {
    return cached.isPresent() ? OptionalInt.of(Math.min(cached.getAsInt(), input)) : cached;
  }
}
