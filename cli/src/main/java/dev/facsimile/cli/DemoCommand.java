package dev.facsimile.cli;

import dev.facsimile.cli.demo.DemoLog;
import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** {@code facsimile demo}: the other commands one after another, each through files. */
@Command(
    name = "demo",
    description =
        "Run the whole pipeline on a made-up gateway log against the simulated server; ends with"
            + " the paths of the two reports. Each command is shown as you would type it.")
final class DemoCommand extends HelpfulCommand {
  private static final int LOG_SEED = 7;

  /** Keeps up in quiet times and queues in bursts, at the default speed. */
  private static final ServerModel SERVER =
      new ServerModel(
          112, OptionalInt.empty(), Duration.ofMillis(20), 20_000, Duration.ofMillis(10), 1);

  @Option(
      names = {"-o", "--output"},
      defaultValue = "facsimile-demo",
      paramLabel = "FOLDER",
      description = "Where the files go; what an earlier demo left there is replaced.")
  private Path folder;

  @Option(names = "--seed", defaultValue = "42", description = "Seed of the generated workload.")
  private long seed;

  @Option(
      names = "--speed",
      defaultValue = "30",
      description = "Workload seconds replayed in one second.")
  private double speed;

  @Option(
      names = "--minutes",
      defaultValue = "10",
      paramLabel = "N",
      description = "Length of the gateway log.")
  private int minutes;

  @Option(
      names = "--no-warm-up",
      description = "Do not run the client's own code in on loopback before the replay.")
  private boolean cold;

  @Option(
      names = "--samples",
      paramLabel = "FOLDER",
      description = "The samples folder; found beside the program if not given.",
      showDefaultValue = Visibility.NEVER)
  private Path samples;

  @Override
  public Integer call() throws Exception {
    if (!(speed > 0 && speed < Double.POSITIVE_INFINITY)) {
      throw mistake("--speed is " + speed + ", expected a number above 0");
    }
    if (minutes < 1) {
      throw mistake("--minutes is " + minutes + ", expected 1 or more");
    }
    long start = System.nanoTime();
    Path found = samples == null ? findSamples() : samples;
    Files.createDirectories(folder);
    Path log = folder.resolve("gateway.jsonl");
    Path tokenizer = found.resolve("tokenizer/tokenizer.json");
    writeLog(log, tokenizer);

    int code = runStages(found, tokenizer, log);
    if (code != Exit.DONE && code != Exit.BOUND_MISSED) {
      return code;
    }
    out().println();
    say("raw log, with secrets", log);
    say("approved trace", folder.resolve("approved.trace.parquet"));
    say("model", folder.resolve("model.json"));
    say("workload", folder.resolve("workload.jsonl.zst"));
    say("run", folder.resolve("run"));
    say("FIDELITY REPORT", folder.resolve("fidelity.html"));
    say("RUN REPORT", folder.resolve("run.html"));
    out().printf(Locale.ROOT, "%nDone in %.0f s.%n", (System.nanoTime() - start) / 1e9);
    return code;
  }

  private void say(String what, Path file) {
    out().printf("%-24s%s%n", what, file);
  }

  private void writeLog(Path log, Path tokenizerFile) throws IOException {
    try (Tokenizer tokenizer = Tokenizer.load(tokenizerFile)) {
      int calls = new DemoLog(new SeededStreams(LOG_SEED), minutes, tokenizer::count).write(log);
      out()
          .printf(
              "A made-up gateway log of %d minutes, %,d calls, with raw prompts, secrets and"
                  + " personal data: %s%n",
              minutes, calls, log);
    }
  }

  private int runStages(Path found, Path tokenizer, Path log) throws IOException {
    Path raw = folder.resolve("raw.trace.parquet");
    Path approved = folder.resolve("approved.trace.parquet");
    Path model = folder.resolve("model.json");
    Path workload = folder.resolve("workload.jsonl.zst");
    Path run = folder.resolve("run");
    List<List<String>> before =
        List.of(
            stage("ingest", log, "--tokenizer", tokenizer, "-o", raw),
            stage(
                "anonymize", raw, "--policy", found.resolve("policies/demo.yaml"), "-o", approved),
            stage("synth", "fit", approved, "-o", model),
            stage("synth", "generate", model, "--seed", seed, "-o", workload));
    for (List<String> arguments : before) {
      int code = runStage(arguments);
      if (code != Exit.DONE) {
        return code;
      }
    }
    int replayed = replay(workload, run);
    if (replayed != Exit.DONE && replayed != Exit.BOUND_MISSED) {
      return replayed;
    }
    // A run that is not valid is worth its report all the same: the report says so first.
    Path fidelity = folder.resolve("fidelity.html");
    Path report = folder.resolve("run.html");
    int judged = runStage(stage("analyze", "fidelity", approved, workload, "--html", fidelity));
    if (judged != Exit.DONE) {
      return judged;
    }
    return Math.max(replayed, runStage(stage("analyze", "run", run, "--html", report)));
  }

  private int replay(Path workload, Path run) throws IOException {
    try (SimulatedServer server = new SimulatedServer(SERVER)) {
      server.start(0);
      out()
          .printf(
              Locale.ROOT,
              "%nA simulated server listens on %s: %d slots, %d ms a token.%n",
              server.url(),
              SERVER.slots(),
              SERVER.itl().toMillis());
      List<String> stage =
          stage(
              "replay",
              "run",
              workload,
              "--url",
              server.url(),
              "--model",
              "sim",
              "--speed",
              speed,
              "--overwrite",
              "-o",
              run);
      if (cold) {
        stage.add("--no-warm-up");
      }
      return runStage(stage);
    }
  }

  private static List<String> stage(Object... arguments) {
    List<String> texts = new ArrayList<>();
    for (Object argument : arguments) {
      texts.add(argument.toString());
    }
    return texts;
  }

  private int runStage(List<String> arguments) {
    out().printf("%n$ facsimile %s%n", String.join(" ", arguments));
    out().flush();
    return Main.run(out(), err(), arguments.toArray(String[]::new));
  }

  /** The samples lie beside the build that this class was loaded from. */
  private static Path findSamples() throws IOException {
    Path program;
    try {
      program =
          Path.of(DemoCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("cannot tell where the program lies: " + e.getMessage(), e);
    }
    for (Path place = program; place != null; place = place.getParent()) {
      if (Files.exists(place.resolve("samples/policies/demo.yaml"))) {
        return place.resolve("samples");
      }
    }
    throw new InputException(program, "has no samples folder near it: name one with --samples");
  }
}
