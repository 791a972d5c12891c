package dev.facsimile.anonymize;

import dev.facsimile.anonymize.approve.ApprovalDesk;
import dev.facsimile.anonymize.approve.WantedTerms;
import dev.facsimile.anonymize.verify.Verifier;
import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalStandard;
import dev.facsimile.trace.approval.Ed25519;
import dev.facsimile.trace.approval.Revocations;
import dev.facsimile.trace.approval.TrustFile;
import dev.facsimile.trace.approval.TrustFile.Approver;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** People who sign: Dana owns the data, Li looks after privacy, Olga runs the command. */
final class Governance {
  static final String POLICY =
      Releasing.POLICY.replace(
          "approval: none\nexpires_days: 30\n",
          """
          approval:
            required: [data-owner, privacy]
            separation_of_duties: true
            purpose: required
            recipients: required
            expires_days: 30
          """);

  static final KeyPair DANA = pair(1);
  static final KeyPair LI = pair(2);
  static final KeyPair OLGA = pair(3);
  static final KeyPair STRANGER = pair(4);

  static final TrustFile TRUST =
      trust(
          List.of(),
          approver("Dana Ortiz", DANA, "data-owner", "privacy"),
          approver("Li Wei", LI, "privacy"),
          new Approver("Olga", List.of("data-owner", "privacy"), text(OLGA), List.of("olga")));

  static final WantedTerms TERMS =
      new WantedTerms(
          Optional.of("capacity tests"),
          List.of("Bench team"),
          List.of("bench.example:8000"),
          Optional.empty(),
          Optional.of("contract 12"),
          Optional.empty());

  static final WantedTerms THE_SAME =
      new WantedTerms(
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private Governance() {}

  private static KeyPair pair(int fill) {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) fill);
    return Ed25519.pairOf(seed);
  }

  static String text(KeyPair pair) {
    return Ed25519.text(pair.getPublic());
  }

  static Approver approver(String name, KeyPair pair, String... roles) {
    return new Approver(name, List.of(roles), text(pair), List.of());
  }

  static TrustFile trust(List<String> required, Approver... approvers) {
    return new TrustFile(Path.of("trust.yaml"), true, required, List.of(approvers));
  }

  static ApprovalStandard standard(Clock clock, TrustFile trust) {
    return new ApprovalStandard(clock, Optional.of(trust), List.of());
  }

  static ApprovalStandard standard() {
    return standard(Releasing.CLOCK, TRUST);
  }

  static ApprovalManifest sign(Path trace, KeyPair key, String role, WantedTerms terms)
      throws IOException {
    return sign(trace, key, role, terms, standard());
  }

  static ApprovalManifest sign(
      Path trace, KeyPair key, String role, WantedTerms terms, ApprovalStandard standard)
      throws IOException {
    return new ApprovalDesk(standard, new Verifier(standard.clock()))
        .approve(trace, new ApprovalDesk.Signer(key, role, "someone"), terms);
  }

  /** Dana and Li sign. */
  static void signBoth(Path trace) throws IOException {
    sign(trace, DANA, "data-owner", TERMS);
    sign(trace, LI, "privacy", THE_SAME);
  }

  static Approval approval(Path trace) throws IOException {
    return approval(trace, standard());
  }

  static Approval approval(Path trace, ApprovalStandard standard) throws IOException {
    return Approval.of(TraceFile.open(trace), standard);
  }

  /** Revokes {@code releaseId} in {@code list}, signed by {@code key}. */
  static void revoke(Path list, String releaseId, KeyPair key) throws IOException {
    Revocations.add(
        list,
        new Revocations.Entry(
            releaseId, "a tenant withdrew", "Li Wei", text(key), "2030-01-02T00:00:00Z", ""),
        key);
  }
}
