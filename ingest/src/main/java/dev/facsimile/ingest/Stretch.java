package dev.facsimile.ingest;

/**
 * The lines of a log that are read: all, or those of a piece that was cut out of it.
 *
 * @param linesBefore lines of the log before the first one that comes in
 * @param atStart whether the first line that comes in is the log's first, which may begin with a
 *     byte order mark
 */
record Stretch(long linesBefore, boolean atStart) {
  /** The whole log. */
  static final Stretch WHOLE = new Stretch(0, true);
}
