package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile inspect}. */
@Command(name = "inspect", description = "Being built.")
final class InspectCommand extends HelpfulCommand {}
