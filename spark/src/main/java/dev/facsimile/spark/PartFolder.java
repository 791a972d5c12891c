package dev.facsimile.spark;

import dev.facsimile.trace.header.ClockFacts;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.TraceHeader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;

/**
 * A hidden folder beside a file, for the parts that tasks write of it; only its owner may enter it,
 * and it is deleted at the end, whatever that is.
 *
 * @param path the folder
 */
record PartFolder(Path path) implements Closeable {

  /** The folder beside {@code output}, empty. */
  static PartFolder beside(Path output) throws IOException {
    PartFolder folder =
        new PartFolder(
            output.toAbsolutePath().resolveSibling("." + output.getFileName() + ".parts"));
    folder.close();
    if (folder.path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createDirectory(
          folder.path,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectory(folder.path);
    }
    return folder;
  }

  /**
   * Where a task writes a part, under a name that no other attempt has.
   *
   * @param folder the folder, as the task sees it
   * @param index the part's place
   */
  static Path part(Path folder, int index) {
    return folder.resolve("part-" + index + "-" + TaskContext.get().taskAttemptId() + ".parquet");
  }

  /** A part is no trace of its own: what its header says is said by that of the whole. */
  static TraceHeader header(long rows) {
    return new TraceHeader(
        TraceHeader.FORMAT,
        TraceHeader.VERSION,
        ToolVersion.CURRENT,
        TraceHeader.Stage.RAW,
        rows,
        Optional.empty(),
        List.of(),
        "",
        TraceHeader.Sessions.NONE,
        Optional.empty(),
        new ClockFacts(OptionalLong.empty(), List.of()),
        Optional.empty(),
        Provenance.NONE);
  }

  @Override
  public void close() throws IOException {
    if (Files.exists(path)) {
      List<Path> files;
      try (Stream<Path> all = Files.walk(path)) {
        files = all.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }
}
