package dev.facsimile.anonymize.policy;

import dev.facsimile.trace.approval.ApprovalManifest.ApprovalRule;
import java.util.List;
import java.util.OptionalInt;

/**
 * Who must approve a release, and for what.
 *
 * @param required roles that must each sign; with none the release is self-approved and says so
 * @param separationOfDuties whether no two roles may be one person
 * @param purpose what the release is for
 * @param recipients who gets it
 * @param expiresDays days from the release to the approval's last day; absent when it never expires
 * @param replayTargets hosts that its text may be sent to, as {@code host} or {@code host:port}; to
 *     none if empty
 */
public record ApprovalRules(
    List<String> required,
    boolean separationOfDuties,
    Stated purpose,
    Stated recipients,
    OptionalInt expiresDays,
    List<String> replayTargets) {

  /** Where something about a release is said. */
  public sealed interface Stated {
    /** The policy says it. */
    record InPolicy(List<String> values) implements Stated {
      public InPolicy {
        values = List.copyOf(values);
      }
    }

    /** Whoever approves must say it. */
    record AtApproval() implements Stated {}

    /** Nobody need say it. */
    record Nowhere() implements Stated {}
  }

  public ApprovalRules {
    required = List.copyOf(required);
    replayTargets = List.copyOf(replayTargets);
  }

  /** Nobody but the operator approves. */
  public static ApprovalRules none(OptionalInt expiresDays) {
    return new ApprovalRules(
        List.of(), false, new Stated.Nowhere(), new Stated.Nowhere(), expiresDays, List.of());
  }

  /** What of this goes into the manifest for approvers to be held to. */
  public ApprovalRule rule() {
    return new ApprovalRule(
        required,
        separationOfDuties,
        purpose instanceof Stated.AtApproval,
        recipients instanceof Stated.AtApproval,
        expiresDays);
  }

  /** Whether nobody but the operator approves. */
  public boolean selfApproved() {
    return required.isEmpty();
  }
}
