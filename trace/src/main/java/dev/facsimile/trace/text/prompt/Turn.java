package dev.facsimile.trace.text.prompt;

import dev.facsimile.trace.Request;
import java.util.Optional;

/**
 * A turn of a conversation as it is sent: the user's text, behind all that was said before. Holds
 * no text that can be written again, so that thousands of long conversations can be kept.
 */
public final class Turn {

  /** What an answer said, for a later turn's history. */
  public sealed interface Said {
    /**
     * The server's own words.
     *
     * @param text the answer
     */
    record Real(String text) implements Said {}

    /**
     * Words that are made up.
     *
     * @param tokens how many tokens are planned
     */
    record MadeUp(int tokens) implements Said {}
  }

  /**
   * What stands before a turn.
   *
   * @param turn the turn before
   * @param answer the answer to it
   */
  record Earlier(Turn turn, Said answer) {}

  private final Optional<Earlier> earlier;
  private final Request request;
  private final int textTokens;
  private final Optional<String> text;
  private final int tokens;

  /**
   * A turn.
   *
   * @param textTokens tokens of the user's text, as it was asked for
   * @param text the text, where it is not what is written of itself
   * @param tokens tokens of the whole prompt
   */
  Turn(
      Optional<Earlier> earlier,
      Request request,
      int textTokens,
      Optional<String> text,
      int tokens) {
    this.earlier = earlier;
    this.request = request;
    this.textTokens = textTokens;
    this.text = text;
    this.tokens = tokens;
  }

  Optional<Earlier> earlier() {
    return earlier;
  }

  Request request() {
    return request;
  }

  int textTokens() {
    return textTokens;
  }

  Optional<String> text() {
    return text;
  }

  /** Tokens of the whole prompt, history included. */
  public int tokens() {
    return tokens;
  }

  /** Turns before it. */
  public int number() {
    int number = 0;
    for (Optional<Earlier> at = earlier; at.isPresent(); at = at.get().turn().earlier) {
      number++;
    }
    return number;
  }
}
