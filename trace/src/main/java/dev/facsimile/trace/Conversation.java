package dev.facsimile.trace;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A request's place in a conversation.
 *
 * @param sessionId the session, absent when neither logged nor reconstructed
 * @param turn position within the session, from 0
 * @param parentRequestId the request whose answer this one continues
 */
public record Conversation(
    Optional<String> sessionId, OptionalInt turn, Optional<String> parentRequestId) {

  /** No conversation known. */
  public static final Conversation NONE =
      new Conversation(Optional.empty(), OptionalInt.empty(), Optional.empty());

  /** A place of which at most the session is known; no conversation without one. */
  public static Conversation of(Optional<String> sessionId) {
    return new Conversation(sessionId, OptionalInt.empty(), Optional.empty());
  }

  public Conversation {
    turn.ifPresent(t -> Refuse.negative("turn", t));
  }
}
