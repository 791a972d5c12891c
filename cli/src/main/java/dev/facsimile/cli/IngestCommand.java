package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile ingest}. */
@Command(name = "ingest", description = "Being built.")
final class IngestCommand extends HelpfulCommand {}
