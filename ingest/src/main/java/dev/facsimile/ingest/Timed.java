package dev.facsimile.ingest;

import java.nio.file.Path;

/** Something of a log that has a time and a place there. */
interface Timed {

  /** The log's own time of arrival, in nanoseconds. */
  long clock();

  /** The log. */
  Path log();

  /** The line in it, from 1. */
  long line();
}
