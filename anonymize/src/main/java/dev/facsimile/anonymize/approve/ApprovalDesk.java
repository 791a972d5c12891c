package dev.facsimile.anonymize.approve;

import dev.facsimile.anonymize.verify.Verifier;
import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalManifest.ApprovalRule;
import dev.facsimile.trace.approval.ApprovalManifest.Signed;
import dev.facsimile.trace.approval.ApprovalManifest.Terms;
import dev.facsimile.trace.approval.ApprovalStandard;
import dev.facsimile.trace.approval.AuditLog;
import dev.facsimile.trace.approval.Ed25519;
import dev.facsimile.trace.approval.ManifestFile;
import dev.facsimile.trace.approval.Signing;
import dev.facsimile.trace.approval.TrustFile;
import dev.facsimile.trace.approval.TrustFile.Approver;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where people sign a release. Refuses what the rule or the bytes do not allow. */
public final class ApprovalDesk {
  private final ApprovalStandard standard;
  private final TrustFile trust;
  private final Verifier verifier;

  /**
   * A desk.
   *
   * @param standard by what the draft is judged; must have a trust file
   * @param verifier looks at the bytes again before anybody signs
   * @throws InputException if there is no trust file
   */
  public ApprovalDesk(ApprovalStandard standard, Verifier verifier) {
    this.standard = standard;
    this.trust =
        standard
            .trust()
            .orElseThrow(
                () ->
                    new InputException(
                        "no trust file says who may approve, expected --trust FILE or"
                            + " FACSIMILE_TRUST"));
    this.verifier = verifier;
  }

  /**
   * Somebody who wants to sign.
   *
   * @param key the key
   * @param role in which role
   * @param account the account on this machine
   */
  public record Signer(KeyPair key, String role, String account) {}

  /**
   * Signs a release.
   *
   * @param wanted the terms that the signer names
   * @return the manifest with the signature, as written
   * @throws InputException if it may not be signed, by this person, in this role, on these terms
   */
  public ApprovalManifest approve(Path trace, Signer signer, WantedTerms wanted)
      throws IOException {
    TraceFile release = TraceFile.open(trace);
    if (Approval.ofDraft(release, standard) instanceof Approval.Refused refused) {
      throw new InputException(trace, refused.reason());
    }
    ManifestFile file = ManifestFile.read(ManifestFile.of(trace));
    ApprovalManifest manifest = file.manifest();
    Approver approver = approver(trace, signer, manifest);
    Instant now = standard.clock().instant();
    Terms terms = wanted.terms(trace, manifest, now);
    requireStillClean(trace);
    AuditLog log = AuditLog.beside(trace);
    log.add(now, "approve", approver.name(), manifest.releaseId(), "as " + signer.role());
    Signed unsigned =
        new Signed(
            approver.name(),
            signer.role(),
            Ed25519.text(signer.key().getPublic()),
            now.truncatedTo(ChronoUnit.SECONDS).toString(),
            log.head(),
            "");
    ApprovalManifest signed = Signing.approve(manifest.under(terms), unsigned, signer.key());
    Json.write(file.path(), signed);
    return signed;
  }

  private Approver approver(Path trace, Signer signer, ApprovalManifest manifest) {
    ApprovalRule rule = manifest.release().rule();
    if (rule.selfApproved() && trust.required().isEmpty()) {
      throw new InputException(
          trace,
          "is self-approved under its policy, which asks nobody's approval: release it under a"
              + " policy with required roles");
    }
    Approver approver =
        trust
            .byKey(Ed25519.text(signer.key().getPublic()))
            .orElseThrow(
                () -> new InputException(trust.path(), "does not know the key that would sign"));
    if (!approver.roles().contains(signer.role())) {
      throw new InputException(
          trust.path(),
          approver.name()
              + " may not approve as "
              + signer.role()
              + ", expected one of: "
              + String.join(", ", approver.roles()));
    }
    requireOpenRole(trace, signer.role(), manifest);
    requireNewPerson(trace, approver, manifest);
    requireAnother(trace, approver, signer, manifest);
    return approver;
  }

  /** Roles that must still approve, in the policy's order. */
  public static List<String> missing(ApprovalManifest manifest, TrustFile trust) {
    Set<String> missing = new LinkedHashSet<>(manifest.release().rule().required());
    missing.addAll(trust.required());
    manifest.approvals().forEach(approval -> missing.remove(approval.role()));
    return new ArrayList<>(missing);
  }

  private void requireOpenRole(Path trace, String role, ApprovalManifest manifest) {
    List<String> missing = missing(manifest, trust);
    if (!missing.contains(role)) {
      throw new InputException(
          trace,
          "needs no approval as "
              + role
              + (missing.isEmpty()
                  ? ", it has all"
                  : ", expected " + String.join(" or ", missing)));
    }
  }

  private static void requireNewPerson(Path trace, Approver approver, ApprovalManifest manifest) {
    for (Signed earlier : manifest.approvals()) {
      if (earlier.publicKey().equals(approver.publicKey())
          || earlier.name().equalsIgnoreCase(approver.name())) {
        throw new InputException(
            trace,
            "is approved by " + earlier.name() + " already, expected another person as well");
      }
    }
  }

  /** The last one to sign must not leave the operator as the only person. */
  private void requireAnother(
      Path trace, Approver approver, Signer signer, ApprovalManifest manifest) {
    String operator = manifest.release().operator().orElse("");
    boolean operatorSigns = approver.is(operator) || signer.account().equalsIgnoreCase(operator);
    if (manifest.release().rule().separationOfDuties()
        && operatorSigns
        && manifest.approvals().stream().allMatch(earlier -> isOf(earlier, operator))
        && missing(manifest, trust).size() == 1) {
      throw new InputException(
          trace,
          "was released by "
              + operator
              + ", who may not be its only approver by the policy's separation of duties");
    }
  }

  private boolean isOf(Signed earlier, String operator) {
    return trust.byKey(earlier.publicKey()).filter(known -> known.is(operator)).isPresent();
  }

  private void requireStillClean(Path trace) throws IOException {
    if (!verifier.verify(trace).passed()) {
      throw new InputException(
          trace, "does not pass when its bytes are scanned again: facsimile anonymize verify");
    }
  }

  /** What a manifest still waits for, in words. */
  public static Optional<String> waitingFor(ApprovalManifest manifest, TrustFile trust) {
    List<String> missing = missing(manifest, trust);
    return missing.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", missing));
  }
}
