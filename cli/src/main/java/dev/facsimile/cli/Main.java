package dev.facsimile.cli;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.ToolVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code facsimile}. */
@Subcommands({
  IngestCommand.class,
  AnonymizeCommand.class,
  SynthCommand.class,
  ReplayCommand.class,
  AnalyzeCommand.class,
  InspectCommand.class,
  DemoCommand.class,
  CommandLine.HelpCommand.class
})
@Command(
    name = "facsimile",
    description = {
      "Realistic LLM-serving workloads: production logs to an approved, anonymous trace; the trace"
          + " to a model; model and seed to a workload; the workload against a real server; and two"
          + " reports, on latency and on fidelity.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 usage, 3 input refused, 4 a bound or gate was missed or the"
          + " run is not valid, 130 interrupted."
    })
public final class Main extends HelpfulCommand {
  /** Causes that are looked at: they may be circular. */
  private static final int MOST_CAUSES = 20;

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = run(out, err, args);
    out.flush();
    System.exit(code);
  }

  /** Runs one command; results go to {@code out}, progress and errors to {@code err}. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return run(new Main(), Path::of, out, err, args);
  }

  /**
   * Runs one command of another program that has some of ours, with our sentences and exits.
   *
   * @param paths the path that a word names; what it refuses is a mistake in the options
   */
  public static int run(
      HelpfulCommand root,
      CommandLine.ITypeConverter<Path> paths,
      PrintWriter out,
      PrintWriter err,
      String... args) {
    try {
      return commandLine(root, out, err, args).registerConverter(Path.class, paths).execute(args);
    } catch (OutOfMemoryError e) {
      return outOfMemory(err);
    }
  }

  /** A command line with the commands that the words on it may mean: all of them for none. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err, String... words) {
    return commandLine(new Main(), out, err, words);
  }

  private static CommandLine commandLine(
      HelpfulCommand root, PrintWriter out, PrintWriter err, String... words) {
    CommandLine line = new CommandLine(root);
    Subcommands.Tree.grow(line, List.of(words));
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpWidth(100);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false);
    line.registerConverter(Duration.class, new DurationText());
    line.setParameterExceptionHandler(Main::usage);
    line.setExecutionExceptionHandler(Main::failed);
    return line;
  }

  private static int usage(CommandLine.ParameterException error, String[] args) {
    CommandLine line = error.getCommandLine();
    PrintWriter err = line.getErr();
    err.println("facsimile: " + firstLine(error.getMessage()));
    CommandLine.UnmatchedArgumentException.printSuggestions(error, err);
    err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
    return Exit.USAGE;
  }

  private static int failed(Exception error, CommandLine line, CommandLine.ParseResult parsed) {
    PrintWriter err = line.getErr();
    if (error instanceof InputException) {
      err.println("facsimile: " + error.getMessage());
      return Exit.INPUT_REFUSED;
    }
    if (error instanceof IOException || error instanceof UncheckedIOException) {
      err.println("facsimile: " + sentence(error));
      return Exit.FAILED;
    }
    if (isOutOfMemory(error)) {
      return outOfMemory(err);
    }
    err.println("facsimile: this is a bug in Facsimile " + ToolVersion.CURRENT + ":");
    error.printStackTrace(err);
    return Exit.FAILED;
  }

  /** Threads of a room hand on what they failed of as a cause. */
  private static boolean isOutOfMemory(Throwable error) {
    return Stream.iterate(error, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .anyMatch(OutOfMemoryError.class::isInstance);
  }

  private static int outOfMemory(PrintWriter err) {
    err.println(
        "facsimile: out of memory, with at most "
            + (Runtime.getRuntime().maxMemory() >> 20)
            + " MiB of heap allowed; FACSIMILE_JAVA_OPTIONS=-Xmx4g, for example, gives ./facsimile"
            + " more");
    return Exit.FAILED;
  }

  private static String sentence(Throwable error) {
    Throwable cause = error instanceof UncheckedIOException ? error.getCause() : error;
    String name = cause.getClass().getSimpleName().replace("Exception", "");
    if (cause instanceof FileSystemException file && file.getReason() == null) {
      return file.getFile() + ": " + name;
    }
    return cause.getMessage() == null ? name : firstLine(cause.getMessage());
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
