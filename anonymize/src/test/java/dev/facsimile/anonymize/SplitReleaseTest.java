package dev.facsimile.anonymize;

import static dev.facsimile.anonymize.RawTrace.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.policy.Policy;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A release by many tasks is the release of one machine, whatever the pieces. */
final class SplitReleaseTest {
  private static final int ROWS = 300;
  private static final String BY_SESSION =
      Releasing.POLICY.replace("column: tenant", "column: session");

  /** With this k, a block that is left out of a row, or an id that repeats, misses no bound. */
  private static final String OF_TWO = Releasing.POLICY.replace("k: 3", "k: 2");

  @TempDir private Path folder;

  /**
   * Requests of tenants and sessions with parents, of which some are dangling and some come later,
   * repeated ids, equal times, and blocks that some, few or many tenants share.
   */
  private static List<TraceRow> rows(boolean tenants) {
    UniformRandomProvider random = new SeededStreams(5).stream("rows");
    UniformRandomProvider users = new SeededStreams(5).stream("users");
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String id = "raw-" + (i % 100 == 3 ? i - 1 : i);
      int tenant = Math.min(random.nextInt(12), random.nextInt(12));
      int session = random.nextInt(1 + i / 4);
      RawTrace.Row row = tenants && tenant < 11 ? row(id, "tenant number " + tenant) : row(id);
      row.at(i / 3 * 2L)
          .model("model-" + Math.min(tenant, 4))
          .tokens(random.nextInt(100), random.nextInt(500));
      if (random.nextInt(5) > 0) {
        row.session("s" + session);
      }
      if (random.nextInt(3) == 0) {
        row.parent("raw-" + (i - 5 + random.nextInt(8)));
      }
      if (random.nextInt(4) > 0) {
        row.blocks(1, 2 + tenant / 2, 20 + tenant, 100 + session, 1000 + random.nextInt(600), i);
      }
      if (users.nextInt(6) > 0) {
        row.user("person " + users.nextInt(20));
      }
      rows.add(row.make());
    }
    return rows;
  }

  private TraceFile raw(BlockScheme blocks, boolean tenants) throws IOException {
    return RawTrace.write(folder.resolve("x.trace.parquet"), blocks, rows(tenants));
  }

  private void assertSame(TraceFile raw, String yaml, long pieceRows, int buckets)
      throws IOException {
    Policy policy = Releasing.policy(folder, yaml);
    Path one = folder.resolve("one.trace.parquet");
    Path many = folder.resolve("many.trace.parquet");
    Release expected =
        new Anonymizer(Releasing.key(1), Releasing.CLOCK, "olga")
            .anonymize(raw, policy, one, Progress.SILENT);
    Release got =
        new InPieces(raw, policy, Releasing.key(1), many, pieceRows, buckets).release(ROWS);
    assertEquals(RawTrace.read(one), RawTrace.read(many));
    assertEquals(TraceFile.open(one).header(), TraceFile.open(many).header());
    assertEquals(expected.manifest().counts(), got.manifest().counts());
    assertEquals(expected.manifest().release().risk(), got.manifest().release().risk());
    assertEquals(expected.manifest().notes(), got.manifest().notes());
    assertEquals(expected.manifest().releaseId(), got.manifest().releaseId());
    assertEquals(expected.units(), got.units());
    assertEquals(expected.figures(), got.figures());
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 100, ROWS - 1, ROWS})
  void tenantsAndTheirBlocksAreTheSame(int pieceRows) throws IOException {
    assertSame(raw(RawTrace.BLOCKS, true), Releasing.POLICY, pieceRows, 5);
  }

  @Test
  void sessionsAsUnitsAreTheSame() throws IOException {
    assertSame(raw(RawTrace.BLOCKS, true), BY_SESSION, 100, 3);
  }

  @Test
  void usersAsUnitsAreTheSame() throws IOException {
    assertSame(raw(RawTrace.BLOCKS, true), Releasing.BY_USER, 70, 3);
    assertEquals(
        20,
        RawTrace.read(folder.resolve("many.trace.parquet")).stream()
            .flatMap(row -> row.userId().stream())
            .distinct()
            .count());
  }

  @Test
  void blocksOfATenantsScopeAreTheSame() throws IOException {
    assertSame(
        raw(new BlockScheme(16, BlockScheme.Scope.TENANT, true), true), Releasing.POLICY, 70, 4);
  }

  @Test
  void blocksOfASessionsScopeAndARenumberedLastOneAreTheSame() throws IOException {
    assertSame(
        raw(new BlockScheme(16, BlockScheme.Scope.SESSION, true), true),
        OF_TWO.replace("partial_last: drop", "partial_last: renumber"),
        70,
        4);
  }

  @Test
  void aSingleOwnersRequestsAreTheSame() throws IOException {
    assertSame(raw(RawTrace.BLOCKS, false), Releasing.POLICY, 333, 2);
  }

  @Test
  void theLongestLengthsToldAsOneAreTheSame() throws IOException {
    assertSame(
        raw(RawTrace.BLOCKS, true),
        OF_TWO.replace("lengths: exact", "lengths: {op: bucket-16, top_code: 95}"),
        64,
        3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 300})
  void movedArrivalsAreTheSame(int jitterMillis) throws IOException {
    assertSame(
        raw(RawTrace.BLOCKS, true),
        Releasing.POLICY + "time: {start: remove, jitter_ms: " + jitterMillis + "}\n",
        40,
        3);
  }

  @Test
  void riskIsMeasuredOnWholeSessionsWhereThereAreMoreRequests() throws IOException {
    TraceFile raw = raw(RawTrace.BLOCKS, true);
    Release got =
        new InPieces(
                raw,
                Releasing.policy(folder, Releasing.POLICY),
                Releasing.key(1),
                folder.resolve("many.trace.parquet"),
                300,
                2)
            .release(ROWS / 2);
    Release all =
        new Anonymizer(Releasing.key(1), Releasing.CLOCK, "olga")
            .anonymize(
                raw,
                Releasing.policy(folder, Releasing.POLICY),
                folder.resolve("one.trace.parquet"),
                Progress.SILENT);
    assertEquals(all.risk().planted(), got.risk().planted(), "all rows are watched");
    long measured = got.risk().rows();
    assertTrue(measured > ROWS / 3 && measured < ROWS * 2 / 3, measured + " rows");
    assertTrue(
        got.manifest().notes().stream().anyMatch(note -> note.contains("of the 300 requests")),
        got.manifest().notes().toString());
  }

  @Test
  void aBoundThatIsMissedLeavesNoTrace() throws IOException {
    Path target = folder.resolve("many.trace.parquet");
    InPieces release =
        new InPieces(
            raw(RawTrace.BLOCKS, true),
            Releasing.policy(folder, Releasing.POLICY + "risk: {max_unicity_p1: 0.0}\n"),
            Releasing.key(1),
            target,
            300,
            2);
    assertThrows(GateMissedException.class, () -> release.release(ROWS));
    assertTrue(Files.notExists(target));
  }
}
