package dev.facsimile.anonymize;

import static dev.facsimile.anonymize.Governance.DANA;
import static dev.facsimile.anonymize.Governance.LI;
import static dev.facsimile.anonymize.Governance.OLGA;
import static dev.facsimile.anonymize.Governance.STRANGER;
import static dev.facsimile.anonymize.Governance.TERMS;
import static dev.facsimile.anonymize.Governance.THE_SAME;
import static dev.facsimile.anonymize.Governance.approval;
import static dev.facsimile.anonymize.Governance.approver;
import static dev.facsimile.anonymize.Governance.sign;
import static dev.facsimile.anonymize.Governance.signBoth;
import static dev.facsimile.anonymize.Governance.standard;
import static dev.facsimile.anonymize.Governance.text;
import static dev.facsimile.anonymize.Governance.trust;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.approve.WantedTerms;
import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalManifest.Signed;
import dev.facsimile.trace.approval.ApprovalStandard;
import dev.facsimile.trace.approval.ManifestFile;
import dev.facsimile.trace.approval.Revocations;
import dev.facsimile.trace.approval.Signing;
import dev.facsimile.trace.approval.TrustFile.Approver;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release that two people must sign. */
final class ApprovalByPeopleTest {
  @TempDir private Path folder;

  private Path trace;

  @BeforeEach
  void release() throws IOException {
    trace = released("released.trace.parquet", 1);
  }

  private Path released(String name, int key) throws IOException {
    TraceFile raw =
        RawTrace.write(
            folder.resolve("x.trace.parquet"),
            List.of(
                RawTrace.row("raw-1", "ash").make(), RawTrace.row("raw-2", "birch").at(40).make()));
    return Releasing.finished(raw, Governance.POLICY, key, name).trace();
  }

  private static void assertRefused(String reason, Approval approval) {
    Approval.Refused refused = assertInstanceOf(Approval.Refused.class, approval);
    assertTrue(refused.reason().contains(reason), refused.reason());
    assertTrue(!refused.reason().contains("\n"), "one sentence: " + refused.reason());
  }

