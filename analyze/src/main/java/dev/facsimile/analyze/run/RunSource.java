package dev.facsimile.analyze.run;

import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.outcome.ServerSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A run to be reported on: a run folder of ours, or what another tool left. */
public interface RunSource {

  /** Columns of outcomes of which no figure is made. */
  Set<String> NOT_NEEDED =
      Set.of(
          "session_id",
          "parent_request_id",
          "planned_cached_tokens",
          "planned_reasoning_tokens",
          "max_output_tokens",
          "streaming",
          "cache_eligible",
          "written_ns",
          "headers_ns");

  /** Where it lies. */
  Path path();

  RunManifest manifest();

  /** One outcome per request. */
  Rows<Outcome> outcomes() throws IOException;

  /** One row per second. */
  Rows<Second> series() throws IOException;

  /** What servers told of themselves. */
  Rows<ServerSample> serverSamples() throws IOException;

  /** Facts that it does not hold; none for a run of ours. */
  Set<Lack> lacks();

  /** Where its tool's definitions differ from ours, one sentence each; none for a run of ours. */
  default List<String> notes() {
    return List.of();
  }

  /** Its name in reports: the last part of its path. */
  default String name() {
    return path().toAbsolutePath().normalize().getFileName().toString();
  }

  /** A run folder of ours. */
  static RunSource of(RunFolder folder) {
    return new RunSource() {
      @Override
      public Path path() {
        return folder.path();
      }

      @Override
      public RunManifest manifest() {
        return folder.manifest();
      }

      @Override
      public Rows<Outcome> outcomes() throws IOException {
        return folder.outcomes(NOT_NEEDED);
      }

      @Override
      public Rows<Second> series() throws IOException {
        return folder.series();
      }

      @Override
      public Rows<ServerSample> serverSamples() throws IOException {
        return folder.serverSamples();
      }

      @Override
      public Set<Lack> lacks() {
        return Set.of();
      }
    };
  }
}
