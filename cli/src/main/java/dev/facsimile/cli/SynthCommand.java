package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile synth}. */
@Subcommands({
  SynthFitCommand.class,
  SynthGenerateCommand.class,
  SynthInspectCommand.class,
  SynthDiffCommand.class,
  SynthExportCommand.class
})
@Command(
    name = "synth",
    description = "Fit a model to a trace and generate seeded workloads from it.")
final class SynthCommand extends HelpfulCommand {}
