package dev.facsimile.cli;

import dev.facsimile.analyze.fidelity.AxisId;
import dev.facsimile.analyze.fidelity.FidelityReport;
import dev.facsimile.analyze.fidelity.HoldoutReport;
import dev.facsimile.analyze.fidelity.Side;
import dev.facsimile.analyze.fidelity.SideReader;
import dev.facsimile.analyze.holdout.TraceHalves;
import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.file.WorkloadWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The stages of {@code analyze fidelity --holdout}, each through files in one folder: split the
 * trace's sessions into two halves, fit a model on one, generate a workload as long as the other,
 * judge it against that.
 */
final class HoldoutStages {
  /** Durations that differ by less are taken as equal. */
  private static final double SAME_DURATION = 0.01;

  private final TraceFile trace;
  private final Admission admission;
  private final long seed;
  private final PrintWriter err;

  /**
   * Of this trace.
   *
   * @param admission how it was let in
   * @param seed of the split, of the generation and of the report's random halves
   * @param err told what is done
   */
  HoldoutStages(TraceFile trace, Admission admission, long seed, PrintWriter err) {
    this.trace = trace;
    this.admission = admission;
    this.seed = seed;
    this.err = err;
  }

  /**
   * Runs them.
   *
   * @param keep folder for the files; a temporary one, deleted afterwards, if there is none
   */
  FidelityReport run(Optional<Path> keep, Set<AxisId> wanted) throws IOException {
    Path folder =
        keep.isPresent()
            ? Files.createDirectories(keep.get())
            : Files.createTempDirectory("facsimile-holdout");
    try {
      return run(folder, wanted);
    } finally {
      if (keep.isEmpty()) {
        delete(folder);
      }
    }
  }

  private FidelityReport run(Path folder, Set<AxisId> wanted) throws IOException {
    Path fitted = folder.resolve("fitted-half.trace.parquet");
    Path heldOut = folder.resolve("held-out-half.trace.parquet");
    Path modelFile = folder.resolve("holdout.model.json");
    Path workload = folder.resolve("holdout.workload.jsonl.zst");
    TraceHalves.Sizes sizes = new TraceHalves(trace, seed).write(fitted, heldOut);
    err.printf(
        "holdout: %s in two halves by sessions, seed %d: %,d requests to fit on, %,d held out%n",
        trace.path().getFileName(), seed, sizes.first(), sizes.second());
    Side b = read(heldOut);
    fit(fitted, modelFile);
    generate(modelFile, b.traffic().spanNanos(), workload);
    return HoldoutReport.of(b, read(workload), read(fitted), wanted, seed);
  }

  private void fit(Path half, Path modelFile) throws IOException {
    try (ProgressLine progress = new ProgressLine(err, "fit", "rows, in passes")) {
      new TraceFit(TraceFile.open(half), progress).fit(admission).model().write(modelFile);
    }
    err.printf("holdout: fitted a model on %s%n", half.getFileName());
  }

  private void generate(Path modelFile, long spanNanos, Path workload) throws IOException {
    TrafficModel model = TrafficModel.read(modelFile);
    long ofModel = model.source().durationNanos();
    boolean same = Math.abs(spanNanos - ofModel) <= SAME_DURATION * ofModel;
    Generation generation = new Generation(model, seed, same ? ofModel : Math.max(1, spanNanos));
    try (WorkloadWriter writer =
            WorkloadWriter.create(
                workload, generation.header(InputFiles.sha256(modelFile), admission));
        ProgressLine progress = new ProgressLine(err, "generate", "requests")) {
      generation.run(Runtime.getRuntime().availableProcessors(), writer::write, progress);
      if (writer.rows() == 0) {
        throw new InputException(trace.path(), "gives a model that generates no request");
      }
      writer.finish();
      err.printf("holdout: generated %,d requests, seed %d%n", writer.rows(), seed);
    }
  }

  private Side read(Path file) throws IOException {
    try (ProgressLine progress = new ProgressLine(err, "reading " + file.getFileName(), "rows")) {
      return SideReader.read(WorkloadSource.open(file), admission, progress);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