  private void assertMayNotSign(String reason, KeyPair key, String role, WantedTerms terms) {
    InputException e =
        assertThrows(InputException.class, () -> sign(trace, key, role, terms), reason);
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  private static Signed unsigned(String name, String role, KeyPair key, String at) {
    return new Signed(name, role, text(key), at, Optional.empty(), "");
  }

  /** Signs without the desk, as a tool of somebody else's could. */
  private void signByHand(Signed unsigned, KeyPair key) throws IOException {
    Path beside = ApprovalManifest.beside(trace);
    ApprovalManifest manifest = ManifestFile.read(beside).manifest();
    Json.write(beside, Signing.approve(manifest, unsigned, key));
  }

  @Test
  void theTraceIsADraftUntilBothHaveSigned() throws IOException {
    assertRefused("is a DRAFT: 0 of 2 approvals", approval(trace));
    sign(trace, DANA, "data-owner", TERMS);
    assertRefused("is a DRAFT: 1 of 2 approvals, missing privacy", approval(trace));
    ApprovalManifest manifest = sign(trace, LI, "privacy", THE_SAME);
    Approval.Approved approved =
        assertInstanceOf(Approval.Approved.class, approval(trace), "both have signed");
    assertEquals(List.of("data-owner", "privacy"), approved.reference().orElseThrow().approvedBy());
    assertEquals(Optional.of("2030-01-31"), manifest.expires());
    assertEquals(List.of("bench.example:8000"), approved.reference().orElseThrow().replayTargets());
  }

  @Test
  void onePersonMayNotSignTwiceWhateverTheRoles() throws IOException {
    sign(trace, DANA, "data-owner", TERMS);
    assertMayNotSign("is approved by Dana Ortiz already", DANA, "privacy", THE_SAME);
    signByHand(unsigned("Dana Ortiz", "privacy", DANA, "2030-01-01T12:00:00Z"), DANA);
    assertRefused("is approved twice by Dana Ortiz", approval(trace));
  }

  @Test
  void onePersonWithTwoKeysIsStillOnePerson() throws IOException {
    sign(trace, DANA, "data-owner", TERMS);
    signByHand(unsigned("dana ortiz", "privacy", STRANGER, "2030-01-01T12:00:00Z"), STRANGER);
    assertRefused("is approved twice by dana ortiz", approval(trace));
  }

  @Test
  void aKeyOrARoleThatTheTrustFileLacksMayNotSign() throws IOException {
    assertMayNotSign("does not know the key", STRANGER, "privacy", TERMS);
    assertMayNotSign("Li Wei may not approve as data-owner", LI, "data-owner", TERMS);
    ApprovalStandard auditor =
        standard(Releasing.CLOCK, trust(List.of(), approver("Li Wei", LI, "auditor")));
    InputException e =
        assertThrows(InputException.class, () -> sign(trace, LI, "auditor", TERMS, auditor));
    assertTrue(e.getMessage().contains("needs no approval as auditor"), e.getMessage());
  }

  @Test
  void aReaderTrustsNobodyButThoseOfHisOwnTrustFile() throws IOException {
    signBoth(trace);
    assertRefused(
        "no trust file says whose approval counts",
        approval(trace, ApprovalStandard.of(Releasing.CLOCK)));
    assertRefused(
        "is approved by Li Wei with a key that trust.yaml lacks",
        approval(
            trace,
            standard(
                Releasing.CLOCK, trust(List.of(), approver("Dana Ortiz", DANA, "data-owner")))));
    assertRefused(
        "is approved as Li Wei with the key of Lee",
        approval(
            trace,
            standard(
                Releasing.CLOCK,
                trust(
                    List.of(),
                    approver("Dana Ortiz", DANA, "data-owner"),
                    approver("Lee", LI, "privacy")))));
    assertRefused(
        "is approved by Li Wei as privacy, which trust.yaml does not let them be",
        approval(
            trace,
            standard(
                Releasing.CLOCK,
                trust(
                    List.of(),
                    approver("Dana Ortiz", DANA, "data-owner"),
                    approver("Li Wei", LI, "security")))));
  }

  @Test
  void aReaderMayAskForMoreRolesThanThePolicy() throws IOException {
    signBoth(trace);
    assertRefused(
        "2 of 3 approvals, missing security",
        approval(
            trace,
            standard(
                Releasing.CLOCK,
                trust(
                    List.of("security"),
                    approver("Dana Ortiz", DANA, "data-owner"),
                    approver("Li Wei", LI, "privacy")))));
  }

  @Test
  void aSignatureByAnotherKeyThanTheOneItNamesIsRefused() throws IOException {
    sign(trace, DANA, "data-owner", TERMS);
    signByHand(unsigned("Li Wei", "privacy", LI, "2030-01-01T12:00:00Z"), STRANGER);
    assertRefused("the signature of Li Wei does not hold", approval(trace));
  }

  @Test
  void anApprovalFromTheFutureIsRefusedButForTheClocksOwnError() throws IOException {
    sign(trace, DANA, "data-owner", TERMS);
    signByHand(unsigned("Li Wei", "privacy", LI, "2030-01-01T12:04:00Z"), LI);
    assertInstanceOf(Approval.Approved.class, approval(trace));
    Clock earlier = Clock.offset(Releasing.CLOCK, Duration.ofMinutes(-2));
    assertRefused(
        "has an approval of 2030-01-01T12:04:00Z, which is yet to come",
        approval(trace, standard(earlier, Governance.TRUST)));
  }

  /** Under two names, each in the trust file with the operator's account. */
  @Test
  void theOperatorMayNotBeTheOnlyApprover() throws IOException {
    ApprovalStandard standard =
        standard(
            Releasing.CLOCK,
            trust(
                List.of(),
                new Approver("Olga", List.of("data-owner"), text(OLGA), List.of("olga")),
                new Approver("Operations", List.of("privacy"), text(LI), List.of("olga"))));
    sign(trace, OLGA, "data-owner", TERMS, standard);
    InputException e =
        assertThrows(InputException.class, () -> sign(trace, LI, "privacy", THE_SAME, standard));
    assertTrue(e.getMessage().contains("was released by olga, who may not be its only"));
    signByHand(unsigned("Operations", "privacy", LI, "2030-01-01T12:00:00Z"), LI);
    assertRefused("is approved by nobody but its operator olga", approval(trace, standard));
  }

  @Test
  void theTermsStayWhatTheFirstApproverSet() throws IOException {
    assertMayNotSign("needs a purpose", DANA, "data-owner", THE_SAME);
    assertMayNotSign("expected a day yet to come", DANA, "data-owner", until("2029-12-31"));
    assertMayNotSign("at the latest 2030-01-31", DANA, "data-owner", until("2030-02-01"));
    sign(trace, DANA, "data-owner", until("2030-01-20"));
    assertMayNotSign("'2030-01-20' was agreed on before", LI, "privacy", until("2030-01-21"));
    sign(trace, LI, "privacy", THE_SAME);
    Clock dayAfter = Clock.offset(Releasing.CLOCK, Duration.ofDays(20));
    assertRefused("expired on 2030-01-20", approval(trace, standard(dayAfter, Governance.TRUST)));
  }

  private static WantedTerms until(String day) {
    return new WantedTerms(
        TERMS.purpose(),
        TERMS.recipients(),
        TERMS.replayTargets(),
        Optional.of(day),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void aRevocationIsHeardBesideTheTraceAndInTheReadersLists() throws IOException {
    signBoth(trace);
    String id = TraceFile.open(trace).header().releaseId().orElseThrow();
    Path list = folder.resolve("central.json");
    Governance.revoke(list, "another-release", LI);
    ApprovalStandard reading = reading(list);
    assertInstanceOf(Approval.Approved.class, approval(trace, reading));
    Governance.revoke(list, id, LI);
    assertRefused(
        "was revoked by Li Wei at 2030-01-02T00:00:00Z: a tenant withdrew",
        approval(trace, reading(list)));
    assertInstanceOf(Approval.Approved.class, approval(trace), "the reader knows of no list");
    Governance.revoke(Revocations.beside(trace), id, LI);
    assertRefused("was revoked by Li Wei at", approval(trace));
  }

  private static ApprovalStandard reading(Path list) throws IOException {
    return new ApprovalStandard(
        Releasing.CLOCK, Optional.of(Governance.TRUST), List.of(Revocations.read(list)));
  }

  @Test
  void aRevocationThatCannotBeCheckedCounts() throws IOException {
    signBoth(trace);
    String id = TraceFile.open(trace).header().releaseId().orElseThrow();
    Path beside = Revocations.beside(trace);
    Governance.revoke(beside, id, STRANGER);
    assertRefused("was revoked by Li Wei, whose key is not known here,", approval(trace));
    Files.writeString(beside, Files.readString(beside).replace("withdrew", "did not"));
    assertRefused("has a revocation whose signature does not hold", approval(trace));
    Files.writeString(beside, "{");
    assertRefused("has a revocation list that cannot be used", approval(trace));
  }

  @Test
  void aRenamedPairIsTheSameReleaseAndATraceAloneIsNone() throws IOException {
    signBoth(trace);
    Path renamed = folder.resolve("renamed.trace.parquet");
    Files.move(trace, renamed);
    assertRefused("has no manifest beside it", approval(renamed));
    Files.move(ApprovalManifest.beside(trace), ApprovalManifest.beside(renamed));
    assertInstanceOf(Approval.Approved.class, approval(renamed));
  }

  @Test
  void aLinkStandsForWhatItPointsTo() throws IOException {
    signBoth(trace);
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(elsewhere.resolve("link.trace.parquet"), trace);
    assertInstanceOf(Approval.Approved.class, approval(link));
    Files.createSymbolicLink(ApprovalManifest.beside(link), ApprovalManifest.beside(trace));
    assertInstanceOf(Approval.Approved.class, approval(link));

    Governance.revoke(
        Revocations.beside(trace), TraceFile.open(trace).header().releaseId().orElseThrow(), LI);
    assertRefused("was revoked", approval(link));
  }

  @Test
  void aLinkToAnotherTraceOrManifestIsRefused() throws IOException {
    signBoth(trace);
    Path other = released("other.trace.parquet", 2);
    signBoth(other);
    Path manifest = ApprovalManifest.beside(trace);
    Files.delete(manifest);
    Files.createSymbolicLink(manifest, ApprovalManifest.beside(other));
    assertRefused("has the manifest of another release", approval(trace));
    Files.copy(ApprovalManifest.beside(other), manifest, StandardCopyOption.REPLACE_EXISTING);
    Files.delete(trace);
    Files.createSymbolicLink(trace, folder.resolve("x.trace.parquet"));
    assertRefused("is a raw trace", approval(trace));
  }
}
