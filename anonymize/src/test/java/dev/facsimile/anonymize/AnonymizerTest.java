package dev.facsimile.anonymize;

import static dev.facsimile.anonymize.RawTrace.row;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.policy.Policy.Principal;
import dev.facsimile.anonymize.pseudonym.KeySource;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.TraceHeader;
import dev.facsimile.trace.parquet.TableWriter;
import dev.facsimile.trace.table.Cells;
import dev.facsimile.trace.table.RowCodec;
import dev.facsimile.trace.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AnonymizerTest {
  private static final List<String> TENANTS = List.of("ash", "birch", "cedar", "dogwood");

  @TempDir private Path folder;

  private TraceFile raw(List<TraceRow> rows) throws IOException {
    return RawTrace.write(folder.resolve("x.trace.parquet"), rows);
  }

  private List<Request> released(List<TraceRow> rows) throws IOException {
    return requests(Releasing.release(raw(rows), Releasing.POLICY));
  }

  private static List<Request> requests(Release release) throws IOException {
    return RawTrace.read(release.trace()).stream().map(TraceRow::request).toList();
  }

  /** A request of each of the first {@code tenants} tenants. */
  private static List<TraceRow> ofTenants(int tenants, UnaryOperator<RawTrace.Row> change) {
    List<TraceRow> rows = new ArrayList<>();
    for (String tenant : TENANTS.subList(0, tenants)) {
      rows.add(change.apply(row("raw-" + tenant, tenant)).make());
    }
    return rows;
  }

  private static List<TraceRow> hundred() {
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rows.add(row("raw-" + i, TENANTS.get(i % 4)).at(i).blocks(1, 100 + i).make());
    }
    return rows;
  }

  @Test
  void theSameKeyMakesTheSameRelease() throws IOException {
    TraceFile raw = raw(hundred());
    Release one = Releasing.release(raw, Releasing.POLICY, 1, "one.trace.parquet");
    Release two = Releasing.release(raw, Releasing.POLICY, 1, "two.trace.parquet");
    assertArrayEquals(Files.readAllBytes(one.trace()), Files.readAllBytes(two.trace()));
  }

  @Test
  void anotherKeyMakesOtherIdsInAnotherOrder() throws IOException {
    TraceFile raw = raw(hundred());
    Release one = Releasing.release(raw, Releasing.POLICY, 1, "one.trace.parquet");
    Release two = Releasing.release(raw, Releasing.POLICY, 2, "two.trace.parquet");
    List<String> ids = requests(one).stream().map(Request::id).toList();
    assertNotEquals(ids, requests(two).stream().map(Request::id).toList());
    assertNotEquals(
        requests(one).stream().map(Request::prefixBlocks).toList(),
        requests(two).stream().map(Request::prefixBlocks).toList());
    assertNotEquals(one.manifest().releaseId(), two.manifest().releaseId());
    assertEquals(Set.copyOf(ids).size(), 100, "ids are dense and distinct");
    assertTrue(ids.stream().allMatch(id -> id.matches("request-([1-9]\\d?|100)")), ids.toString());
  }

  @Test
  void everyReleaseHasItsOwnKey() throws IOException {
    TraceFile raw = raw(hundred());
    Anonymizer anonymizer = new Anonymizer(KeySource.ephemeral(), Releasing.CLOCK, "olga");
    var policy = Releasing.policy(folder, Releasing.POLICY);
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      Path target = folder.resolve(i + ".trace.parquet");
      ids.add(anonymizer.anonymize(raw, policy, target, Progress.SILENT).manifest().releaseId());
    }
    assertEquals(3, ids.size());
  }

  @Test
  void aModelOfFewerThanKTenantsBecomesOther() throws IOException {
    List<TraceRow> rows = new ArrayList<>(ofTenants(3, r -> r.model("common")));
    for (int i = 0; i < 50; i++) {
      rows.add(row("many-" + i, i % 2 == 0 ? "ash" : "birch").model("rare").make());
    }
    Release release = Releasing.release(raw(rows), Releasing.POLICY);
    List<Request> requests = requests(release);
    assertEquals(Optional.of("common"), requests.get(0).origin().model());
    assertEquals(Optional.of("other"), requests.get(3).origin().model());
    assertEquals(50L, release.manifest().counts().get("suppressed.model"));
  }

  @Test
  void withASingleOwnerEachRequestCountsForItself() throws IOException {
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      rows.add(row("raw-" + i).model(i < 3 ? "three" : "two").make());
    }
    Release release = Releasing.release(raw(rows), Releasing.POLICY);
    assertEquals(Principal.SINGLE_OWNER, release.principal());
    assertEquals(
        List.of("three", "three", "three", "other", "other"),
        requests(release).stream().map(r -> r.origin().model().orElseThrow()).toList());
  }

  @Test
  void aTraceWithoutTenantsIsRefusedWithoutARule() throws IOException {
    TraceFile raw = raw(List.of(row("raw-1").make()));
    String policy = Releasing.POLICY.replace(", when_absent: single-owner", "");
    InputException refused =
        assertThrows(InputException.class, () -> Releasing.release(raw, policy));
    assertTrue(refused.getMessage().contains("has no tenant in any row"), refused.getMessage());
  }

  @Test
  void requestsWithoutATenantAmongOthersAreOneUnitTogether() throws IOException {
    List<TraceRow> rows = new ArrayList<>(ofTenants(1, r -> r.model("rare")));
    rows.add(row("raw-1").model("rare").make());
    rows.add(row("raw-2").model("rare").make());
    Release release = Releasing.release(raw(rows), Releasing.POLICY);
    assertEquals(2, release.units());
    assertEquals(Optional.of("other"), requests(release).get(0).origin().model());
  }

  @Test
  void aBlockOfFewerThanKTenantsIsAnotherBlockForEach() throws IOException {
    List<Request> requests = released(ofTenants(2, r -> r.blocks(7)));
    assertNotEquals(requests.get(0).prefixBlocks(), requests.get(1).prefixBlocks());
  }

  @Test
  void aBlockOfKTenantsStaysOneBlock() throws IOException {
    Release release = Releasing.release(raw(ofTenants(3, r -> r.blocks(7))), Releasing.POLICY);
    assertEquals(1, requests(release).stream().map(Request::prefixBlocks).distinct().count());
    assertEquals(1L, release.manifest().counts().get("blocks.shared_by_k_units"));
  }

  @Test
  void anotherTenantsPlantedPromptMatchesNothing() throws IOException {
    List<TraceRow> rows = new ArrayList<>();
    rows.add(row("victim", "ash").blocks(7, 8, 9).make());
    for (int i = 0; i < 20; i++) {
      rows.add(row("plant-" + i, "birch").blocks(7, 8, 9).make());
    }
    List<Request> requests = released(rows);
    Set<Long> victims =
        new HashSet<>(requests.get(0).prefixBlocks().orElseThrow().stream().boxed().toList());
    requests.stream()
        .skip(1)
        .flatMap(r -> r.prefixBlocks().orElseThrow().stream().boxed())
        .forEach(id -> assertFalse(victims.contains(id)));
  }

  @Test
  void theSameSessionIdOfTwoTenantsIsTwoSessions() throws IOException {
    List<Request> requests = released(ofTenants(2, r -> r.session("1")));
    assertNotEquals(
        requests.get(0).conversation().sessionId(), requests.get(1).conversation().sessionId());
  }

  @Test
  void aParentIsNamedAsItsRequestIsAndADanglingOneIsLeftOut() throws IOException {
    Release release =
        Releasing.release(
            raw(
                List.of(
                    row("raw-1", "ash").session("s").make(),
                    row("raw-2", "ash").session("s").parent("raw-1").make(),
                    row("raw-3", "ash").session("s").parent("before the log began").make())),
            Releasing.POLICY);
    List<Request> requests = requests(release);
    assertEquals(
        Optional.of(requests.get(0).id()), requests.get(1).conversation().parentRequestId());
    assertEquals(Optional.empty(), requests.get(2).conversation().parentRequestId());
    assertEquals(1L, release.manifest().counts().get("parents.dangling"));
    assertEquals(
        requests.get(0).conversation().sessionId(), requests.get(1).conversation().sessionId());
  }

  @Test
  void freeTextInFinishReasonAndEndpointBecomesOther() throws IOException {
    Release release =
        Releasing.release(
            raw(
                List.of(
                    row("raw-1").finishReason("STOP").endpoint("/v1/chat/completions").make(),
                    row("raw-2").finishReason("Bob said no").endpoint("/u/bob").make(),
                    row("raw-3").httpStatus(429).make(),
                    row("raw-4").httpStatus(742).make())),
            Releasing.POLICY);
    List<TraceRow> rows = RawTrace.read(release.trace());
    assertEquals(Optional.of("stop"), rows.get(0).observed().finishReason());
    assertEquals(Optional.of("chat/completions"), rows.get(0).request().origin().endpoint());
    assertEquals(Optional.of("other"), rows.get(1).observed().finishReason());
    assertEquals(Optional.of("other"), rows.get(1).request().origin().endpoint());
    assertEquals(OptionalInt.of(429), rows.get(2).observed().httpStatus());
    assertEquals(OptionalInt.empty(), rows.get(3).observed().httpStatus());
    assertEquals(1L, release.manifest().counts().get("suppressed.finish_reason"));
    assertEquals(1L, release.manifest().counts().get("suppressed.endpoint"));
    assertEquals(1L, release.manifest().counts().get("suppressed.http_status"));
  }

  @Test
  void aColumnThatThePolicyDoesNotListIsDroppedAndCounted() throws IOException {
    Release release =
        Releasing.release(
            raw(List.of(row("raw-1").content("hello").make(), row("raw-2").make())),
            Releasing.POLICY);
    assertEquals(Map.of("content", 1L, "streaming", 2L), release.dropped());
    assertEquals(1L, release.manifest().counts().get("dropped.content"));
    TraceRow first = RawTrace.read(release.trace()).get(0);
    assertEquals(Optional.empty(), first.request().streaming());
    assertEquals(Optional.empty(), first.content());
  }

  /** Its name may tell whose it is, so the manifest only counts it. */
  @Test
  void aColumnThatIsNoTracesIsDroppedAndCountedWithoutItsName() throws IOException {
    Path file = folder.resolve("foreign.trace.parquet");
    Table table = new Table("trace");
    int id = table.requiredString("request_id");
    int arrival = table.requiredLong("arrival_ns");
    int note = table.string("acme_customer_note");
    RowCodec<String> codec =
        new RowCodec<>() {
          @Override
          public Table table() {
            return table;
          }

          @Override
          public void write(String row, Cells cells) {
            cells.setString(id, row);
            cells.setLong(arrival, 5);
            cells.setString(note, "call Alice");
          }

          @Override
          public String read(Cells cells) {
            return cells.getString(id);
          }
        };
    try (TableWriter<String> writer = new TableWriter<>(file, codec)) {
      writer.write("raw-1");
      writer.write("raw-2");
      writer.metadata(Map.of("facsimile", Json.line(RawTrace.header(2, Optional.empty()))));
      writer.finish();
    }
    Release release = Releasing.release(TraceFile.open(file), Releasing.POLICY);
    assertEquals(Map.of("acme_customer_note", 2L), release.dropped());
    assertEquals(2L, release.manifest().counts().get("dropped.unknown_columns"));
    assertFalse(Files.readString(release.manifestPath()).contains("acme"));
  }

  @Test
  void lengthsInBucketsAreToldByTheMiddleAndZeroStaysApart() throws IOException {
    String policy = Releasing.POLICY.replace("lengths: exact", "lengths: bucket-16");
    TraceFile raw =
        raw(
            List.of(
                row("raw-1").tokens(0, 1).make(),
                row("raw-2").tokens(15, 16).make(),
                row("raw-3").tokens(31, 32).make()));
    List<String> pairs =
        requests(Releasing.release(raw, policy)).stream()
            .map(r -> r.tokens().input().getAsInt() + " " + r.tokens().output().getAsInt())
            .toList();
    assertEquals(List.of("0 8", "8 24", "24 40"), pairs);
  }

  /** Else the number of ids would tell the length to within a block. */
  @Test
  void bucketsThatBlocksDoNotFillAreRefused() throws IOException {
    String policy = Releasing.POLICY.replace("lengths: exact", "lengths: bucket-64");
    TraceFile raw = raw(List.of(row("raw-1").blocks(1).make()));
    InputException refused =
        assertThrows(InputException.class, () -> Releasing.release(raw, policy));
    assertTrue(refused.getMessage().contains("blocks of 16 tokens"), refused.getMessage());
  }

  @Test
  void blocksOfWhichNobodyKnowsHowTheyAreCutAreRefused() throws IOException {
    TraceFile whole = raw(List.of(row("raw-1").blocks(1).make()));
    TraceFile raw = new TraceFile(whole.path(), RawTrace.header(1, Optional.empty()));
    InputException refused =
        assertThrows(InputException.class, () -> Releasing.release(raw, Releasing.POLICY));
    assertTrue(refused.getMessage().contains("how they are cut"), refused.getMessage());
  }

  @Test
  void theLastBlockIsDroppedOnlyWhereItIsNotFull() throws IOException {
    BlockScheme scheme = new BlockScheme(16, BlockScheme.Scope.GLOBAL, true);
    TraceFile raw =
        RawTrace.write(
            folder.resolve("x.trace.parquet"),
            scheme,
            List.of(
                row("raw-1").tokens(33, 1).blocks(1, 2, 3).make(),
                row("raw-2").tokens(32, 1).blocks(1, 2).make()));
    Release release = Releasing.release(raw, Releasing.POLICY);
    for (Request request : requests(release)) {
      assertEquals(2, request.prefixBlocks().orElseThrow().size());
    }
    assertEquals(1L, release.manifest().counts().get("blocks.partial_dropped"));
    assertFalse(TraceFile.open(release.trace()).header().blocks().orElseThrow().partialLast());
    Release whole =
        Releasing.release(
            raw, Releasing.POLICY.replace("partial_last: drop", "partial_last: keep"));
    assertEquals(3, requests(whole).get(0).prefixBlocks().orElseThrow().size());
    assertTrue(TraceFile.open(whole.trace()).header().blocks().orElseThrow().partialLast());
  }

  @Test
  void equalBlockIdsOfTwoSessionsAreTwoBlocksWhereIdsAreTheSessions() throws IOException {
    TraceFile raw =
        RawTrace.write(
            folder.resolve("x.trace.parquet"),
            new BlockScheme(16, BlockScheme.Scope.SESSION, false),
            ofTenants(4, r -> r.session("s").blocks(0, 1)));
    List<Request> requests = requests(Releasing.release(raw, Releasing.POLICY));
    assertEquals(4, requests.stream().map(Request::prefixBlocks).distinct().count());
  }

  @Test
  void theHeaderKeepsNoDateNoDigestAndNoNameOfTheLog() throws IOException {
    Release release = Releasing.release(raw(hundred()), Releasing.POLICY);
    TraceHeader header = TraceFile.open(release.trace()).header();
    assertEquals(TraceHeader.Stage.ANONYMIZED, header.stage());
    assertEquals(Optional.empty(), header.startTime());
    assertEquals(List.of("litellm", "other"), header.logFormats());
    assertEquals(List.of("arrivals lie on a lattice of 0.001 s"), header.clock().findings());
    assertEquals(
        List.of("ingest", "anonymize"),
        header.provenance().steps().stream().map(s -> s.stage()).toList());
    assertTrue(header.provenance().steps().stream().allMatch(s -> s.inputs().isEmpty()));
    assertEquals("3", header.provenance().steps().get(1).options().get("k"));
    assertEquals(1L, release.manifest().counts().get("header.input_digests_removed"));
  }

  @Test
  void theRawTraceIsNeverOverwritten() throws IOException {
    TraceFile raw = raw(hundred());
    InputException refused =
        assertThrows(
            InputException.class,
            () -> Releasing.release(raw, Releasing.POLICY, 1, "x.trace.parquet"));
    assertTrue(refused.getMessage().contains("is the raw trace"), refused.getMessage());
  }

  @Test
  void uniqueLengthPairsAndTheLargestTenantAreToldInNumbers() throws IOException {
    List<TraceRow> rows =
        List.of(
            row("raw-1", "ash").tokens(10, 1).make(),
            row("raw-2", "ash").tokens(10, 1).make(),
            row("raw-3", "ash").tokens(11, 1).make(),
            row("raw-4", "birch").tokens(12, 1).make());
    Release release =
        Releasing.release(
            raw(rows), Releasing.POLICY.replace("lengths: exact", "lengths: bucket-16"));
    assertEquals(0.5, release.figures().uniqueBefore());
    assertEquals(0, release.figures().uniqueAfter());
    assertEquals(0.75, release.figures().largestUnit());
  }
}
