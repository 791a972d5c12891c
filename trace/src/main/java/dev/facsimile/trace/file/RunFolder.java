package dev.facsimile.trace.file;

import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.outcome.ServerSample;
import dev.facsimile.trace.table.RowCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * A run folder: {@code run.json}, {@code outcomes.parquet}, {@code series.parquet}, and where the
 * run had them {@code attempts.parquet}, {@code server.parquet} and {@code responses.jsonl}.
 *
 * @param path where it lies
 * @param manifest what it says of itself
 */
public record RunFolder(Path path, RunManifest manifest) {
  static final String MANIFEST = "run.json";
  static final String OUTCOMES = "outcomes.parquet";
  static final String SERIES = "series.parquet";
  static final String ATTEMPTS = "attempts.parquet";
  static final String SERVER = "server.parquet";
  static final String RESPONSES = "responses.jsonl";

  /** Whether {@code path} is a folder that holds a run. */
  public static boolean isRun(Path path) {
    return Files.isRegularFile(path.resolve(MANIFEST));
  }

  /**
   * Opens a run and reads its manifest.
   *
   * @throws InputException if it is not a run that this version reads
   */
  public static RunFolder open(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new InputException(path, "no such folder");
    }
    if (!isRun(path)) {
      throw new InputException(path, "holds no run.json, expected a run folder");
    }
    return new RunFolder(
        path,
        Json.document(
            path.resolve(MANIFEST), RunManifest.FORMAT, RunManifest.VERSION, RunManifest.class));
  }

  /** One outcome per request, in the order in which they ended. */
  public Rows<Outcome> outcomes() throws IOException {
    return open(OUTCOMES, new OutcomeCodec());
  }

  /**
   * The same without columns that the caller can do without, which is faster.
   *
   * @param leaveOut names of columns that may be absent; what is read of them is absent
   */
  public Rows<Outcome> outcomes(Set<String> leaveOut) throws IOException {
    return open(OUTCOMES, new OutcomeCodec(), leaveOut);
  }

  /** One row per second. */
  public Rows<Second> series() throws IOException {
    return open(SERIES, new SecondCodec());
  }

  /** One row per attempt; none where the run did not repeat attempts. */
  public Rows<Attempt> attempts() throws IOException {
    return has(ATTEMPTS) ? open(ATTEMPTS, new AttemptCodec()) : Rows.none();
  }

  /** What servers told of themselves, in order of time; none where they were not asked. */
  public Rows<ServerSample> serverSamples() throws IOException {
    return has(SERVER) ? open(SERVER, new ServerSampleCodec()) : Rows.none();
  }

  /** The answers' texts, JSON Lines, where the run kept them. */
  public Optional<Path> responses() {
    return has(RESPONSES) ? Optional.of(path.resolve(RESPONSES)) : Optional.empty();
  }

  private boolean has(String name) {
    return Files.isRegularFile(path.resolve(name));
  }

  private <T> Rows<T> open(String name, RowCodec<T> codec) throws IOException {
    return open(name, codec, Set.of());
  }

  private <T> Rows<T> open(String name, RowCodec<T> codec, Set<String> leaveOut)
      throws IOException {
    Path file = path.resolve(name);
    TableFile.header(file);
    return TableFile.rows(file, codec, leaveOut);
  }
}
