package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.pseudonym.Pseudonyms;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.BlockScheme.Scope;
import java.util.OptionalLong;

/**
 * The keyed codes of a request's ids. A session id belongs to its tenant: the same id under two
 * tenants is two sessions. A user is one user under every tenant: taken as two, one person would be
 * a part of a crowd twice. A block id belongs to what its scope says.
 *
 * @param pseudonyms the key of this release
 * @param principal what tells units apart in this trace
 * @param scope where equal raw block ids mean equal blocks
 */
record Codes(Pseudonyms pseudonyms, Principal principal, Scope scope) {

  long request(String id) {
    return pseudonyms.of("request", id);
  }

  /** The tenant's code; requests without a tenant share one. */
  long tenant(Request request) {
    return request
        .origin()
        .tenant()
        .map(tenant -> pseudonyms.of("tenant", tenant))
        .orElseGet(() -> pseudonyms.of("no tenant", 0));
  }

  /** The user's code; requests without a user share one. */
  long user(TraceRow row) {
    return row.userId()
        .map(user -> pseudonyms.of("user", user))
        .orElseGet(() -> pseudonyms.of("no user", 0));
  }

  OptionalLong session(Request request) {
    return request.conversation().sessionId().stream()
        .mapToLong(id -> pseudonyms.of("session", tenant(request), id))
        .findFirst();
  }

  /** The code of the unit whose request this is; requests without one count as one unit. */
  long unit(TraceRow row) {
    Request request = row.request();
    return switch (principal) {
      case TENANT -> tenant(request);
      case USER -> user(row);
      case SESSION -> session(request).orElseGet(() -> pseudonyms.of("no session", 0));
      case SINGLE_OWNER -> pseudonyms.of("owner", 0);
    };
  }

  /** Random bits for the jitter of the request with that code. */
  long jitter(long request) {
    return pseudonyms.of("jitter", request);
  }

  /** Prefix blocks so that equal codes mean equal blocks in the whole trace. */
  long[] blocks(Request request, long[] ids) {
    if (scope == Scope.GLOBAL) {
      return ids;
    }
    long owner =
        scope == Scope.TENANT
            ? tenant(request)
            : session(request).orElseGet(() -> request(request.id()));
    long[] codes = new long[ids.length];
    for (int i = 0; i < ids.length; i++) {
      codes[i] = pseudonyms.of("scoped block", owner, ids[i]);
    }
    return codes;
  }
}
