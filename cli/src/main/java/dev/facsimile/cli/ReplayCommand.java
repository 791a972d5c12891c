package dev.facsimile.cli;

import picocli.CommandLine.Command;

/** {@code facsimile replay}. */
@Subcommands({
  ReplayRunCommand.class,
  ReplayAgainCommand.class,
  ReplaySweepCommand.class,
  ReplayCapacityCommand.class,
  ReplayCanaryCommand.class,
  ReplayVerifyLoadCommand.class,
  ReplayMergeCommand.class,
  ReplayRecoverCommand.class,
  ReplaySimulatorCommand.class,
  ReplayVirtualCommand.class,
  ReplayFitProfileCommand.class
})
@Command(name = "replay", description = "Send a workload to a server, or be a simulated server.")
final class ReplayCommand extends HelpfulCommand {}
