package dev.facsimile.trace.approval;

import dev.facsimile.trace.header.ApprovalReference;
import java.util.Optional;

/**
 * How an input was let in, which goes into the provenance of what is made of it.
 *
 * @param unapproved whether the user let it in without a valid approval
 * @param approval the approval of the trace that was read; absent where the input carries its
 *     approvals in its own provenance
 */
public record Admission(boolean unapproved, Optional<ApprovalReference> approval) {
  /** Let in as what its own provenance says. */
  public static final Admission CARRIED = new Admission(false, Optional.empty());

  /** Let in without a valid approval. */
  public static final Admission UNAPPROVED = new Admission(true, Optional.empty());

  /** Let in by an approval. */
  public static Admission by(ApprovalReference approval) {
    return new Admission(false, Optional.of(approval));
  }
}
