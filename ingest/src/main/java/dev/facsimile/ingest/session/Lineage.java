package dev.facsimile.ingest.session;

import dev.facsimile.trace.Request;

/** Places requests, taken in order of arrival, in conversations. */
public interface Lineage {

  /** The request's place, and the request that it follows. */
  Placement place(Request request);
}
