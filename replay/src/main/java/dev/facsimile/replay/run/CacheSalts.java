package dev.facsimile.replay.run;

import dev.facsimile.trace.Request;
import java.util.Optional;

/**
 * What keeps requests apart in a server's prefix cache: requests of different salts share nothing.
 *
 * @param perTenant whether each tenant has its own; a request that is not eligible for caching then
 *     has one of its own
 * @param run put in front of every salt, so that nothing of an earlier run is found in the cache
 */
public record CacheSalts(boolean perTenant, Optional<String> run) {
  /** No salts. */
  public static final CacheSalts NONE = new CacheSalts(false, Optional.empty());

  /** Whether any request has one. */
  boolean any() {
    return perTenant || run.isPresent();
  }

  /** The salt of a request, if it has one. */
  Optional<String> of(Request request) {
    if (!any()) {
      return Optional.empty();
    }
    boolean shares = request.cacheEligible().orElse(true);
    String own =
        !shares
            ? "request-" + request.id()
            : perTenant ? "tenant-" + request.origin().tenant().orElse("none") : "all";
    return Optional.of(run.map(r -> r + "-").orElse("") + own);
  }
}
