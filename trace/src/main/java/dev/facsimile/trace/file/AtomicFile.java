package dev.facsimile.trace.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A file being written: it lies under a temporary name beside its target until {@link #commit()}
 * gives it the final one. Closed without a commit it is deleted, so that no half-written file ever
 * bears the final name. Of a program that is ended from outside a hidden file may be left on a file
 * system that is not the operating system's.
 */
public final class AtomicFile implements Closeable {
  private final Path target;
  private final Path temporary;
  private boolean committed;

  private AtomicFile(Path target, Path temporary) {
    this.target = target;
    this.temporary = temporary;
  }

  /**
   * Starts a file; its folder is made if it is missing.
   *
   * @throws InputException if the target is a directory
   */
  public static AtomicFile create(Path target) throws IOException {
    requireFileName(target);
    Path absolute = target.toAbsolutePath();
    Files.createDirectories(absolute.getParent());
    Path temporary =
        absolute.resolveSibling(
            "." + absolute.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    Files.deleteIfExists(temporary);
    if (temporary.getFileSystem() == FileSystems.getDefault()) {
      temporary.toFile().deleteOnExit();
    }
    return new AtomicFile(absolute, temporary);
  }

  /**
   * Refuses a name that no file can have.
   *
   * @throws InputException if it is a directory's
   */
  public static void requireFileName(Path target) {
    if (Files.isDirectory(target)) {
      throw new InputException(target, "is a directory, expected a file name to write");
    }
  }

  /** Starts a file that only its owner may read, where the file system knows permissions. */
  public static AtomicFile createPrivate(Path target) throws IOException {
    AtomicFile file = create(target);
    if (file.temporary.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file.temporary,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    return file;
  }

  /** Where to write. */
  public Path path() {
    return temporary;
  }

  /** Gives the finished file its name, replacing an older one. */
  public void commit() throws IOException {
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    committed = true;
  }

  @Override
  public void close() throws IOException {
    if (!committed) {
      Files.deleteIfExists(temporary);
    }
  }
}
