package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.LoadRow;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceParts;
import dev.facsimile.trace.file.WorkloadSource;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Consecutive parts of a side's file, that one task reads. The parts of a trace are those of {@link
 * TraceParts}; a workload is one part.
 *
 * @param file what the file is known by, see {@link LongRows#text}
 * @param trace whether it is a trace; a workload otherwise
 * @param from the first part
 * @param to the part behind the last one
 */
public record SideStretch(String file, boolean trace, int from, int to) implements Serializable {
  private static final Set<TraceColumn> COLUMNS =
      EnumSet.of(
          TraceColumn.ARRIVAL,
          TraceColumn.CLASS,
          TraceColumn.TENANT,
          TraceColumn.SESSION,
          TraceColumn.INPUT,
          TraceColumn.OUTPUT,
          TraceColumn.PREFIX_BLOCKS);

  private static final long[] NO_BLOCKS = {};
  private static final int FEW = 8;

  /** A whole file. */
  static SideStretch whole(WorkloadSource source, String file) throws IOException {
    return source instanceof WorkloadSource.Trace trace
        ? new SideStretch(file, true, 0, new TraceParts(trace.file(), 1).size())
        : new SideStretch(file, false, 0, 1);
  }

  /**
   * In at most so many stretches of about as many parts each; in {@value #FEW} or fewer where there
   * would be less than as many parts in one, since each is read with the part before it.
   */
  List<SideStretch> cut(int most) {
    int parts = to - from;
    int count = Math.max(1, Math.min(most, Math.max(Math.min(parts, FEW), parts / FEW)));
    List<SideStretch> stretches = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int begin = from + (int) ((long) parts * i / count);
      int end = from + (int) ((long) parts * (i + 1) / count);
      stretches.add(of(begin, end));
    }
    return stretches;
  }

  /** Other parts of the same file. */
  SideStretch of(int otherFrom, int otherTo) {
    return new SideStretch(file, trace, otherFrom, otherTo);
  }

  /**
   * Reads the rows in order.
   *
   * @param paths makes paths of what files are known by
   */
  void read(RowTaker taker, Function<String, Path> paths) throws IOException {
    if (from == to) {
      return;
    }
    Path path = paths.apply(file);
    if (trace) {
      new TraceParts(TraceFile.open(path), 1)
          .read(COLUMNS, from, to, taker::part, batch -> give(batch, taker));
      return;
    }
    taker.part(0);
    try (Rows<LoadRow> rows = WorkloadSource.open(path).loads()) {
      for (Optional<LoadRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        give(row.get(), taker);
      }
    }
  }

  private static void give(TraceBatch batch, RowTaker taker) {
    boolean[] hasInput = batch.present(TraceColumn.INPUT);
    boolean[] hasOutput = batch.present(TraceColumn.OUTPUT);
    long[] arrivals = batch.numbers(TraceColumn.ARRIVAL);
    long[] inputs = batch.numbers(TraceColumn.INPUT);
    long[] outputs = batch.numbers(TraceColumn.OUTPUT);
    for (int row = 0; row < batch.size(); row++) {
      if (hasInput[row] && hasOutput[row]) {
        String requestClass = batch.text(TraceColumn.CLASS, row);
        taker.row(
            arrivals[row],
            requestClass.isEmpty() ? Traffic.UNCLASSIFIED : requestClass,
            batch.text(TraceColumn.TENANT, row),
            batch.text(TraceColumn.SESSION, row),
            (int) inputs[row],
            (int) outputs[row],
            batch.blocks(row).orElse(NO_BLOCKS));
      } else {
        taker.leftOut();
      }
    }
  }

  private static void give(LoadRow row, RowTaker taker) {
    taker.row(
        row.arrivalNanos(),
        row.requestClass().orElse(Traffic.UNCLASSIFIED),
        row.tenant().orElse(""),
        row.sessionId().orElse(""),
        row.input().orElseThrow(),
        row.output().orElseThrow(),
        row.prefixBlocks());
  }
}
