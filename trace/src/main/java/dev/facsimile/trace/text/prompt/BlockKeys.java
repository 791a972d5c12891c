package dev.facsimile.trace.text.prompt;

import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Optional;

/**
 * The 64-bit keys that the words of blocks are drawn from. Where ids hold within a tenant or a
 * session only, so do keys.
 */
final class BlockKeys {
  private final SeededStreams streams;
  private final PromptSettings settings;
  private final Optional<BlockScheme> scheme;

  BlockKeys(PromptSettings settings, Optional<BlockScheme> scheme) {
    this.streams = new SeededStreams(settings.seed());
    this.settings = settings;
    this.scheme = scheme;
  }

  /** What the ids of a request's blocks are told apart by. */
  long scope(Request request) {
    Optional<BlockScheme.Scope> scope = scheme.map(BlockScheme::scope);
    long key = streams.value("blocks", 0);
    if (settings.tenantSalt() || scope.equals(Optional.of(BlockScheme.Scope.TENANT))) {
      key = streams.value("tenant " + request.origin().tenant().orElse(""), key);
    }
    if (scope.equals(Optional.of(BlockScheme.Scope.SESSION))) {
      key = streams.value("session " + request.conversation().sessionId().orElse(""), key);
    }
    return key;
  }

  /** A block's key. */
  static long block(long scope, long id) {
    return SeededStreams.mix(scope ^ SeededStreams.mix(id));
  }

  /** The key of what a request shares with no other. */
  long own(Request request) {
    return streams.value("request " + request.id(), 0);
  }

  /** The key of one of several texts of a request. */
  long own(Request request, String part) {
    return streams.value(part + " of " + request.id(), 1);
  }

  /** The key of what stands at the front of every prompt; absent if nothing does. */
  Optional<Long> front(Request request) {
    if (settings.salt().isEmpty() && !settings.cold()) {
      return Optional.empty();
    }
    long salt = streams.value("salt " + settings.salt().orElse(""), 0);
    return Optional.of(settings.cold() ? streams.value("cold " + request.id(), salt) : salt);
  }
}
