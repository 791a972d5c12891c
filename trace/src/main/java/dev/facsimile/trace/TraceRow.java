package dev.facsimile.trace;

import java.util.Optional;

/**
 * One row of a trace.
 *
 * @param request what was asked
 * @param observed what production saw
 * @param userId the person for whom it was asked, as the log names them. A trace alone has it: no
 *     workload, model, run or report says whose a request was
 * @param content messages, tools and response as JSON; only in a raw trace
 */
public record TraceRow(
    Request request, Observed observed, Optional<String> userId, Optional<String> content) {

  /** A row of nobody in particular. */
  public TraceRow(Request request, Observed observed, Optional<String> content) {
    this(request, observed, Optional.empty(), content);
  }

  /** The row with another request. */
  public TraceRow with(Request other) {
    return new TraceRow(other, observed, userId, content);
  }

  /** The row with another content. */
  public TraceRow withContent(Optional<String> other) {
    return new TraceRow(request, observed, userId, other);
  }

  /** The row without its content. */
  public TraceRow withoutContent() {
    return content.isEmpty() ? this : withContent(Optional.empty());
  }

  /** The row without ids of prefix blocks. */
  public TraceRow withoutBlocks() {
    return request.prefixBlocks().isEmpty() ? this : with(request.withBlocks(Optional.empty()));
  }
}
