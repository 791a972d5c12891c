package dev.facsimile.synth.clients;

import dev.facsimile.synth.model.TimeGrid;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.Step;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A folder of statistics of clients, in ServeGen's form: {@code NAME-trace.csv} with the windows of
 * a client and {@code NAME-dataset.json} with its lengths. Each client becomes a stratum of the
 * model, as a tenant. Holds the distributions of one client at a time.
 */
public final class ClientStatistics {
  private static final String WINDOWS = "-trace.csv";
  private static final String LENGTHS = "-dataset.json";
  private static final long NANOS = 1_000_000_000;

  /** Cells of about a sixth of a second in windows of ten minutes. */
  private static final int MOST_LEVELS = 12;

  private static final List<String> MISSING =
      List.of(
          "Input and output lengths of a client do not depend on each other but by the time of"
              + " day.",
          "Requests do not follow each other in sessions, and prompts share no blocks.",
          "Clients are independent of each other but for their rates.",
          "Within a cell of the time grid arrivals are spread evenly; clients that are more regular"
              + " than a Poisson process are drawn as one.",
          "What part of an answer is reasoning is not told.");

  private final Path folder;

  private ClientStatistics(Path folder) {
    this.folder = folder;
  }

  /**
   * A model, and whom it does not tell of.
   *
   * @param model the model
   * @param leftOut names of clients of whom no lengths are known, or no rate
   * @param leftOutShare their share of all requests
   */
  public record Fitted(TrafficModel model, List<String> leftOut, double leftOutShare) {}

  /**
   * Reads a folder.
   *
   * @throws InputException if it has no client whose rates and lengths are known, or a file of it
   *     is not of ServeGen's form
   */
  public static Fitted fit(Path folder) throws IOException {
    return new ClientStatistics(folder).fit();
  }

  private Fitted fit() throws IOException {
    List<ClientModel> clients = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    double without = 0;
    double with = 0;
    Optional<TimeGrid> grid = Optional.empty();
    int count = 0;
    MessageDigest digest = InputFiles.sha256();
    for (String name : names()) {
      ClientWindows windows = ClientWindows.read(folder.resolve(name + WINDOWS));
      take(digest, folder.resolve(name + WINDOWS));
      grid = Optional.of(grid.isPresent() ? grid.get() : grid(windows));
      count = count == 0 ? windows.windows().size() : count;
      requireSame(name, windows, grid.get(), count);
      Optional<ClientLengths> lengths = lengths(name, digest);
      if (lengths.isEmpty() || windows.requests() == 0) {
        leftOut.add(name);
        without += windows.requests();
      } else {
        clients.add(new ClientModel(name, windows, lengths.get(), grid.get()));
        with += windows.requests();
      }
    }
    if (clients.isEmpty()) {
      throw new InputException(
          folder,
          "has no client with rates (NAME"
              + WINDOWS
              + ") and lengths (NAME"
              + LENGTHS
              + "), expected at least one");
    }
    String sha256 = InputFiles.hex(digest);
    return new Fitted(
        model(clients, grid.orElseThrow(), count, sha256), leftOut, without / (with + without));
  }

  /** Clients, in order of their names. */
  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(WINDOWS))
          .map(name -> name.substring(0, name.length() - WINDOWS.length()))
          .sorted()
          .toList();
    }
  }

  private Optional<ClientLengths> lengths(String name, MessageDigest digest) throws IOException {
    Path file = folder.resolve(name + LENGTHS);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    take(digest, file);
    return Optional.of(ClientLengths.read(file))
        .filter(lengths -> lengths.stretches().stream().anyMatch(ClientLengths.Stretch::known));
  }

  private static void take(MessageDigest digest, Path file) throws IOException {
    String one = file.getFileName() + " " + InputFiles.sha256(file) + "\n";
    digest.update(one.getBytes(StandardCharsets.UTF_8));
  }

  /** Root windows are the statistics' own. */
  private static TimeGrid grid(ClientWindows windows) {
    long root = windows.seconds() * NANOS;
    int levels = Math.min(MOST_LEVELS, Long.numberOfTrailingZeros(root));
    return new TimeGrid(root, levels, OptionalLong.empty());
  }

  private void requireSame(String name, ClientWindows windows, TimeGrid grid, int count) {
    if (windows.seconds() * NANOS != grid.rootNanos() || windows.windows().size() != count) {
      throw new InputException(
          folder.resolve(name + WINDOWS),
          "has "
              + windows.windows().size()
              + " windows of "
              + windows.seconds()
              + " s, expected "
              + count
              + " of "
              + grid.rootNanos() / NANOS
              + " s as the clients before it");
    }
  }

  private static TrafficModel model(
      List<ClientModel> clients, TimeGrid grid, int windows, String sha256) {
    Step step =
        new Step(
            "synth fit",
            ToolVersion.CURRENT,
            new TreeMap<>(),
            Optional.empty(),
            List.of(new Step.InputFile("clients", sha256)),
            false);
    long rows = clients.stream().mapToLong(ClientModel::requests).sum();
    return new TrafficModel(
        TrafficModel.FORMAT,
        TrafficModel.VERSION,
        ToolVersion.CURRENT,
        new TrafficModel.Source(rows, 0, windows * grid.rootNanos(), TraceHeader.Sessions.NONE),
        grid,
        Optional.empty(),
        OptionalInt.empty(),
        clients.stream().map(ClientModel::model).toList(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(MISSING),
        Optional.empty(),
        Optional.empty(),
        Provenance.NONE.then(step));
  }
}
