package dev.facsimile.anonymize;

import static dev.facsimile.anonymize.RawTrace.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.approval.Approval;
import dev.facsimile.trace.approval.ApprovalManifest;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What later stages see of a release. */
final class ManifestTest {
  @TempDir private Path folder;

  private TraceFile raw;

  @BeforeEach
  void writeRaw() throws IOException {
    raw =
        RawTrace.write(
            folder.resolve("x.trace.parquet"),
            List.of(row("raw-1", "ash").make(), row("raw-2", "birch").at(40).make()));
  }

  private static Approval approval(Path trace, Clock clock) throws IOException {
    return Approval.of(TraceFile.open(trace), clock);
  }

  private static void assertRefused(String reason, Approval approval) {
    Approval.Refused refused = assertInstanceOf(Approval.Refused.class, approval);
    assertTrue(refused.reason().contains(reason), refused.reason());
  }

  @Test
  void aReleaseIsApprovedByNobodyButItsOperatorAndSaysSo() throws IOException {
    Release release = Releasing.finished(raw, Releasing.POLICY, "released.trace.parquet");
    assertInstanceOf(Approval.Approved.class, approval(release.trace(), Releasing.CLOCK));
    ApprovalManifest manifest = release.manifest();
    assertTrue(manifest.release().rule().selfApproved());
    assertTrue(manifest.notes().get(0).startsWith("self-approved: nobody but the operator"));
    assertEquals("ephemeral", manifest.release().keyMode());
    assertEquals(InputFiles.sha256(release.trace()), manifest.traceSha256());
    assertEquals(2, manifest.rows());
    assertEquals("test", manifest.policy().id());
    assertEquals(4, manifest.policy().version());
    assertEquals(InputFiles.sha256(folder.resolve("policy.yaml")), manifest.policy().sha256());
    assertEquals(
        Optional.of(manifest.releaseId()), TraceFile.open(release.trace()).header().releaseId());
  }

  @Test
  void aReleaseThatNobodyVerifiedIsADraft() throws IOException {
    Release release = Releasing.release(raw, Releasing.POLICY);
    assertRefused(
        "is a DRAFT: it has not been verified", approval(release.trace(), Releasing.CLOCK));
  }

  @Test
  void anAlteredByteIsRefused() throws IOException {
    Release release = Releasing.finished(raw, Releasing.POLICY, "released.trace.parquet");
    byte[] bytes = Files.readAllBytes(release.trace());
    bytes[10] ^= 1;
    Files.write(release.trace(), bytes);
    assertRefused("was altered", approval(release.trace(), Releasing.CLOCK));
  }

  @Test
  void aRawTraceIsRefused() throws IOException {
    assertRefused("is a raw trace", approval(raw.path(), Releasing.CLOCK));
  }

  @Test
  void anExpiredReleaseIsRefusedAndOneOnItsLastDayIsNot() throws IOException {
    Release release = Releasing.finished(raw, Releasing.POLICY, "released.trace.parquet");
    assertEquals(Optional.of("2030-01-31"), release.manifest().expires());
    Clock lastDay = Clock.offset(Releasing.CLOCK, Duration.ofDays(30));
    assertInstanceOf(Approval.Approved.class, approval(release.trace(), lastDay));
    Clock dayAfter = Clock.offset(Releasing.CLOCK, Duration.ofDays(31));
    assertRefused("expired on 2030-01-31", approval(release.trace(), dayAfter));
  }

  /** A folder in the manifest's place stops the process there as a crash would. */
  @Test
  void aTraceWhoseManifestWasNeverWrittenIsRefused() throws IOException {
    Path target = folder.resolve("released.trace.parquet");
    Path manifest = Files.createDirectory(ApprovalManifest.beside(target));
    assertThrows(RuntimeException.class, () -> Releasing.release(raw, Releasing.POLICY));
    Files.delete(manifest);
    assertTrue(Files.exists(target), "the trace lies there already");
    assertRefused("has no manifest", approval(target, Releasing.CLOCK));
  }

  @Test
  void aNewTraceBesideAnOlderReleasesManifestIsRefused() throws IOException {
    Release older = Releasing.finished(raw, Releasing.POLICY, "older.trace.parquet");
    Release newer = Releasing.finished(raw, Releasing.POLICY, 2, "newer.trace.parquet");
    Files.copy(older.manifestPath(), newer.manifestPath(), StandardCopyOption.REPLACE_EXISTING);
    assertRefused("has the manifest of another release", approval(newer.trace(), Releasing.CLOCK));
  }

  @Test
  void nothingIsLeftWhenTheRawTraceBreaksOff() throws IOException {
    byte[] bytes = Files.readAllBytes(raw.path());
    for (int i = 4; i < 40; i++) {
      bytes[i] = 0;
    }
    Files.write(raw.path(), bytes);
    assertThrows(RuntimeException.class, () -> Releasing.release(raw, Releasing.POLICY));
    try (var files = Files.list(folder)) {
      assertEquals(
          List.of("policy.yaml", "x.trace.parquet"),
          files.map(f -> f.getFileName().toString()).sorted().toList());
    }
  }
}
