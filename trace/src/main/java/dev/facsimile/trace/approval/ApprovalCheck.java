package dev.facsimile.trace.approval;

import dev.facsimile.trace.approval.ApprovalManifest.Released;
import dev.facsimile.trace.approval.ApprovalManifest.Seal;
import dev.facsimile.trace.approval.ApprovalManifest.Signed;
import dev.facsimile.trace.approval.ApprovalManifest.Verification;
import dev.facsimile.trace.approval.TrustFile.Approver;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.ApprovalReference;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The steps of a check, the cheapest first; the first that fails names the reason. */
final class ApprovalCheck {
  /** Two machines' clocks may differ by so much. */
  private static final Duration SKEW = Duration.ofMinutes(5);

  private final ApprovalStandard standard;

  ApprovalCheck(ApprovalStandard standard) {
    this.standard = standard;
  }

  /** Ends a check. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    private final Approval.Kind kind;

    Refusal(Approval.Kind kind, String reason) {
      super(reason, null, false, false);
      this.kind = kind;
    }

    Approval.Refused refused() {
      return new Approval.Refused(getMessage(), kind);
    }
  }

  Approval trace(TraceFile trace) throws IOException {
    try {
      ManifestFile file = requireRelease(trace);
      requireTrustworthy(trace, file);
      requireValid(trace, file);
      return new Approval.Approved(Optional.of(reference(file)));
    } catch (Refusal refusal) {
      return refusal.refused();
    }
  }

  /** Everything but whether enough people have approved. */
  Approval draft(TraceFile trace) throws IOException {
    try {
      ManifestFile file = requireRelease(trace);
      if (file.manifest().formatVersion() == 1) {
        throw new Refusal(
            Approval.Kind.NO_RELEASE,
            "has a manifest of version 1, which nobody can sign: release it anew");
      }
      requireSeal(file);
      requireVerified(file.manifest());
      requireValid(trace, file);
      return new Approval.Approved(Optional.of(reference(file)));
    } catch (Refusal refusal) {
      return refusal.refused();
    }
  }

  private static ManifestFile requireRelease(TraceFile trace) throws IOException, Refusal {
    if (trace.header().stage() != TraceHeader.Stage.ANONYMIZED) {
      throw new Refusal(Approval.Kind.NO_RELEASE, "is a raw trace: anonymize it first");
    }
    Path beside = ManifestFile.of(trace.path());
    if (!Files.exists(beside)) {
      throw new Refusal(
          Approval.Kind.NO_RELEASE, "has no manifest beside it (" + beside.getFileName() + ")");
    }
    ManifestFile file = manifest(beside);
    requireSameRelease(trace, file.manifest());
    return file;
  }

  private void requireValid(TraceFile trace, ManifestFile file) throws IOException, Refusal {
    requireNotExpired(file.manifest().expires());
    requireNotRevoked(trace.path(), file.manifest());
    requireUntainted(trace.header().provenance());
  }

  Approval provenance(Provenance provenance) {
    try {
      requireUntainted(provenance);
      for (ApprovalReference reference : provenance.approvals()) {
        requireNotExpired(reference.expires());
        for (Revocations list : standard.revocations()) {
          requireNotIn(list, reference.releaseId(), Set.of());
        }
      }
      return new Approval.Approved(Optional.empty());
    } catch (Refusal refusal) {
      return refusal.refused();
    }
  }

  private static ManifestFile manifest(Path beside) throws IOException, Refusal {
    try {
      return ManifestFile.read(beside);
    } catch (InputException e) {
      throw new Refusal(
          Approval.Kind.ALTERED, "has a manifest that cannot be used: " + e.getMessage());
    }
  }

  private static void requireSameRelease(TraceFile trace, ApprovalManifest manifest)
      throws IOException, Refusal {
    if (!trace.header().releaseId().equals(Optional.of(manifest.releaseId()))) {
      throw new Refusal(Approval.Kind.ALTERED, "has the manifest of another release beside it");
    }
    if (!manifest.traceSha256().equals(InputFiles.sha256(trace.path()))) {
      throw new Refusal(
          Approval.Kind.ALTERED, "was altered: its SHA-256 is not the one in its manifest");
    }
  }

  private void requireTrustworthy(TraceFile trace, ManifestFile file) throws Refusal {
    ApprovalManifest manifest = file.manifest();
    if (manifest.formatVersion() == 1) {
      if (ReleaseMark.isSealed(trace.header())) {
        throw new Refusal(
            Approval.Kind.ALTERED, "has a manifest without the seal that its header speaks of");
      }
      requireSelfApprovedAccepted();
      return;
    }
    requireSeal(file);
    requireVerified(manifest);
    Released release = manifest.release();
    if (release.rule().selfApproved() && manifest.approvals().isEmpty()) {
      if (!Signing.sealCoversAll(file, manifest.seal().orElseThrow())) {
        throw new Refusal(
            Approval.Kind.ALTERED,
            "has a manifest that was altered: its seal does not cover all of it");
      }
      requireSelfApprovedAccepted();
    } else {
      requireApprovals(file);
    }
  }

