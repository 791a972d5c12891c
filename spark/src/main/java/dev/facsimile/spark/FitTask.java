package dev.facsimile.spark;

import dev.facsimile.synth.fit.PartSummary;
import dev.facsimile.synth.fit.PartWork;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import dev.facsimile.trace.file.TraceParts;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Consecutive parts of a trace that are read by one task.
 *
 * @param number the task's, in the order of the parts
 * @param from the first part
 * @param to the part behind the last one
 */
record FitTask(int number, int from, int to) implements Serializable {

  /** What was made of the parts, merged. */
  <S extends PartSummary<S>> S summary(FitTrace trace, PartWork<S> work) throws IOException {
    List<S> made = new ArrayList<>();
    trace
        .parts()
        .read(
            work.columns(),
            from,
            to,
            part -> {
              merge(made);
              made.add(work.start(part));
            },
            batch -> made.get(made.size() - 1).accept(batch));
    merge(made);
    return made.get(0);
  }

  private static <S extends PartSummary<S>> void merge(List<S> made) {
    if (made.size() > 1) {
      made.get(0).merge(made.remove(1));
    }
  }

  /** Reads one part. */
  static void read(
      TraceParts parts, Set<TraceColumn> columns, int part, Consumer<TraceBatch> taken) {
    try {
      parts.read(columns, part, part + 1, number -> {}, taken);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
