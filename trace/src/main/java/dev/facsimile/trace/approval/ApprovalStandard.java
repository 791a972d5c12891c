package dev.facsimile.trace.approval;

import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * By what a reader judges an approval.
 *
 * @param clock today; its zone is not used, days of an approval are days in UTC
 * @param trust whose approval counts; without it only a self-approved trace can be judged
 * @param revocations what was revoked
 */
public record ApprovalStandard(
    Clock clock, Optional<TrustFile> trust, List<Revocations> revocations) {

  public ApprovalStandard {
    revocations = List.copyOf(revocations);
  }

  /** Nobody is known and nothing revoked. */
  public static ApprovalStandard of(Clock clock) {
    return new ApprovalStandard(clock, Optional.empty(), List.of());
  }
}
