package dev.facsimile.trace.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.SchemaCheck;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests as earlier versions wrote them stay readable. */
final class ManifestFileTest {
  private static final Path RELEASED = Path.of("src/test/resources/released");
  private static final Path SCHEMA =
      Path.of("../docs/reference/schemas/approval-manifest.schema.json");

  @TempDir private Path folder;

  @Test
  void theFirstVersionIsRead() throws IOException {
    ApprovalManifest manifest = ManifestFile.read(RELEASED.resolve("manifest-v1.json")).manifest();
    assertEquals(1, manifest.formatVersion());
    assertEquals("0123456789abcdef0123456789abcdef", manifest.releaseId());
    assertEquals(Optional.of("2030-01-31"), manifest.expires());
    assertTrue(manifest.release().rule().selfApproved());
    assertEquals(Optional.empty(), manifest.seal());
  }

  /** Written and signed by two people with version 0.1.0; it does not expire. */
  @Test
  void theSecondVersionIsReadAndItsSignaturesStillHold() throws IOException {
    ApprovalStandard standard =
        new ApprovalStandard(
            Clock.fixed(Instant.parse("2040-01-01T00:00:00Z"), ZoneOffset.UTC),
            Optional.of(TrustFile.read(RELEASED.resolve("trust-v2.yaml"))),
            List.of());
    Approval.Approved approved =
        assertInstanceOf(
            Approval.Approved.class,
            Approval.of(TraceFile.open(RELEASED.resolve("v2.trace.parquet")), standard));
    assertEquals(List.of("data-owner", "privacy"), approved.reference().orElseThrow().approvedBy());
  }

  @Test
  void theSecondVersionIsWhatTheSchemaSays() throws IOException {
    assertEquals(
        List.of(),
        SchemaCheck.faults(
            Json.tree(Files.readString(SCHEMA)),
            Json.tree(Files.readString(RELEASED.resolve("v2.trace.parquet.manifest.json")))));
  }

  @Test
  void aNewerVersionIsRefusedInOneSentence() throws IOException {
    ObjectNode newer =
        (ObjectNode)
            Json.tree(Files.readString(RELEASED.resolve("v2.trace.parquet.manifest.json")));
    Path file = folder.resolve("newer.json");
    Files.writeString(file, newer.put("format_version", 3).toString());
    InputException e = assertThrows(InputException.class, () -> ManifestFile.read(file));
    assertEquals(
        file
            + ": format version 3 is newer than this Facsimile reads (2): use the version that"
            + " wrote it",
        e.getMessage());
  }
}
