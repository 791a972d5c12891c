package dev.facsimile.trace.file;

import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes a run folder. It lies under a temporary name until {@link #finish} gives it the final one;
 * closed without it, nothing is left.
 */
public final class RunWriter implements Closeable {
  private final Path target;
  private final Path temporary;
  private final TableFile.Writer<Outcome> outcomes;
  private boolean finished;

  private RunWriter(Path target, Path temporary) throws IOException {
    this.target = target;
    this.temporary = temporary;
    this.outcomes =
        new TableFile.Writer<>(
            AtomicFile.create(temporary.resolve(RunFolder.OUTCOMES)), new OutcomeCodec());
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

  public void write(Outcome outcome) throws IOException {
    outcomes.write(outcome);
  }

  /** Ends the run and gives the folder its name. */
  public void finish(RunManifest manifest, List<Second> series) throws IOException {
    Map<String, String> link = Map.of("format", RunManifest.FORMAT);
    outcomes.finish(link);
    try (TableFile.Writer<Second> writer =
        new TableFile.Writer<>(
            AtomicFile.create(temporary.resolve(RunFolder.SERIES)), new SecondCodec())) {
      for (Second second : series) {
        writer.write(second);
      }
      writer.finish(link);
    }
    Json.write(temporary.resolve(RunFolder.MANIFEST), manifest);
    deleteTree(target);
    Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    finished = true;
  }

  @Override
  public void close() throws IOException {
    outcomes.close();
    if (!finished) {
      deleteTree(temporary);
    }
  }

  private static void deleteTree(Path root) throws IOException {
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
