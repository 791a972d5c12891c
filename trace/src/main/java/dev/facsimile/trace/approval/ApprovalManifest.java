package dev.facsimile.trace.approval;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What governance reads of a released trace; lies beside it as {@code NAME.manifest.json}.
 *
 * @param format always {@link #FORMAT}
 * @param formatVersion version of the manifest's layout, at most {@link #VERSION}
 * @param toolVersion version of Facsimile that wrote it
 * @param releaseId the release, also in the trace's header
 * @param traceSha256 of the released file's bytes
 * @param rows rows released
 * @param policy the policy's id, version and SHA-256
 * @param keyMode how pseudonym keys are kept: {@code ephemeral} means never
 * @param approval who approved it: {@code none} is self-approved, and says so
 * @param expires last day of the approval, ISO-8601; absent when it does not expire
 * @param counts what was done: columns kept and dropped, values suppressed, ids replaced
 * @param notes sentences for the reader
 */
public record ApprovalManifest(
    String format,
    int formatVersion,
    String toolVersion,
    String releaseId,
    String traceSha256,
    long rows,
    PolicyReference policy,
    String keyMode,
    String approval,
    Optional<String> expires,
    SortedMap<String, Long> counts,
    List<String> notes) {

  public static final String FORMAT = "facsimile-approval";
  public static final int VERSION = 1;

  /**
   * The policy that was applied.
   *
   * @param id its name
   * @param version its version
   * @param sha256 of its file
   */
  public record PolicyReference(String id, int version, String sha256) {}

  /** Where the manifest of a trace lies. */
  public static Path beside(Path trace) {
    return trace.resolveSibling(trace.getFileName() + ".manifest.json");
  }
}
