package dev.facsimile.analyze.peer;

import dev.facsimile.analyze.run.Lack;
import dev.facsimile.analyze.run.RunSource;
import dev.facsimile.analyze.run.SecondTally;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.outcome.ServerSample;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * A run that another tool made.
 *
 * @param path its file
 * @param name its name in reports
 * @param manifest what is known of it; the workload's digest says that it is unknown
 * @param all its outcomes, in the order in which they ended
 * @param lacks facts that it does not hold
 * @param notes where the tool's definitions differ from ours
 */
record PeerRun(
    Path path,
    String name,
    RunManifest manifest,
    List<Outcome> all,
    Set<Lack> lacks,
    List<String> notes)
    implements RunSource {

  /**
   * What a tool says of a whole run.
   *
   * @param tool the tool and its version
   * @param model the model asked for
   * @param url the target, or a word in its place
   * @param protocol the endpoint
   * @param startedAt wall-clock time, ISO-8601; empty where not told
   */
  record About(String tool, String model, String url, String protocol, String startedAt) {}

  /**
   * Puts a run together.
   *
   * @throws InputException if it has no request
   */
  static PeerRun of(
      Path file,
      String name,
      About about,
      List<PeerRequest> requests,
      Set<Lack> lacks,
      List<String> notes) {
    if (requests.isEmpty()) {
      throw new InputException(file, "holds no request");
    }
    long zero = requests.stream().mapToLong(PeerRequest::earliest).min().getAsLong();
    List<Outcome> outcomes =
        requests.stream()
            .map(request -> request.outcome(zero, about.model()))
            .sorted(Comparator.comparingLong(Outcome::endNanos))
            .toList();
    return new PeerRun(
        file, name, manifest(about, outcomes), outcomes, Set.copyOf(lacks), List.copyOf(notes));
  }

  private static RunManifest manifest(About about, List<Outcome> outcomes) {
    Accounting accounting = new Accounting();
    outcomes.forEach(accounting::add);
    RunManifest.Counts counts = accounting.counts();
    return new RunManifest(
        RunManifest.FORMAT,
        RunManifest.VERSION,
        RunManifest.METHOD_VERSION,
        ToolVersion.CURRENT,
        RunManifest.State.COMPLETE,
        about.startedAt(),
        outcomes.get(outcomes.size() - 1).endNanos(),
        new RunManifest.Load("by " + about.tool(), 1, OptionalInt.empty(), OptionalInt.empty()),
        new RunManifest.Workload(
            "unknown", Optional.empty(), counts.offered(), Optional.empty(), OptionalLong.empty()),
        new RunManifest.Target(about.url(), about.protocol(), about.model(), Optional.empty()),
        new TreeMap<>(),
        counts,
        new RunManifest.Client(RunManifest.Verdict.VALID, List.of(), 0, 0, 0, 0, 0, 0, 0),
        new RunManifest.Host("unknown", 1, about.tool()),
        Provenance.NONE);
  }

  @Override
  public Rows<Outcome> outcomes() {
    return rows(all);
  }

  @Override
  public Rows<Second> series() {
    SecondTally tally = new SecondTally();
    all.forEach(tally::add);
    return rows(tally.list());
  }

  @Override
  public Rows<ServerSample> serverSamples() {
    return Rows.none();
  }

  private static <T> Rows<T> rows(List<T> list) {
    Iterator<T> left = list.iterator();
    return new Rows<>() {
      @Override
      public Optional<T> next() {
        return left.hasNext() ? Optional.of(left.next()) : Optional.empty();
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }
}
