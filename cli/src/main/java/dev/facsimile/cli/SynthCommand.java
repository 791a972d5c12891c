package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile synth}. */
@Command(
    name = "synth",
    description = "Fit a model to a trace and generate seeded workloads from it.",
    subcommands = {
      SynthFitCommand.class,
      SynthGenerateCommand.class,
      SynthInspectCommand.class,
      SynthDiffCommand.class,
      SynthExportCommand.class
    })
final class SynthCommand extends HelpfulCommand {}
