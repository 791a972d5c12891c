package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile analyze}. */
@Command(name = "analyze", description = "Being built.")
final class AnalyzeCommand extends HelpfulCommand {}
