package dev.facsimile.cli;

import dev.facsimile.trace.header.ToolVersion;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What every command has: {@code --help} with its defaults, {@code --version}, two streams. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = HelpfulCommand.Version.class,
    showDefaultValues = true,
    sortOptions = false,
    usageHelpAutoWidth = true)
abstract class HelpfulCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /**
   * Does the work and gives an exit code of {@link Exit}. A command that only groups others has no
   * work of its own.
   */
  @Override
  public Integer call() throws Exception {
    throw mistake(
        "no command given, expected one of: " + String.join(", ", spec.subcommands().keySet()));
  }

  /** Where results go. */
  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Where progress and errors go. */
  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** A mistake in the options, as one sentence. */
  final CommandLine.ParameterException mistake(String sentence) {
    return new CommandLine.ParameterException(spec.commandLine(), sentence);
  }

  /** Reads the version that the build wrote. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"facsimile " + ToolVersion.CURRENT};
    }
  }
}
