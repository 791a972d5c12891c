package dev.facsimile.anonymize;

import static dev.facsimile.anonymize.RawTrace.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.stats.PrefixHits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a release's prefix cache behaves as the raw trace's. */
final class PrefixHitsTest {
  private static final int MOONCAKE_BLOCK = 512;

  @TempDir private Path folder;

  /** Conversations of 8 tenants that start with one of 5 system prompts of 3 blocks each. */
  private static List<TraceRow> conversations() {
    UniformRandomProvider random = new SeededStreams(1).stream("conversations");
    List<TraceRow> rows = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      int tenant = random.nextInt(8);
      int system = random.nextInt(1 + Math.min(4, tenant));
      int topic = random.nextInt(20);
      rows.add(
          row("raw-" + i, "t" + tenant)
              .at(i)
              .blocks(system, 100 + system, 200 + system, 1000 + system * 20 + topic, 9000 + i)
              .make());
    }
    return rows;
  }

  private static Map<Integer, List<Integer>> hitsByTenant(List<TraceRow> raw, List<TraceRow> rows) {
    Map<String, PrefixHits> caches = new HashMap<>();
    Map<Integer, List<Integer>> hits = new HashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      String tenant = raw.get(i).request().origin().tenant().orElseThrow();
      PrefixHits cache = caches.computeIfAbsent(tenant, t -> new PrefixHits());
      hits.computeIfAbsent(tenant.hashCode(), t -> new ArrayList<>())
          .add(cache.add(rows.get(i).request().prefixBlocks().orElseThrow(), 80, 16));
    }
    return hits;
  }

  @Test
  void eachTenantsOwnHitsStayRequestByRequest() throws IOException {
    List<TraceRow> rows = conversations();
    TraceFile raw = RawTrace.write(folder.resolve("x.trace.parquet"), rows);
    Release release = Releasing.release(raw, Releasing.POLICY);
    assertEquals(hitsByTenant(rows, rows), hitsByTenant(rows, RawTrace.read(release.trace())));
  }

  @Test
  void hitsAcrossTenantsAreLostOnlyBelowK() throws IOException {
    TraceFile raw = RawTrace.write(folder.resolve("x.trace.parquet"), conversations());
    var shared = Releasing.release(raw, Releasing.POLICY.replace("k: 3", "k: 2"));
    var separate = Releasing.release(raw, Releasing.POLICY.replace("k: 3", "k: 9"));
    var sharedHits = shared.figures().prefixHits().orElseThrow();
    var separateHits = separate.figures().prefixHits().orElseThrow();
    assertEquals(sharedHits.before(), sharedHits.after());
    assertTrue(separateHits.after() < separateHits.before(), separateHits.toString());
    assertEquals(0, separate.manifest().counts().getOrDefault("blocks.shared_by_k_units", 0L));
  }

  @Test
  void mooncakesHitOfFullBlocksIsUnchanged() throws IOException {
    Path log = SharedData.require(SharedData.MOONCAKE);
    List<TraceRow> rows = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      JsonNode json = Json.tree(line);
      long[] ids = new long[json.get("hash_ids").size()];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = json.get("hash_ids").get(i).asLong();
      }
      rows.add(
          row("raw-" + rows.size())
              .at(json.get("timestamp").asLong())
              .tokens(json.get("input_length").asInt(), json.get("output_length").asInt())
              .blocks(ids)
              .make());
    }
    TraceFile raw =
        RawTrace.write(
            folder.resolve("x.trace.parquet"),
            new BlockScheme(MOONCAKE_BLOCK, BlockScheme.Scope.GLOBAL, true),
            rows);
    Release release = Releasing.release(raw, demo());
    PrefixHits before = new PrefixHits();
    PrefixHits after = new PrefixHits();
    List<TraceRow> released = RawTrace.read(release.trace());
    for (int i = 0; i < rows.size(); i++) {
      Request request = rows.get(i).request();
      int input = request.tokens().input().getAsInt();
      BlockIds full = request.prefixBlocks().orElseThrow().prefix(input / MOONCAKE_BLOCK);
      assertEquals(
          before.add(full, input, MOONCAKE_BLOCK),
          after.add(released.get(i).request().prefixBlocks().orElseThrow(), input, MOONCAKE_BLOCK));
    }
    assertEquals(12_031, after.requests());
    assertEquals(before.distinctBlocks(), after.distinctBlocks());
    assertEquals(0.3819, after.blockShare(), 0.00005, "hit of full blocks");
    assertEquals(0.989, release.figures().uniqueAfter(), 0.0005, "unique length pairs");
  }

  private static String demo() throws IOException {
    return Files.readString(SharedData.root().resolve("samples/policies/demo.yaml"));
  }
}
