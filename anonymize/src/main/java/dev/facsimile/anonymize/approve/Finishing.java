package dev.facsimile.anonymize.approve;

import dev.facsimile.anonymize.Release;
import dev.facsimile.anonymize.verify.Verifier;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.approval.ApprovalManifest.Verification;
import dev.facsimile.trace.approval.AuditLog;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.time.Clock;

/**
 * The last step of a release: verifies the written bytes, puts what was found into the manifest and
 * seals it. Until then, and if anything was found, the trace is a draft that later stages refuse.
 */
public final class Finishing {
  private final Verifier verifier;
  private final Clock clock;

  /** A step that verifies with {@code verifier} and notes by {@code clock}. */
  public Finishing(Verifier verifier, Clock clock) {
    this.verifier = verifier;
    this.clock = clock;
  }

  /**
   * Leaves a release as the draft that it is, for a verification at another time or place.
   *
   * @param by the operator, for the audit log
   */
  public static Release unverified(Release release, Clock clock, String by) throws IOException {
    note(release, clock, by);
    return release;
  }

  private static AuditLog note(Release release, Clock clock, String by) throws IOException {
    AuditLog log = AuditLog.beside(release.trace());
    log.add(
        clock.instant(),
        "apply",
        by,
        release.manifest().releaseId(),
        release.manifest().rows() + " rows");
    return log;
  }

  /**
   * Verifies and seals.
   *
   * @param by the operator, for the audit log
   * @param progress hears of the rows of the canary trial
   * @return the release with its sealed manifest; whether it passed stands in its verification
   */
  public Release finish(Release release, Verifier.Origin origin, String by, Progress progress)
      throws IOException {
    AuditLog log = note(release, clock, by);
    String id = release.manifest().releaseId();
    Verification found = verifier.verify(release.trace(), origin, progress);
    log.add(clock.instant(), "verify", by, id, found.passed() ? "passed" : "not passed");
    ApprovalManifest sealed = release.seal().seal(release.manifest(), found);
    Json.write(release.manifestPath(), sealed);
    return release.with(sealed);
  }
}
