package dev.facsimile.trace.approval;

import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.ApprovalReference;
import dev.facsimile.trace.header.Provenance;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;

/** Whether a file may be used by a stage after anonymize. */
public sealed interface Approval {

  /**
   * It may.
   *
   * @param reference the trace's approval; absent for a file that carries approvals, or none, in
   *     its provenance
   */
  record Approved(Optional<ApprovalReference> reference) implements Approval {}

  /**
   * It may not.
   *
   * @param reason why, as the end of a sentence that starts with the file's name
   * @param kind what is wrong
   */
  record Refused(String reason, Kind kind) implements Approval {

    /** Whether the trace or its manifest is not what was written. */
    public boolean isAltered() {
      return kind == Kind.ALTERED;
    }
  }

  /** What may be wrong. */
  enum Kind {
    /** It never was a release, or its manifest is missing. */
    NO_RELEASE,
    /** The trace or its manifest is not what was written, or the two do not belong together. */
    ALTERED,
    /** Verification or approvals are missing. */
    DRAFT,
    /** Those who approved it do not count here. */
    NOT_TRUSTED,
    /** It was approved once. */
    OVER,
    /** Something before it was not approved. */
    TAINTED
  }

  /** Checks a trace against the manifest beside it, by nobody's trust. */
  static Approval of(TraceFile trace, Clock clock) throws IOException {
    return of(trace, ApprovalStandard.of(clock));
  }

  /** Checks a trace against the manifest beside it. */
  static Approval of(TraceFile trace, ApprovalStandard standard) throws IOException {
    return new ApprovalCheck(standard).trace(trace);
  }

  /** As {@link #of(TraceFile, ApprovalStandard)}, but for who has approved it. */
  static Approval ofDraft(TraceFile trace, ApprovalStandard standard) throws IOException {
    return new ApprovalCheck(standard).draft(trace);
  }

  /** Checks what a file says of the steps that made it. */
  static Approval of(Provenance provenance, ApprovalStandard standard) {
    return new ApprovalCheck(standard).provenance(provenance);
  }
}
