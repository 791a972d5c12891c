package dev.facsimile.trace.approval;

import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;

/** Whether a file may be used by a stage after anonymize. */
public sealed interface Approval {

  /** It may. */
  record Approved() implements Approval {}

  /**
   * It may not.
   *
   * @param reason why, as the end of a sentence that starts with the file's name
   */
  record Refused(String reason) implements Approval {}

  /** Checks a trace against the manifest beside it. */
  static Approval of(TraceFile trace, Clock clock) throws IOException {
    if (trace.header().stage() != TraceHeader.Stage.ANONYMIZED) {
      return new Refused("is a raw trace: anonymize it first");
    }
    Path beside = ApprovalManifest.beside(trace.path());
    if (!Files.exists(beside)) {
      return new Refused("has no manifest beside it (" + beside.getFileName() + ")");
    }
    ApprovalManifest manifest =
        Json.document(
            beside, ApprovalManifest.FORMAT, ApprovalManifest.VERSION, ApprovalManifest.class);
    if (!manifest.traceSha256().equals(InputFiles.sha256(trace.path()))) {
      return new Refused("was altered: its SHA-256 is not the one in its manifest");
    }
    LocalDate today = LocalDate.now(clock);
    if (manifest.expires().isPresent()
        && LocalDate.parse(manifest.expires().get()).isBefore(today)) {
      return new Refused("has an approval that expired on " + manifest.expires().get());
    }
    return of(trace.header().provenance());
  }

  /** Checks what a file says of the steps that made it. */
  static Approval of(Provenance provenance) {
    return provenance.tainted() ? new Refused("was made from an unapproved trace") : new Approved();
  }
}
