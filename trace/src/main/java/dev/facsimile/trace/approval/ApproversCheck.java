package dev.facsimile.trace.approval;

import dev.facsimile.trace.approval.ApprovalManifest.Released;
import dev.facsimile.trace.approval.ApprovalManifest.Signed;
import dev.facsimile.trace.approval.TrustFile.Approver;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the right people approved a release: each signature holds, every role that the policy or
 * the trust file asks for is there, each key is one that is trusted in its role, and where duties
 * are separated not all of them are the operator.
 */
final class ApproversCheck {
  /** Two machines' clocks may differ by so much. */
  private static final Duration SKEW = Duration.ofMinutes(5);

  private final ApprovalStandard standard;

  ApproversCheck(ApprovalStandard standard) {
    this.standard = standard;
  }

  /** Nobody approved it, as its policy allows: whether whoever reads it allows that too. */
  void requireSelfApprovedAccepted() throws Refusal {
    if (standard.trust().isEmpty()) {
      return;
    }
    TrustFile trust = standard.trust().get();
    if (!trust.selfApproved() || !trust.required().isEmpty()) {
      throw new Refusal(
          Approval.Kind.NOT_TRUSTED,
          "is self-approved, which the trust file " + trust.path() + " does not accept");
    }
  }

  void requireApprovals(ManifestFile file) throws Refusal {
    List<Signed> approvals = file.manifest().approvals();
    for (int i = 0; i < approvals.size(); i++) {
      if (!Signing.approvalHolds(file, i)) {
        throw new Refusal(
            Approval.Kind.ALTERED,
            "has a manifest that was altered: the signature of "
                + approvals.get(i).name()
                + " does not hold");
      }
    }
    requireRoles(file.manifest(), approvals);
    if (standard.trust().isEmpty()) {
      throw new Refusal(
          Approval.Kind.NOT_TRUSTED,
          "is approved by "
              + names(approvals)
              + ", but no trust file says whose approval counts (--trust FILE or FACSIMILE_TRUST)");
    }
    List<Approver> known = new ArrayList<>();
    for (Signed approval : approvals) {
      known.add(requireTrusted(approval, standard.trust().get()));
      requirePast(approval);
    }
    requireAnotherThanOperator(file.manifest().release(), known);
  }

  private static Approver requireTrusted(Signed approval, TrustFile trust) throws Refusal {
    Optional<Approver> known = trust.byKey(approval.publicKey());
    if (known.isEmpty()) {
      throw new Refusal(
          Approval.Kind.NOT_TRUSTED,
          "is approved by " + approval.name() + " with a key that " + trust.path() + " lacks");
    }
    if (!known.get().name().equals(approval.name())) {
      throw new Refusal(
          Approval.Kind.NOT_TRUSTED,
          "is approved as " + approval.name() + " with the key of " + known.get().name());
    }
    if (!known.get().roles().contains(approval.role())) {
      throw new Refusal(
          Approval.Kind.NOT_TRUSTED,
          "is approved by "
              + approval.name()
              + " as "
              + approval.role()
              + ", which "
              + trust.path()
              + " does not let them be");
    }
    return known.get();
  }

  private void requirePast(Signed approval) throws Refusal {
    Instant at;
    try {
      at = Instant.parse(approval.approvedAt());
    } catch (DateTimeException e) {
      throw new Refusal(
          Approval.Kind.NOT_TRUSTED,
          "has an approval at '" + approval.approvedAt() + "', expected a time");
    }
    if (at.isAfter(standard.clock().instant().plus(SKEW))) {
      throw new Refusal(
          Approval.Kind.NOT_TRUSTED,
          "has an approval of "
              + approval.approvedAt()
              + ", which is yet to come by this machine's clock");
    }
  }

  private void requireRoles(ApprovalManifest manifest, List<Signed> approvals) throws Refusal {
    Set<String> required = new LinkedHashSet<>(manifest.release().rule().required());
    standard.trust().ifPresent(trust -> required.addAll(trust.required()));
    Set<String> missing = missing(required, approvals);
    Set<String> keys = new HashSet<>();
    Set<String> names = new HashSet<>();
    for (Signed approval : approvals) {
      boolean newKey = keys.add(approval.publicKey());
      boolean newName = names.add(approval.name().toLowerCase(Locale.ROOT));
      if (!newKey || !newName) {
        throw new Refusal(
            Approval.Kind.NOT_TRUSTED,
            "is approved twice by " + approval.name() + ", expected two people");
      }
    }
    if (!missing.isEmpty()) {
      throw new Refusal(
          Approval.Kind.DRAFT,
          "is a DRAFT: "
              + (required.size() - missing.size())
              + " of "
              + required.size()
              + " approvals, missing "
              + String.join(", ", missing));
    }
  }

  private static Set<String> missing(Set<String> required, List<Signed> approvals) {
    Set<String> missing = new LinkedHashSet<>(required);
    approvals.forEach(approval -> missing.remove(approval.role()));
    return missing;
  }

  private static void requireAnotherThanOperator(Released release, List<Approver> approvers)
      throws Refusal {
    String operator = release.operator().orElse("");
    if (release.rule().separationOfDuties()
        && approvers.stream().allMatch(approver -> approver.is(operator))) {
      throw new Refusal(
          Approval.Kind.NOT_TRUSTED,
          "is approved by nobody but its operator "
              + operator
              + ", expected another person by its policy's separation of duties");
    }
  }

  private static String names(List<Signed> approvals) {
    return String.join(", ", approvals.stream().map(Signed::name).toList());
  }
}
