package dev.facsimile.spark;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

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
