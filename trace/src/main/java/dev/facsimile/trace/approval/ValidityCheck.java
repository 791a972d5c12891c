package dev.facsimile.trace.approval;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.ApprovalReference;
import dev.facsimile.trace.header.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether an approval once given still counts: not expired, not revoked, of untainted origin. */
final class ValidityCheck {
  private final ApprovalStandard standard;

  ValidityCheck(ApprovalStandard standard) {
    this.standard = standard;
  }

  /** Of a release. */
  void require(TraceFile trace, ManifestFile file) throws IOException, Refusal {
    requireNotExpired(file.manifest().expires());
    requireNotRevoked(trace.path(), file.manifest());
    requireUntainted(trace.header().provenance());
  }

  /** Of the releases that something was made from. */
  void require(Provenance provenance) throws Refusal {
    requireUntainted(provenance);
    for (ApprovalReference reference : provenance.approvals()) {
      requireNotExpired(reference.expires());
      for (Revocations list : standard.revocations()) {
        requireNotIn(list, reference.releaseId(), Set.of());
      }
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
}
