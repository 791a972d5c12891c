/**
 * Where a request stands in its conversation: by logged ids, by the parents that the log names, or
 * by the prefix blocks that it shares with an earlier request.
 */
package dev.facsimile.ingest.session;
