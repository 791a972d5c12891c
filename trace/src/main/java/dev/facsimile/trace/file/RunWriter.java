package dev.facsimile.trace.file;

import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import dev.facsimile.trace.outcome.ServerSample;
import dev.facsimile.trace.table.RowCodec;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes a run folder. It lies under a temporary name until {@link #finish} gives it the final one.
 * Until then rows go to journals, from which a run that crashed is {@linkplain RunJournal
 * recovered}; closed without a finish, nothing is left, unless {@link #keepJournal()} was called.
 */
public final class RunWriter implements Closeable {
  static final String JOURNAL = ".journal";
  private static final String COUNTS = "tokens";

  private final Path target;
  private final Path temporary;
  private final Journal.Writer<Outcome> outcomes;
  private Optional<Journal.Writer<Attempt>> attempts = Optional.empty();
  private Optional<Journal.Writer<ServerSample>> samples = Optional.empty();
  private Optional<Writer> responses = Optional.empty();
  private Optional<Journal.Writer<TokenCount>> counts = Optional.empty();
  private long written;
  private boolean finished;
  private boolean kept;

  private RunWriter(Path target, Path temporary) throws IOException {
    this.target = target;
    this.temporary = temporary;
    this.outcomes =
        new Journal.Writer<>(journal(temporary, RunFolder.OUTCOMES), new OutcomeCodec());
  }

  static Path journal(Path folder, String table) {
    return folder.resolve(table + JOURNAL);
  }

  /**
   * Starts a run folder.
   *
   * @param overwrite whether an earlier run under that name may be replaced
   * @throws InputException if something else lies there
   */
  public static RunWriter create(Path folder, boolean overwrite) throws IOException {
    requireFree(folder, overwrite);
    Path target = folder.toAbsolutePath().normalize();
    Files.createDirectories(target.getParent());
    Path temporary =
        target.resolveSibling(
            "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    deleteTree(temporary);
    Files.createDirectory(temporary);
    return new RunWriter(target, temporary);
  }

  /**
   * Refuses a folder name that is taken.
   *
   * @throws InputException if it is
   */
  public static void requireFree(Path folder, boolean overwrite) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new InputException(folder, "is a file, expected a folder name for the run");
    }
    if (RunFolder.isRun(folder)) {
      if (!overwrite) {
        throw new InputException(
            folder, "holds an earlier run: name another folder, or allow it with --overwrite");
      }
      return;
    }
    try (Stream<Path> content = Files.list(folder)) {
      if (content.findAny().isPresent()) {
        throw new InputException(folder, "is not empty and holds no run, expected a new folder");
      }
    }
  }

  /**
   * Notes what the run is before it is over, for a recovery.
   *
   * @param manifest with what is known at the start
   */
  public void begin(RunManifest manifest) throws IOException {
    Json.write(temporary.resolve(RunFolder.MANIFEST + JOURNAL), manifest);
  }

  /**
   * Writes an outcome.
   *
   * @return its number, from 0, by which {@link #count} finds it
   */
  public long write(Outcome outcome) throws IOException {
    outcomes.write(outcome);
    return written++;
  }

  /**
   * Adds a tokenizer's count to an outcome that was written.
   *
   * @param outcome its number; counts come in ascending order of them
   */
  public void count(long outcome, int tokens) throws IOException {
    if (counts.isEmpty()) {
      counts =
          Optional.of(new Journal.Writer<>(journal(temporary, COUNTS), new TokenCount.Codec()));
    }
    counts.get().write(new TokenCount(outcome, tokens));
  }

  public void write(Attempt attempt) throws IOException {
    if (attempts.isEmpty()) {
      attempts =
          Optional.of(
              new Journal.Writer<>(journal(temporary, RunFolder.ATTEMPTS), new AttemptCodec()));
    }
    attempts.get().write(attempt);
  }

  public void write(ServerSample sample) throws IOException {
    if (samples.isEmpty()) {
      samples =
          Optional.of(
              new Journal.Writer<>(journal(temporary, RunFolder.SERVER), new ServerSampleCodec()));
    }
    samples.get().write(sample);
  }

  /**
   * Keeps an answer.
   *
   * @param line one JSON object, without a line end
   */
  public void response(String line) throws IOException {
    if (responses.isEmpty()) {
      responses = Optional.of(Files.newBufferedWriter(temporary.resolve(RunFolder.RESPONSES)));
    }
    responses.get().write(line + "\n");
  }

  /** Hands everything written so far to the operating system: a crash of this process keeps it. */
  public void flush() throws IOException {
    outcomes.flush();
    if (attempts.isPresent()) {
      attempts.get().flush();
    }
    if (samples.isPresent()) {
      samples.get().flush();
    }
    if (counts.isPresent()) {
      counts.get().flush();
    }
    if (responses.isPresent()) {
      responses.get().flush();
    }
  }

  /** Leaves the journal behind where the run does not finish, and says where it lies. */
  public Path keepJournal() {
    kept = true;
    return temporary;
  }

  /** Ends the run and gives the folder its name. */
  public void finish(RunManifest manifest, List<Second> series) throws IOException {
    closeJournals();
    finish(temporary, target, manifest, series);
    finished = true;
  }

  /** Turns the journals in a folder into a run folder under its final name. */
  static void finish(Path temporary, Path target, RunManifest manifest, List<Second> series)
      throws IOException {
    outcomes(temporary);
    table(temporary, RunFolder.ATTEMPTS, new AttemptCodec());
    table(temporary, RunFolder.SERVER, new ServerSampleCodec());
    try (TableFile.Writer<Second> writer =
        new TableFile.Writer<>(
            AtomicFile.create(temporary.resolve(RunFolder.SERIES)), new SecondCodec())) {
      for (Second second : series) {
        writer.write(second);
      }
      writer.finish(link());
    }
    Json.write(temporary.resolve(RunFolder.MANIFEST), manifest);
    for (String table : List.of(RunFolder.OUTCOMES, RunFolder.ATTEMPTS, RunFolder.SERVER, COUNTS)) {
      Files.deleteIfExists(journal(temporary, table));
    }
    Files.deleteIfExists(temporary.resolve(RunFolder.MANIFEST + JOURNAL));
    deleteTree(target);
    Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void outcomes(Path folder) throws IOException {
    Path counts = journal(folder, COUNTS);
    Rows<Outcome> rows = Journal.rows(journal(folder, RunFolder.OUTCOMES), new OutcomeCodec());
    table(
        folder,
        RunFolder.OUTCOMES,
        new OutcomeCodec(),
        Files.exists(counts)
            ? new CountedOutcomes(rows, Journal.rows(counts, new TokenCount.Codec()))
            : rows);
  }

  private static <T> void table(Path folder, String name, RowCodec<T> codec) throws IOException {
    Path journal = journal(folder, name);
    if (Files.exists(journal)) {
      table(folder, name, codec, Journal.rows(journal, codec));
    }
  }

  private static <T> void table(Path folder, String name, RowCodec<T> codec, Rows<T> all)
      throws IOException {
    try (Rows<T> rows = all;
        TableFile.Writer<T> writer =
            new TableFile.Writer<>(AtomicFile.create(folder.resolve(name)), codec)) {
      for (Optional<T> row = rows.next(); row.isPresent(); row = rows.next()) {
        writer.write(row.get());
      }
      writer.finish(link());
    }
  }

  private static Map<String, String> link() {
    return Map.of("format", RunManifest.FORMAT);
  }

  private void closeJournals() throws IOException {
    outcomes.close();
    if (attempts.isPresent()) {
      attempts.get().close();
    }
    if (samples.isPresent()) {
      samples.get().close();
    }
    if (counts.isPresent()) {
      counts.get().close();
    }
    if (responses.isPresent()) {
      responses.get().close();
    }
  }

  @Override
  public void close() throws IOException {
    if (!finished) {
      closeJournals();
      if (!kept) {
        deleteTree(temporary);
      }
    }
  }

  static void deleteTree(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
