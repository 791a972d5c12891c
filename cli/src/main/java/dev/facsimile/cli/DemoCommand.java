package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile demo}. */
@Command(name = "demo", description = "Being built.")
final class DemoCommand extends HelpfulCommand {}
