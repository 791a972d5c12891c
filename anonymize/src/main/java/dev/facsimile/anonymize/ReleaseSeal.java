package dev.facsimile.anonymize;

import dev.facsimile.anonymize.policy.ApprovalRules;
import dev.facsimile.anonymize.policy.ApprovalRules.Stated;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalManifest.Released;
import dev.facsimile.trace.approval.ApprovalManifest.Terms;
import dev.facsimile.trace.approval.ApprovalManifest.Verification;
import dev.facsimile.trace.approval.Ed25519;
import dev.facsimile.trace.approval.ReleaseMark;
import dev.facsimile.trace.approval.ReplayTargets;
import dev.facsimile.trace.approval.Signing;
import java.security.KeyPair;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The key of one release, which seals its manifest. It lives in memory only and is not kept: after
 * the command that made the release has ended, nobody can seal another manifest under the release's
 * id, which is the key's fingerprint.
 */
public final class ReleaseSeal {
  private final KeyPair key;
  private final Instant releasedAt;
  private final String operator;
  private final Optional<String> tokenizerSha256;

  /**
   * A seal with the key that grows from {@code seed}, which is zeroed.
   *
   * @param tokenizerSha256 of the tokenizer that text was counted with
   */
  ReleaseSeal(byte[] seed, Instant releasedAt, String operator, Optional<String> tokenizerSha256) {
    key = Ed25519.pairOf(seed);
    Arrays.fill(seed, (byte) 0);
    this.releasedAt = releasedAt.truncatedTo(ChronoUnit.SECONDS);
    this.operator = operator;
    this.tokenizerSha256 = tokenizerSha256;
  }

  String releaseId() {
    return ReleaseMark.releaseId(key.getPublic());
  }

  String operator() {
    return operator;
  }

  Optional<String> tokenizerSha256() {
    return tokenizerSha256;
  }

  String releasedAt() {
    return releasedAt.toString();
  }

  /** A sealed manifest that nobody has verified: every later stage refuses it as a draft. */
  ApprovalManifest draft(Released release, ApprovalRules rules) {
    return Signing.seal(
        new ApprovalManifest(
            ApprovalManifest.FORMAT,
            ApprovalManifest.VERSION,
            release,
            Optional.empty(),
            Optional.of(terms(rules)),
            Optional.empty(),
            List.of()),
        key);
  }

  /** What the policy says already; without approvers nobody says more. */
  private Terms terms(ApprovalRules rules) {
    Optional<String> lastDay =
        rules.selfApproved() && rules.expiresDays().isPresent()
            ? Optional.of(
                LocalDate.ofInstant(releasedAt, ZoneOffset.UTC)
                    .plusDays(rules.expiresDays().getAsInt())
                    .toString())
            : Optional.empty();
    return new Terms(
        inPolicy(rules.purpose()).stream().reduce((a, b) -> a + "; " + b),
        inPolicy(rules.recipients()),
        rules.replayTargets().stream().map(ReplayTargets::normal).toList(),
        lastDay,
        Optional.empty(),
        Optional.empty());
  }

  private static List<String> inPolicy(Stated stated) {
    return stated instanceof Stated.InPolicy said ? said.values() : List.of();
  }

  /** The manifest with a verification, sealed again. */
  public ApprovalManifest seal(ApprovalManifest draft, Verification verification) {
    return Signing.seal(draft.verified(verification), key);
  }
}
