package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile analyze}. */
@Subcommands({
  AnalyzeTraceCommand.class,
  AnalyzeFidelityCommand.class,
  AnalyzeRunCommand.class,
  AnalyzeCompareCommand.class,
  AnalyzeGateCommand.class,
  AnalyzeSweepCommand.class,
  AnalyzeHistoryCommand.class,
  AnalyzeQualityCommand.class
})
@Command(name = "analyze", description = "Reports on what the other commands left.")
final class AnalyzeCommand extends HelpfulCommand {}
