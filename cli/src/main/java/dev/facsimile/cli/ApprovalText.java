package dev.facsimile.cli;

import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalStandard;
import dev.facsimile.trace.approval.ManifestFile;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.util.stream.Collectors;

/** The state of a trace's approval in one line. */
final class ApprovalText {
  private ApprovalText() {}

  static String state(TraceFile trace, ApprovalStandard standard) throws IOException {
    Approval approval = Approval.of(trace, standard);
    if (approval instanceof Approval.Refused refused) {
      return "NOT APPROVED: it " + refused.reason();
    }
    ApprovalManifest manifest = ManifestFile.read(ManifestFile.of(trace.path())).manifest();
    String end =
        manifest.expires().map(day -> "; expires after " + day).orElse("; does not expire");
    if (manifest.approvals().isEmpty()) {
      return "self-approved: nobody but the operator has approved it"
          + (manifest.formatVersion() == 1 ? ", and its manifest is not sealed" : "")
          + end;
    }
    return "APPROVED by "
        + manifest.approvals().stream()
            .map(signed -> signed.name() + " (" + signed.role() + ")")
            .collect(Collectors.joining(", "))
        + end;
  }
}
