package dev.facsimile.cli;

import dev.facsimile.synth.export.Export;
import dev.facsimile.synth.export.ExportFormat;
import dev.facsimile.synth.export.ExportFormats;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.file.WorkloadSource;
import java.nio.file.Path;
import java.util.Iterator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile synth export}. */
@Command(
    name = "export",
    description = "Write a workload, or an approved trace as it stands, for another load tool.")
final class SynthExportCommand extends HelpfulCommand {
  @Parameters(paramLabel = "WORKLOAD|TRACE", description = "What to write.")
  private Path input;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = "The format: ${COMPLETION-CANDIDATES}.")
  private String name;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "The file to write, plain text.")
  private Path output;

  @Mixin private ApprovalOption approval;

  /** The formats' names, for the help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ExportFormats.names().iterator();
    }
  }

  @Override
  public Integer call() throws Exception {
    requireOutput(output, input);
    ExportFormat format = ExportFormats.of(name).orElseThrow(() -> mistake(unknown()));
    WorkloadSource source = WorkloadSource.open(input);
    approval.check(source, err());
    Export export;
    try (ProgressLine progress = new ProgressLine(err(), "export", "requests")) {
      export = Export.write(source, format, output, progress);
    }
    print(format, export);
    return Exit.DONE;
  }

  private String unknown() {
    return "--to is '"
        + name
        + "', "
        + NearMiss.of(name, ExportFormats.names())
            .map(near -> "did you mean " + near + "?")
            .orElse("expected one of " + String.join(", ", ExportFormats.names()));
  }

  private void print(ExportFormat format, Export export) {
    out().printf("%s: %,d requests for %s%n", output, export.rows(), format.description());
    export.notes().forEach(note -> out().printf("note: %s%n", note));
    export
        .lost()
        .forEach((field, rows) -> out().printf("lost: %s of %,d requests%n", field.words(), rows));
    if (export.emptyRows() > 0) {
      out().printf("left out: %,d requests without input or output tokens%n", export.emptyRows());
    }
    if (export.unknownLengths() > 0) {
      out().printf("left out: %,d rows of unknown length%n", export.unknownLengths());
    }
  }
}
