package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile anonymize}. */
@Command(name = "anonymize", description = "Being built.")
final class AnonymizeCommand extends HelpfulCommand {}