  private static void requireSeal(ManifestFile file) throws Refusal {
    Optional<Seal> seal = file.manifest().seal();
    if (seal.isEmpty()) {
      throw new Refusal(Approval.Kind.ALTERED, "has a manifest without a seal");
    }
    if (!ReleaseMark.isKeyOf(seal.get().publicKey(), file.manifest().releaseId())) {
      throw new Refusal(
          Approval.Kind.ALTERED, "has a manifest that was altered: its seal is by another key");
    }
    if (!seal.get().covers().contains("release") || !Signing.sealHolds(file, seal.get())) {
      throw new Refusal(
          Approval.Kind.ALTERED, "has a manifest that was altered: its seal does not hold");
    }
  }

  private static void requireVerified(ApprovalManifest manifest) throws Refusal {
    if (manifest.verification().isEmpty()) {
      throw new Refusal(
          Approval.Kind.DRAFT, "is a DRAFT: it has not been verified (facsimile anonymize verify)");
    }
    Verification verification = manifest.verification().get();
    if (!verification.passed()) {
      throw new Refusal(Approval.Kind.DRAFT, "is a DRAFT: its verification did not pass");
    }
    if (!verification.traceSha256().equals(manifest.traceSha256())) {
      throw new Refusal(Approval.Kind.DRAFT, "is a DRAFT: its verification was of other bytes");
    }
  }

  private void requireSelfApprovedAccepted() throws Refusal {
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

  private void requireApprovals(ManifestFile file) throws Refusal {
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

  private void requireNotExpired(Optional<String> expires) throws Refusal {
    if (expires.isEmpty()) {
      return;
    }
    LocalDate last;
    try {
      last = LocalDate.parse(expires.get());
    } catch (DateTimeException e) {
      throw new Refusal(
          Approval.Kind.ALTERED, "has an approval until '" + expires.get() + "', expected a date");
    }
    if (last.isBefore(LocalDate.ofInstant(standard.clock().instant(), ZoneOffset.UTC))) {
      throw new Refusal(Approval.Kind.OVER, "has an approval that expired on " + expires.get());
    }
  }

  private void requireNotRevoked(Path trace, ApprovalManifest manifest)
      throws IOException, Refusal {
    List<Revocations> lists = new ArrayList<>(standard.revocations());
    for (Path beside : pointers(trace, manifest)) {
      if (Files.exists(beside)) {
        try {
          lists.add(Revocations.read(beside));
        } catch (InputException e) {
          throw new Refusal(
              Approval.Kind.OVER, "has a revocation list that cannot be used: " + e.getMessage());
        }
      }
    }
    Set<String> approvers = new HashSet<>();
    manifest.approvals().forEach(approval -> approvers.add(approval.publicKey()));
    for (Revocations list : lists) {
      requireNotIn(list, manifest.releaseId(), approvers);
    }
  }

  private static Set<Path> pointers(Path trace, ApprovalManifest manifest) throws IOException {
    Set<Path> pointers = new LinkedHashSet<>();
    pointers.add(Revocations.beside(trace));
    if (Files.isSymbolicLink(trace)) {
      pointers.add(Revocations.beside(trace.toRealPath()));
    }
    Optional<String> named = manifest.terms().flatMap(ApprovalManifest.Terms::revocation);
    if (named.isPresent() && !named.get().contains("://")) {
      pointers.add(trace.resolveSibling(named.get()));
    }
    return pointers;
  }

  /** An entry that cannot be checked counts: who could forge one could take the trace away too. */
  private void requireNotIn(Revocations list, String releaseId, Set<String> approvers)
      throws Refusal {
    Optional<Revocations.Entry> found = list.of(releaseId);
    if (found.isEmpty()) {
      return;
    }
    Revocations.Entry entry = found.get();
    boolean known =
        approvers.contains(entry.publicKey())
            || standard.trust().flatMap(trust -> trust.byKey(entry.publicKey())).isPresent();
    if (!entry.holds()) {
      throw new Refusal(
          Approval.Kind.OVER, "has a revocation whose signature does not hold, in " + list.path());
    }
    throw new Refusal(
        Approval.Kind.OVER,
        "was revoked by "
            + entry.name()
            + (known ? "" : ", whose key is not known here,")
            + " at "
            + entry.revokedAt()
            + ": "
            + entry.reason());
  }

  private static void requireUntainted(Provenance provenance) throws Refusal {
    if (provenance.tainted()) {
      throw new Refusal(Approval.Kind.TAINTED, "was made from an unapproved trace");
    }
  }

  private static String names(List<Signed> approvals) {
    return String.join(", ", approvals.stream().map(Signed::name).toList());
  }

  private static ApprovalReference reference(ManifestFile file) {
    ApprovalManifest manifest = file.manifest();
    return new ApprovalReference(
        manifest.releaseId(),
        file.sha256(),
        manifest.traceSha256(),
        manifest.release().profile(),
        manifest.approvals().stream().map(Signed::role).toList(),
        manifest.expires(),
        manifest.terms().map(ApprovalManifest.Terms::replayTargets).orElse(List.of()));
  }
}
