package dev.facsimile.trace;

import java.util.Optional;

/**
 * One row of a trace.
 *
 * @param request what was asked
 * @param observed what production saw
 * @param content messages, tools and response as JSON; only in a raw trace
 */
public record TraceRow(Request request, Observed observed, Optional<String> content) {

  /** The row without its content. */
  public TraceRow withoutContent() {
    return content.isEmpty() ? this : new TraceRow(request, observed, Optional.empty());
  }

  /** The row without ids of prefix blocks. */
  public TraceRow withoutBlocks() {
    return request.prefixBlocks().isEmpty()
        ? this
        : new TraceRow(request.withBlocks(Optional.empty()), observed, content);
  }
}
