package dev.facsimile.replay.simulator;

import dev.facsimile.trace.text.Tokenizer;
import io.netty.handler.ssl.SslContext;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the simulated server's HTTP front does, whatever makes its tokens.
 *
 * @param servedModel the only model's name; absent, any name is taken
 * @param tokenizer counts prompts and serves {@code /tokenize}; absent, a word is a token
 * @param answerTokens mean length at which answers end by themselves, unless {@code ignore_eos};
 *     absent, they go on to their limit
 * @param tls where it is there, connections are secured; HTTP/2 is then agreed on by ALPN
 */
public record ServerSettings(
    Optional<String> servedModel,
    Optional<Tokenizer> tokenizer,
    OptionalInt answerTokens,
    Optional<SslContext> tls) {
  /** Any model, words, answers up to their limit. */
  public static final ServerSettings PLAIN =
      new ServerSettings(Optional.empty(), Optional.empty(), OptionalInt.empty());

  /** In the clear. */
  public ServerSettings(
      Optional<String> servedModel, Optional<Tokenizer> tokenizer, OptionalInt answerTokens) {
    this(servedModel, tokenizer, answerTokens, Optional.empty());
  }

  /** The same, secured. */
  public ServerSettings securedBy(SslContext context) {
    return new ServerSettings(servedModel, tokenizer, answerTokens, Optional.of(context));
  }

  public ServerSettings {
    if (answerTokens.orElse(1) < 1) {
      throw new IllegalArgumentException(
          "answer tokens is " + answerTokens.getAsInt() + ", expected 1 or more");
    }
  }
}
