package dev.facsimile.ingest.format;

import dev.facsimile.trace.header.BlockScheme;
import java.util.Optional;

/** A production log's format. Without state: one row does not know of another. */
public interface LogFormat {

  /** How a file of this format is cut into rows. */
  enum Shape {
    /** Comma-separated, with a header line. */
    CSV,
    /** One JSON object a line. */
    JSON_LINES
  }

  /** What a row's clock counts from. */
  enum Clock {
    /** 1970-01-01T00:00:00Z. */
    EPOCH,
    /** Somewhere the log does not tell. */
    RELATIVE
  }

  /** The name on the command line. */
  String name();

  Shape shape();

  Clock clock();

  /** How the source counts input tokens, and what was done so that cached ones are included. */
  String inputTokenRule();

  /** How the log's own prefix blocks are cut; absent when it has none. */
  Optional<BlockScheme> blocks();

  /** Why the sample is of this format, as the end of "because …"; empty if it is not. */
  Optional<String> recognise(Sample sample);

  /**
   * Turns one row into a request. Its arrival is the log's clock in nanoseconds, not yet counted
   * from the trace's start.
   *
   * @throws MalformedRow if a field is missing or is not what the format says
   */
  LogRow read(Fields fields) throws MalformedRow;
}
