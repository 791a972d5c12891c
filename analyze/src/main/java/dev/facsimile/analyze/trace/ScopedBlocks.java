package dev.facsimile.analyze.trace;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.util.Arrays;
import java.util.Optional;

/**
 * Prefix blocks whose ids are valid everywhere. Where a log's ids are valid only within a tenant or
 * a session, equal ids of two of them become different ones, so that no hit is invented.
 */
public final class ScopedBlocks {
  private ScopedBlocks() {}

  /** The blocks of a request, none when its log has none. */
  public static Optional<BlockIds> of(Request request, BlockScheme.Scope scope) {
    return switch (scope) {
      case GLOBAL -> request.prefixBlocks();
      case TENANT ->
          request.prefixBlocks().map(ids -> within(request.origin().tenant().orElse(""), ids));
      case SESSION ->
          request
              .prefixBlocks()
              .map(ids -> within(request.conversation().sessionId().orElse(request.id()), ids));
    };
  }

  private static BlockIds within(String scope, BlockIds ids) {
    return BlockIds.of(within(scope, ids.toArray()));
  }

  /** The blocks of a request whose ids are valid only within {@code scope}. */
  public static long[] within(String scope, long[] ids) {
    SeededStreams namespace = new SeededStreams(0);
    return Arrays.stream(ids).map(id -> namespace.value(scope, id)).toArray();
  }
}
