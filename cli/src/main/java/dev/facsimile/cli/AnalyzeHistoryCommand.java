package dev.facsimile.cli;

import dev.facsimile.analyze.history.Entry;
import dev.facsimile.analyze.history.History;
import dev.facsimile.analyze.history.HistoryText;
import dev.facsimile.analyze.history.OpenMetrics;
import dev.facsimile.analyze.history.RemoteWrite;
import dev.facsimile.analyze.run.ReportOptions;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code facsimile analyze history}. */
@Command(
    name = "history",
    description = {
      "Keeps the figures of runs in a folder to which files are only ever added, shows the latest"
          + " runs and the figures that drift, and hands figures to Prometheus: the latest as"
          + " OpenMetrics text, or by remote write.",
      ""
    })
final class AnalyzeHistoryCommand extends HelpfulCommand {
  @Parameters(paramLabel = "FOLDER", description = "The history; made by the first --add.")
  private Path folder;

  @Option(
      names = "--add",
      arity = "1..*",
      paramLabel = "RUN",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Add these runs, or folders of them.")
  private List<Path> add = new ArrayList<>();

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "A label of the added runs, such as commit=3f2a; may be given several times.")
  private Map<String, String> labels = new TreeMap<>();

  @Option(
      names = "--openmetrics",
      paramLabel = "FILE",
      description =
          "Write the latest run of each series as OpenMetrics text, such as facsimile.prom in the"
              + " textfile collector's folder.")
  private Optional<Path> openMetrics;

  @Option(
      names = "--remote-write",
      paramLabel = "URL",
      description =
          "Send the runs that --add added, or without it the latest run of each series, to a"
              + " Prometheus remote-write receiver, each at the time it started; such as"
              + " http://prometheus:9090/api/v1/write.")
  private Optional<URI> remoteWrite;

  @Option(
      names = "--remote-write-auth",
      paramLabel = "FILE",
      description =
          "A file with the value of the Authorization header for it, such as: Bearer TOKEN.")
  private Optional<Path> remoteWriteAuth;

  @Mixin private ReportOptionsMixin wanted;

  @Mixin private ApprovalOption approval;

  @Override
  public Integer call() throws IOException {
    for (String name : labels.keySet()) {
      if (!OpenMetrics.isLabel(name)) {
        throw mistake(
            "--label " + name + " is taken or no name, expected lower-case letters, digits and _");
      }
    }
    if (add.isEmpty() && !Files.isDirectory(folder)) {
      throw new InputException(folder, "no such folder: --add RUN makes a history");
    }
    if (remoteWrite.isPresent() && !isHttp(remoteWrite.get())) {
      throw mistake("--remote-write " + remoteWrite.get() + " is no http or https address");
    }
    if (remoteWriteAuth.isPresent() && remoteWrite.isEmpty()) {
      throw mistake("--remote-write-auth needs --remote-write URL");
    }
    List<Entry> added = addRuns();
    History history = History.read(folder);
    out().print(HistoryText.page(history));
    if (openMetrics.isPresent()) {
      ReportFiles.write(openMetrics.get(), OpenMetrics.of(history));
    }
    if (remoteWrite.isPresent()) {
      send(remoteWrite.get(), add.isEmpty() ? history.latest() : added);
    }
    return Exit.DONE;
  }

  private static boolean isHttp(URI url) {
    return url.getHost() != null
        && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()));
  }

  private void send(URI url, List<Entry> entries) throws IOException {
    List<Entry> dated = entries.stream().filter(e -> e.started().isPresent()).toList();
    if (dated.size() < entries.size()) {
      err()
          .println(
              "facsimile: not sent, as they do not tell when they started: "
                  + (entries.size() - dated.size())
                  + " of "
                  + entries.size()
                  + " runs");
    }
    if (dated.isEmpty()) {
      err().println("facsimile: no run to send to " + url);
      return;
    }
    Optional<String> authorization = Optional.empty();
    if (remoteWriteAuth.isPresent()) {
      authorization = Optional.of(Files.readString(remoteWriteAuth.get()).strip());
    }
    RemoteWrite.send(url, authorization, RemoteWrite.message(dated));
    err().println("facsimile: sent " + dated.size() + " runs to " + url);
  }

  /** Gives the runs that the folder did not have, the earliest first. */
  private List<Entry> addRuns() throws IOException {
    ReportOptions options = wanted.options();
    RunSources sources = new RunSources(approval, err());
    List<Entry> added = new ArrayList<>();
    for (Path path : add) {
      for (RunAnalysis run : sources.readAll(path, options)) {
        Entry entry = Entry.of(run, labels);
        if (History.add(folder, entry).isPresent()) {
          added.add(entry);
        } else {
          err().println("facsimile: " + run.name() + " is in the history already");
        }
      }
    }
    added.sort(Comparator.comparing(Entry::startedAt));
    return added;
  }
}
