package dev.facsimile.cli;

import dev.facsimile.analyze.compare.RunSet;
import dev.facsimile.analyze.peer.PeerFormats;
import dev.facsimile.analyze.run.ReportOptions;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.analyze.run.RunSource;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.RunFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Opens what a user names as a run, or as several. */
final class RunSources {
  /** A folder of runs may group them once more, by load or by server. */
  private static final int DEPTH = 3;

  private static final Pattern NUMBERED = Pattern.compile("(.+)#(\\d{1,4})");

  private final ApprovalOption approval;
  private final PrintWriter err;

  RunSources(ApprovalOption approval, PrintWriter err) {
    this.approval = approval;
    this.err = err;
  }

  /**
   * What a user names as one run: a run folder of ours, whose approval is checked, a result of
   * another tool, or with {@code FILE#N} the N-th benchmark in one.
   *
   * @throws InputException if it is none, or not approved, or holds several
   */
  RunSource open(Path path) throws IOException {
    List<RunSource> all = openAll(path);
    if (all.size() > 1) {
      throw new InputException(
          path,
          "holds "
              + all.size()
              + " runs: name one as "
              + path
              + "#1, or read all with analyze sweep");
    }
    return all.get(0);
  }

  private List<RunSource> openAll(Path path) throws IOException {
    Matcher numbered = NUMBERED.matcher(path.toString());
    if (!Files.exists(path) && numbered.matches()) {
      List<RunSource> all = PeerFormats.read(Path.of(numbered.group(1)));
      int number = Integer.parseInt(numbered.group(2));
      if (number < 1 || number > all.size()) {
        throw new InputException(path, "there are " + all.size() + " runs in the file");
      }
      return List.of(all.get(number - 1));
    }
    if (Files.isRegularFile(path)) {
      return PeerFormats.read(path);
    }
    if (Files.isDirectory(path) && !RunFolder.isRun(path)) {
      Optional<Path> foreign = PeerFormats.in(path);
      if (foreign.isPresent()) {
        return PeerFormats.read(foreign.get());
      }
    }
    RunFolder folder = RunFolder.open(path);
    approval.check(path, folder.manifest().provenance(), err);
    return List.of(RunSource.of(folder));
  }

  /** Reads a run and works out its figures. */
  RunAnalysis read(RunSource source, ReportOptions options) throws IOException {
    try (ProgressLine progress = new ProgressLine(err, "Reading " + source.name(), "requests")) {
      return RunAnalysis.of(source, options, progress);
    }
  }

  /**
   * A run, or a folder of runs, as one side of a comparison.
   *
   * @throws InputException if there is none
   */
  RunSet side(Path path, ReportOptions options) throws IOException {
    return new RunSet(name(path), readAll(path, options));
  }

  /** Several of either as one side. */
  RunSet side(String name, List<Path> paths, ReportOptions options) throws IOException {
    List<RunAnalysis> runs = new ArrayList<>();
    for (Path path : paths) {
      runs.addAll(readAll(path, options));
    }
    return new RunSet(name, runs);
  }

  /** Every run of a folder in the order of names, or the run itself. */
  List<RunAnalysis> readAll(Path path, ReportOptions options) throws IOException {
    List<RunAnalysis> runs = new ArrayList<>();
    for (Path run : runsIn(path)) {
      for (RunSource source : openAll(run)) {
        runs.add(read(source, options));
      }
    }
    return runs;
  }

  static List<Path> runsIn(Path path) throws IOException {
    if (!Files.isDirectory(path) || RunFolder.isRun(path) || PeerFormats.in(path).isPresent()) {
      return List.of(path);
    }
    try (Stream<Path> below = Files.walk(path, DEPTH)) {
      List<Path> runs = below.filter(RunFolder::isRun).sorted().toList();
      if (runs.isEmpty()) {
        throw new InputException(path, "holds no run, expected a run folder or a folder of runs");
      }
      return runs;
    }
  }

  private static String name(Path path) {
    return path.toAbsolutePath().normalize().getFileName().toString();
  }
}
