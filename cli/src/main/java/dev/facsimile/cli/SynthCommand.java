package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile synth}. */
@Command(name = "synth", description = "Being built.")
final class SynthCommand extends HelpfulCommand {}
