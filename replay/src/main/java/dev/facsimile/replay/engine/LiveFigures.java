package dev.facsimile.replay.engine;

import java.util.OptionalLong;

/**
 * How a run is doing, taken once a second.
 *
 * @param elapsedNanos time since the run's zero
 * @param offered requests scheduled so far
 * @param dispatched requests sent so far
 * @param completed requests completed so far
 * @param errors requests so far that ended in any other way
 * @param inFlight requests in flight now
 * @param offeredLately requests scheduled in the last second
 * @param dispatchedLately requests sent in the last second
 * @param behindNanos how long the first request that is due has waited to be sent; 0 when none is
 * @param ttftP50Nanos median TTFT from dispatch of the answers that ended in the last second
 * @param ttftP99Nanos 99th percentile of the same
 */
public record LiveFigures(
    long elapsedNanos,
    long offered,
    long dispatched,
    long completed,
    long errors,
    int inFlight,
    int offeredLately,
    int dispatchedLately,
    long behindNanos,
    OptionalLong ttftP50Nanos,
    OptionalLong ttftP99Nanos) {

  static final LiveFigures BEFORE =
      new LiveFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, OptionalLong.empty(), OptionalLong.empty());
}
