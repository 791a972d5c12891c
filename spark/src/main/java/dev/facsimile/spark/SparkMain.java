package dev.facsimile.spark;

import dev.facsimile.cli.HelpfulCommand;
import dev.facsimile.cli.Main;
import dev.facsimile.spark.paths.ClusterPaths;
import dev.facsimile.trace.file.InputException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.TypeConversionException;

/**
 * The batch commands on Spark: the options, files and sentences of the single-machine ones. Run by
 * {@code spark-submit facsimile-spark.jar COMMAND}.
 */
@Command(
    name = "facsimile-spark",
    description = {"Facsimile's batch stages on a Spark cluster.", ""},
    subcommands = {
      SparkIngestCommand.class,
      SparkAnonymizeCommand.class,
      SparkFitCommand.class,
      SparkFidelityCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 usage, 3 input refused. spark-submit gives its own code on"
          + " a cluster manager that does not hand ours on."
    })
public final class SparkMain extends HelpfulCommand {

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = Main.run(new SparkMain(), SparkMain::path, out, err, args);
    out.flush();
    System.exit(code);
  }

  private static Path path(String text) {
    try {
      return ClusterPaths.submitted().path(text);
    } catch (InputException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
