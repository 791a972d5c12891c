package dev.facsimile.ingest;

import dev.facsimile.ingest.format.Shared;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;

/**
 * A row of a call that other logs may have seen too.
 *
 * @param row the row
 * @param shared what it has in common with theirs
 */
public record SharedRow(TraceRow row, Shared shared) {

  /**
   * This row and a later one of the same call as one: at the time of this one, the request of the
   * one with lengths, filled with what only the other knows.
   */
  public SharedRow with(SharedRow later) {
    boolean laterIsRequest = later.shared.isRequestOf(shared);
    SharedRow main = laterIsRequest ? later : this;
    SharedRow other = laterIsRequest ? this : later;
    Request request = main.row.request();
    return new SharedRow(
        new TraceRow(
            request
                .from(filled(request.origin(), other.row.request().origin()))
                .at(row.request().arrivalNanos()),
            filled(main.row.observed(), other.row.observed()),
            main.row.userId().or(other.row::userId),
            main.row.content()),
        main.shared);
  }

  private static Origin filled(Origin origin, Origin other) {
    return new Origin(
        origin.tenant().or(other::tenant),
        origin.tenantTier().or(other::tenantTier),
        origin.model().or(other::model),
        origin.adapter().or(other::adapter),
        origin.region().or(other::region),
        origin.endpoint().or(other::endpoint));
  }

  /** The log that knows the HTTP status knows how the call ended. */
  private static Observed filled(Observed seen, Observed other) {
    boolean otherKnows = seen.httpStatus().isEmpty() && other.httpStatus().isPresent();
    return new Observed(
        otherKnows ? other.status() : seen.status().or(other::status),
        otherKnows ? other.httpStatus() : seen.httpStatus(),
        seen.finishReason().or(other::finishReason),
        seen.queueNanos().isPresent() ? seen.queueNanos() : other.queueNanos(),
        seen.ttftNanos().isPresent() ? seen.ttftNanos() : other.ttftNanos(),
        seen.e2eNanos().isPresent() ? seen.e2eNanos() : other.e2eNanos());
  }
}
