package dev.facsimile.ingest.format;

import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A production log's format; its {@link LogReader} knows how rows become requests. */
public interface LogFormat {

  /** How a file of this format is cut into rows. */
  enum Shape {
    /** Comma-separated, with a header line. */
    CSV,
    /** One JSON object a line. */
    JSON_LINES,
    /** One JSON value for the whole file; the elements of a top-level array are its rows. */
    JSON_DOCUMENT,
    /** JSON Lines or one JSON document, whichever the file's first lines show. */
    JSON,
    /** Lines of text; the whole line is the field {@code line}. */
    TEXT_LINES,
    /** Somebody's Parquet file. */
    PARQUET,
    /** Somebody's Arrow IPC file. */
    ARROW
  }

  /** What a row's clock counts from. */
  enum Clock {
    /** 1970-01-01T00:00:00Z. */
    EPOCH,
    /** Somewhere the log does not tell. */
    RELATIVE
  }

  /** What is the same for every log of this format. */
  FormatFacts facts();

  /** The name on the command line. */
  default String name() {
    return facts().name();
  }

  /** How a file is cut into rows. */
  default Shape shape() {
    return facts().shape();
  }

  /** What a row's clock counts from. */
  default Clock clock() {
    return facts().clock();
  }

  /**
   * What a reader of the trace must know of this format's clock, a sentence each, for the header:
   * whole seconds, two clocks in one record, no time at all.
   */
  default List<String> clockFindings() {
    return List.of();
  }

  /**
   * Keys that writers of this format are known to write twice in one object with different values:
   * the reader gets an array of those values. Where there are any, every other key may be there
   * twice as well if both values are equal; where there are none, no key may be there twice.
   */
  default Set<String> keysWrittenTwice() {
    return Set.of();
  }

  /**
   * Fields that a user named, each with what it is to be; empty for formats that know their fields
   * themselves.
   */
  default Map<String, String> namedFields() {
    return Map.of();
  }

  /** Where the session ids that its requests have come from. */
  default TraceHeader.Sessions sessions() {
    return TraceHeader.Sessions.LOGGED;
  }

  /**
   * Whether every row is read without regard to the rows before it, so that a log may be read in
   * pieces.
   */
  default boolean rowsStandAlone() {
    return false;
  }

  /** Whether rows of several files join, so that one reader must read them all. */
  default boolean joinsFiles() {
    return false;
  }

  /** Whether its rows tell what they share with rows of other logs ({@link Shared}). */
  default boolean sharesCalls() {
    return false;
  }

  /** How the source counts input tokens, and what was done so that cached ones are included. */
  default String inputTokenRule() {
    return facts().inputTokenRule();
  }

  /** How the log's own prefix blocks are cut; absent when it has none. */
  default Optional<BlockScheme> blocks() {
    return facts().blocks();
  }

  /** Why the sample is of this format, as the end of "because …"; empty if it is not. */
  Optional<String> recognise(Sample sample);

  /** A reader for one log of this format. Requests keep the log's own clock, in nanoseconds. */
  LogReader reader();
}
