package dev.facsimile.trace.approval;

import dev.facsimile.trace.approval.ApprovalManifest.Released;
import dev.facsimile.trace.approval.ApprovalManifest.Seal;
import dev.facsimile.trace.approval.ApprovalManifest.Signed;
import dev.facsimile.trace.approval.ApprovalManifest.Verification;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.ApprovalReference;
import dev.facsimile.trace.header.Provenance;
import dev.facsimile.trace.header.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The steps of a check, the cheapest first; the first that fails names the reason. What stands here
 * is whether a trace and its manifest belong together and are whole; {@link ApproversCheck} looks
 * at who approved it, {@link ValidityCheck} at whether that still counts.
 */
final class ApprovalCheck {
  private final ApproversCheck approvers;
  private final ValidityCheck validity;

  ApprovalCheck(ApprovalStandard standard) {
    this.approvers = new ApproversCheck(standard);
    this.validity = new ValidityCheck(standard);
  }

  Approval trace(TraceFile trace) throws IOException {
    try {
      ManifestFile file = requireRelease(trace);
      requireTrustworthy(trace, file);
      validity.require(trace, file);
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
      validity.require(trace, file);
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

  Approval provenance(Provenance provenance) {
    try {
      validity.require(provenance);
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
      approvers.requireSelfApprovedAccepted();
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
      approvers.requireSelfApprovedAccepted();
    } else {
      approvers.requireApprovals(file);
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
