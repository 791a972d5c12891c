package dev.facsimile.cli;

import dev.facsimile.trace.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a report's text forms to the files that a user named. */
final class ReportFiles {
  private ReportFiles() {}

  /** Writes text under a temporary name, then renames. */
  static void write(Path file, String text) throws IOException {
    try (AtomicFile out = AtomicFile.create(file)) {
      Files.writeString(out.path(), text);
      out.commit();
    }
  }
}
