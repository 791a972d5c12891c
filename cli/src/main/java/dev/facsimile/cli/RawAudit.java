package dev.facsimile.cli;

import dev.facsimile.trace.approval.AuditLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Who looked at a raw trace and what was made of it, in an audit log beside it. Whoever anonymizes
 * may read the raw zone and not write there: then it says so and goes on.
 */
final class RawAudit {
  private static final String NO_RELEASE = "none";

  private final Path raw;
  private final PrintWriter err;

  RawAudit(Path raw, PrintWriter err) {
    this.raw = raw;
    this.err = err;
  }

  /** Notes an event that made no release. */
  void note(String event, String outcome) throws IOException {
    note(event, NO_RELEASE, outcome);
  }

  /** Notes an event of a release. */
  void note(String event, String releaseId, String outcome) throws IOException {
    AuditLog log = AuditLog.beside(raw);
    Path folder = raw.toAbsolutePath().getParent();
    if (!Files.isWritable(folder) || Files.exists(log.path()) && !Files.isWritable(log.path())) {
      err.println("facsimile: not in an audit log, since " + folder + " cannot be written to");
      return;
    }
    log.add(
        Clock.systemUTC().instant(), event, System.getProperty("user.name"), releaseId, outcome);
  }
}
