package dev.facsimile.synth.export;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.text.prompt.Counting;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A form that another tool reads: lines of text, most often one per request. */
public interface ExportFormat {
  /** Its name on the command line. */
  String name();

  /** What reads it, for people. */
  String description();

  /** The fields that it carries; both lengths it always does. */
  Set<Field> carries();

  /** Whether it holds the prompts' text, so that a tokenizer is needed. */
  default boolean needsText() {
    return false;
  }

  /** What its texts' lengths count unless the user says otherwise. */
  default Counting counting() {
    return Counting.BARE;
  }

  /** What the reader must be told, and what else changes: one sentence each. */
  List<String> notes(ExportContext context);

  /** Starts a file. */
  Lines lines(ExportContext context);

  /** Takes finished lines. */
  @FunctionalInterface
  interface Sink {
    /** Writes a line; its end is added. */
    void line(String line) throws IOException;
  }

  /** One file's lines. */
  interface Lines {
    /** The line before the first row's; absent in most formats. */
    default Optional<String> head() {
      return Optional.empty();
    }

    /** Takes a row, and gives out what can be. Input and output tokens are 1 or more. */
    void row(WorkloadRow row, Sink out) throws IOException;

    /** Gives out what was held back. */
    default void end(Sink out) throws IOException {}

    /** What came up while the rows were written and must be told: one sentence each. */
    default List<String> found() {
      return List.of();
    }
  }

  /** A format of one line per row. */
  @FunctionalInterface
  interface LineOfRow extends Lines {
    /** A row's line, without its end. */
    String line(WorkloadRow row);

    @Override
    default void row(WorkloadRow row, Sink out) throws IOException {
      out.line(line(row));
    }
  }
}
