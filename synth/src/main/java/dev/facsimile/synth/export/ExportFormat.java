package dev.facsimile.synth.export;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.BlockScheme;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A form that another tool reads: text, one line per request. */
public interface ExportFormat {
  /** Its name on the command line. */
  String name();

  /** What reads it, for people. */
  String description();

  /** The fields that it carries; lengths and arrival it always does. */
  Set<Field> carries();

  /**
   * What the reader must be told, and what else changes: one sentence each.
   *
   * @param blocks how the file's blocks are cut; absent when it has none
   */
  List<String> notes(Optional<BlockScheme> blocks);

  /** Starts a file of rows whose blocks are cut so. */
  Lines lines(Optional<BlockScheme> blocks);

  /** One file's lines. */
  interface Lines {
    /** The line before the first row's; absent in most formats. */
    default Optional<String> head() {
      return Optional.empty();
    }

    /** A row's line, without its end. Input and output tokens are 1 or more. */
    String line(WorkloadRow row);
  }
}
