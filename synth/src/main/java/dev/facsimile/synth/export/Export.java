package dev.facsimile.synth.export;

import dev.facsimile.trace.Progress;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What an export did.
 *
 * @param rows rows written
 * @param emptyRows rows left out because they have no input or no output tokens, which no format
 *     carries
 * @param unknownLengths rows of a trace left out because it does not tell their lengths
 * @param lost by field that the format does not carry: how many written rows had it
 * @param notes what the reader must be told
 */
public record Export(
    long rows, long emptyRows, long unknownLengths, Map<Field, Long> lost, List<String> notes) {

  /** Writes {@code source} to {@code target} in the format, without texts; rows are streamed. */
  public static Export write(
      WorkloadSource source, ExportFormat format, Path target, Progress progress)
      throws IOException {
    return write(source, format, ExportContext.of(source.header().blocks()), target, progress);
  }

  /** Writes {@code source} to {@code target} in the format; rows are streamed. */
  public static Export write(
      WorkloadSource source,
      ExportFormat format,
      ExportContext context,
      Path target,
      Progress progress)
      throws IOException {
    ExportFormat.Lines lines = format.lines(context);
    Set<Field> dropped = dropped(format);
    Map<Field, Long> lost = new EnumMap<>(Field.class);
    long written = 0;
    long empty = 0;
    try (AtomicFile file = AtomicFile.create(target);
        Rows<WorkloadRow> rows = source.rows()) {
      try (BufferedWriter out = Files.newBufferedWriter(file.path())) {
        ExportFormat.Sink sink = line -> out.append(line).append('\n');
        if (lines.head().isPresent()) {
          sink.line(lines.head().get());
        }
        for (Optional<WorkloadRow> row = rows.next(); row.isPresent(); row = rows.next()) {
          if (row.get().inputTokens() == 0 || row.get().outputTokens() == 0) {
            empty++;
            continue;
          }
          WorkloadRow said = context.said(row.get());
          lines.row(said, sink);
          tally(said, dropped, lost);
          progress.at(++written, OptionalLong.empty());
        }
        lines.end(sink);
      }
      file.commit();
    }
    List<String> notes = new ArrayList<>(format.notes(context));
    notes.addAll(lines.found());
    context.tools().ifPresent(tools -> notes.addAll(tools.found()));
    context.content().ifPresent(content -> notes.addAll(content.found()));
    return new Export(written, empty, source.leftOut(), lost, notes);
  }

  /** The fields that a format does not carry. */
  public static Set<Field> dropped(ExportFormat format) {
    Set<Field> dropped = EnumSet.allOf(Field.class);
    dropped.removeAll(format.carries());
    return dropped;
  }

  private static void tally(WorkloadRow row, Set<Field> dropped, Map<Field, Long> lost) {
    for (Field field : dropped) {
      if (field.in(row)) {
        lost.merge(field, 1L, Long::sum);
      }
    }
  }
}
