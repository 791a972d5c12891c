package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile analyze}. */
@Command(
    name = "analyze",
    description = "Reports on what the other commands left.",
    subcommands = {
      AnalyzeTraceCommand.class,
      AnalyzeFidelityCommand.class,
      AnalyzeRunCommand.class,
      AnalyzeCompareCommand.class,
      AnalyzeGateCommand.class,
      AnalyzeSweepCommand.class,
      AnalyzeHistoryCommand.class,
      AnalyzeQualityCommand.class
    })
final class AnalyzeCommand extends HelpfulCommand {}
