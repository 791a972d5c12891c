/** A log format described by a user's YAML file: which column of the trace is which field. */
package dev.facsimile.ingest.mapping;
