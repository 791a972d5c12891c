package dev.facsimile.trace.file;

import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a run that did not end has left: its journals and its manifest as of its start.
 *
 * @param folder the folder under its temporary name
 * @param target the name that the run's folder was to have
 * @param start the manifest as of the start: no counts, no end
 */
public record RunJournal(Path folder, Path target, RunManifest start) {
  private static final Pattern TEMPORARY = Pattern.compile("\\.(.+)\\.(\\d+)\\.tmp");

  /**
   * Finds it.
   *
   * @param path the run folder's name as it was given to the run, or the temporary folder itself
   * @throws InputException if there is none, or several
   */
  public static RunJournal find(Path path) throws IOException {
    Path target = path.toAbsolutePath().normalize();
    if (Files.isRegularFile(RunWriter.journal(target, RunFolder.OUTCOMES))) {
      Matcher name = TEMPORARY.matcher(target.getFileName().toString());
      return open(target, name.matches() ? target.resolveSibling(name.group(1)) : target);
    }
    if (RunFolder.isRun(target)) {
      throw new InputException(path, "is a whole run, there is nothing to recover");
    }
    List<Path> left = leftBehind(target);
    if (left.isEmpty()) {
      throw new InputException(
          path, "has no journal beside it, expected one of a run that crashed");
    }
    if (left.size() > 1) {
      throw new InputException(path, "has several journals beside it, name one of them: " + left);
    }
    return open(left.get(0), target);
  }

  private static List<Path> leftBehind(Path target) throws IOException {
    Path parent = target.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      return List.of();
    }
    String prefix = "." + target.getFileName() + ".";
    try (Stream<Path> paths = Files.list(parent)) {
      return paths
          .filter(p -> p.getFileName().toString().startsWith(prefix))
          .filter(p -> Files.isRegularFile(RunWriter.journal(p, RunFolder.OUTCOMES)))
          .sorted()
          .toList();
    }
  }

  private static RunJournal open(Path folder, Path target) throws IOException {
    Matcher owner = TEMPORARY.matcher(folder.getFileName().toString());
    Path start = folder.resolve(RunFolder.MANIFEST + RunWriter.JOURNAL);
    if (owner.matches() && isBeingWritten(Long.parseLong(owner.group(2)), start)) {
      throw new InputException(
          folder, "is being written by process " + owner.group(2) + ", which has not ended");
    }
    return new RunJournal(
        folder,
        target,
        Json.document(start, RunManifest.FORMAT, RunManifest.VERSION, RunManifest.class));
  }

  /**
   * Whether the process of that number may be the one that writes it. In a container every process
   * may have the same number: one that began after the journal is another one.
   */
  private static boolean isBeingWritten(long process, Path start) throws IOException {
    Optional<ProcessHandle> found = ProcessHandle.of(process);
    if (found.isEmpty() || !Files.exists(start)) {
      return found.isPresent();
    }
    Instant begun = Files.getLastModifiedTime(start).toInstant();
    return found.get().info().startInstant().map(since -> !since.isAfter(begun)).orElse(true);
  }

  /** The outcomes that were saved, up to the last whole one. */
  public Rows<Outcome> outcomes() throws IOException {
    return Journal.rows(RunWriter.journal(folder, RunFolder.OUTCOMES), new OutcomeCodec());
  }

  /** Makes the run folder of it. */
  public void finish(RunManifest manifest, List<Second> series) throws IOException {
    RunWriter.finish(folder, target, manifest, series);
  }
}
