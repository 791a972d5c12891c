package dev.facsimile.ingest.session;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Request;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Sessions from the parents that a log names: a request whose parent came before it joins the
 * parent's session; any other begins one, named after itself. Holds id, session and lengths of
 * every request.
 */
public final class ParentChains implements Lineage {
  /** A session, shared by its requests. */
  private static final class Session {
    private final String id;
    private int turns;

    Session(String id) {
      this.id = id;
    }
  }

  /** A request that others may name as their parent. */
  private record Member(Session session, Earlier request) {}

  private final Map<String, Member> members = new HashMap<>();

  @Override
  public Placement place(Request request) {
    Optional<String> parentId = request.conversation().parentRequestId();
    Optional<Member> parent = parentId.map(members::get);
    Session session = parent.map(Member::session).orElseGet(() -> new Session(request.id()));
    members.put(request.id(), new Member(session, Earlier.of(request)));
    return new Placement(
        new Conversation(Optional.of(session.id), OptionalInt.of(session.turns++), parentId),
        parent.map(Member::request));
  }
}
