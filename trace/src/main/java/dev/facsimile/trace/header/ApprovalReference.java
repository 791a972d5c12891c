package dev.facsimile.trace.header;

import java.util.List;
import java.util.Optional;

/**
 * Which approval let a trace through: what a file made from it carries on, so that the approval's
 * end and its revocation reach that file too.
 *
 * @param releaseId the release
 * @param manifestSha256 of the manifest's canonical JSON, as it was read
 * @param traceSha256 of the released trace's bytes
 * @param profile what the release holds, such as {@code no-text}
 * @param approvedBy the approvers' roles; none when it is self-approved
 * @param expires last day of the approval in UTC, ISO-8601; absent when it does not expire
 * @param replayTargets hosts that text of the release may be sent to
 */
public record ApprovalReference(
    String releaseId,
    String manifestSha256,
    String traceSha256,
    String profile,
    List<String> approvedBy,
    Optional<String> expires,
    List<String> replayTargets) {

  public ApprovalReference {
    approvedBy = List.copyOf(approvedBy);
    replayTargets = List.copyOf(replayTargets);
  }

  /** Such as {@code release 1f0c… approved by data-owner, privacy, expires after 2027-05-01}. */
  public String sentence() {
    return "release "
        + releaseId.substring(0, Math.min(12, releaseId.length()))
        + (approvedBy.isEmpty()
            ? " self-approved"
            : " approved by " + String.join(", ", approvedBy))
        + expires.map(day -> ", expires after " + day).orElse(", does not expire");
  }
}
