package dev.facsimile.ingest.session;

import dev.facsimile.trace.Conversation;
import java.util.Optional;

/**
 * A request's place in its conversation.
 *
 * @param conversation session, turn and parent
 * @param previous the request that it continues; absent at a session's first turn
 */
public record Placement(Conversation conversation, Optional<Earlier> previous) {}
