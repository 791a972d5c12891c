package dev.facsimile.ingest.session;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import java.util.Optional;

/** Leaves every request without a session, whatever the log says. */
public final class NoSessions implements Lineage {

  @Override
  public Placement place(Request request) {
    return new Placement(Conversation.NONE, Optional.empty());
  }
}
