package dev.facsimile.cli;

import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.ToolVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
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
public abstract class HelpfulCommand implements Callable<Integer> {
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
  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Where progress and errors go. */
  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /**
   * Refuses an output that cannot be one: a directory, or a file that this command reads.
   *
   * @throws InputException if it is
   */
  static void requireOutput(Path output, Path... inputs) throws IOException {
    AtomicFile.requireFileName(output);
    for (Path input : inputs) {
      if (Files.exists(output) && Files.exists(input) && Files.isSameFile(output, input)) {
        throw new InputException(output, "is read by this command, expected another file to write");
      }
    }
  }

  /**
   * Refuses an output in a folder that is not there: it would be made by a slip of the keyboard.
   *
   * @throws InputException if its folder is missing
   */
  static void requireFolder(Path output) {
    Path folder = output.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new InputException(output, "lies in a folder that does not exist: make it first");
    }
  }

  /** The names of the commands below this one. */
  final Set<String> commands() {
    return spec.subcommands().keySet();
  }

  /** A mistake in the options, as one sentence. */
  protected final CommandLine.ParameterException mistake(String sentence) {
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
