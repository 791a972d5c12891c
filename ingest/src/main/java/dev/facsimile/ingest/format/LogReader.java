package dev.facsimile.ingest.format;

/**
 * Reads the rows of one log, in order. May hold rows that wait for others to join them; says so in
 * its Javadoc.
 */
@FunctionalInterface
public interface LogReader {

  /**
   * Takes one row.
   *
   * @throws MalformedRow if a field is missing or is not what the format says: the row is rejected
   */
  void read(Fields fields, LogRows rows) throws MalformedRow;

  /** The log has ended: what still waits is given out. */
  default void end(LogRows rows) {}
}
