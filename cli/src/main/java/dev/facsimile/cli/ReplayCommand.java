package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile replay}. */
@Command(name = "replay", description = "Being built.")
final class ReplayCommand extends HelpfulCommand {}
