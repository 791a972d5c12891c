package dev.facsimile.cli;

import dev.facsimile.synth.export.Export;
import dev.facsimile.synth.export.ExportContext;
import dev.facsimile.synth.export.ExportFormat;
import dev.facsimile.synth.export.ExportFormats;
import dev.facsimile.synth.export.Field;
import dev.facsimile.trace.file.NearMiss;
import dev.facsimile.trace.file.WorkloadSource;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.content.ContentChoice;
import dev.facsimile.trace.text.prompt.Counting;
import dev.facsimile.trace.text.prompt.PromptComposer;
import dev.facsimile.trace.text.prompt.ToolPrompts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Collectors;
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

  @Option(
      names = "--model",
      defaultValue = "model",
      paramLabel = "NAME",
      description = "The model's name for requests without one, in formats that have it.")
  private String model;

  @Mixin private ContentOptions content;

  @Option(
      names = "--tools",
      paramLabel = "N",
      description =
          "openai-batch: define N tools in every request, with a call and its result, all within"
              + " the planned length.")
  private Optional<Integer> tools;

  @Mixin private PromptOptions prompts;

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
    content.check(this);
    ExportFormat format =
        (prompts.given() ? ExportFormats.withTexts(name) : ExportFormats.of(name))
            .orElseThrow(() -> mistake(unknown()));
    if (format.needsText() && !prompts.given()) {
      throw mistake(
          "--to " + name + " writes the prompts' text and needs --tokenizer, the served model's");
    }
    if (!prompts.given() && prompts.count().isPresent()) {
      throw mistake("--count needs --tokenizer, the served model's");
    }
    if (content.file().isPresent() && !format.needsText()) {
      throw mistake("--content is for formats with the prompts' text, --to " + name + " has none");
    }
    WorkloadSource source = WorkloadSource.open(input);
    approval.check(source, err());
    if (!prompts.given()) {
      return export(source, format, Optional.empty());
    }
    try (Tokenizer tokenizer = Tokenizer.load(prompts.tokenizer().get())) {
      PromptComposer composer = prompts.composer(tokenizer, source.header(), counting(format));
      return export(source, format, Optional.of(composer));
    }
  }

  /** Lengths without texts stay as planned unless the user asks for the template to be left out. */
  private static Counting counting(ExportFormat format) {
    return format.needsText() ? format.counting() : Counting.BARE;
  }

  private int export(WorkloadSource source, ExportFormat format, Optional<PromptComposer> composer)
      throws IOException {
    Optional<ContentChoice> chosen =
        content.file().isPresent()
            ? Optional.of(choice(content.file().get(), composer.orElseThrow()))
            : Optional.empty();
    ExportContext context =
        new ExportContext(source.header().blocks(), composer, chosen, toolPrompts(composer), model);
    Export export;
    try (ProgressLine progress = new ProgressLine(err(), "export", "requests")) {
      export = Export.write(source, format, context, output, progress);
    }
    print(format, export);
    composer.filter(any -> format.needsText()).map(PromptReport::of).ifPresent(out()::print);
    out().flush();
    return Exit.DONE;
  }

  private Optional<ToolPrompts> toolPrompts(Optional<PromptComposer> composer) {
    if (tools.isEmpty()) {
      return Optional.empty();
    }
    if (!name.equals("openai-batch") || tools.get() < 1) {
      throw mistake("--tools takes a number from 1 on, for --to openai-batch");
    }
    return Optional.of(new ToolPrompts(composer.orElseThrow(), tools.get()));
  }

  private ContentChoice choice(Path file, PromptComposer composer) throws IOException {
    return ContentChoice.read(
        file,
        composer.vocabulary(),
        new SeededStreams(composer.settings().seed()),
        content.tolerance(),
        content.contextWindow());
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
    out().printf("cannot carry: %s%n", words(format));
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

  private static String words(ExportFormat format) {
    return Export.dropped(format).stream().map(Field::words).collect(Collectors.joining(", "));
  }
}
