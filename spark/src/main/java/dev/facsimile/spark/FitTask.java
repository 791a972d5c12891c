package dev.facsimile.spark;

import dev.facsimile.synth.fit.PartSummary;
import dev.facsimile.synth.fit.PartWork;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.TraceParts;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive parts of a trace that are read by one task.
 *
 * @param number the task's, in the order of the parts
 * @param from the first part
 * @param to the part behind the last one
 */
record FitTask(int number, int from, int to) implements Serializable {

  /** What was made of the parts, merged. */
  <S extends PartSummary<S>> S summary(String trace, PartWork<S> work) throws IOException {
    List<S> made = new ArrayList<>();
    new TraceParts(TraceFile.open(Path.of(trace)), 1)
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
}
