package dev.facsimile.trace.text.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.header.BlockScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Requests of real traces, planned. */
final class PlannedPrompts {
  static final BlockScheme MOONCAKE = new BlockScheme(512, BlockScheme.Scope.GLOBAL, true);
  static final BlockScheme AGENTIC = new BlockScheme(64, BlockScheme.Scope.SESSION, false);

  private PlannedPrompts() {}

  record Planned(Request request, int tokens) {}

  static List<Planned> mooncake(int count) throws IOException {
    List<Planned> all = new ArrayList<>();
    for (String line : Files.readAllLines(SharedData.require(SharedData.MOONCAKE))) {
      all.add(planned("m" + all.size(), Json.tree(line), "input_length"));
    }
    return chosen(all, count);
  }

  static List<Planned> agentic(int count) throws IOException {
    List<Planned> all = new ArrayList<>();
    String file = Files.readString(SharedData.require("kvcache_tester/trace_0559.json"));
    for (JsonNode row : Json.tree(file).path("requests")) {
      if (row.has("in")) {
        all.add(planned("a" + all.size(), row, "in"));
      }
    }
    return chosen(all, count);
  }

  /** Short ones more often than long ones, so that the tests end soon; the longest once. */
  private static List<Planned> chosen(List<Planned> all, int count) {
    List<Planned> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparingInt(Planned::tokens));
    List<Planned> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double place = Math.pow((double) i / (count - 1), 4);
      chosen.add(sorted.get((int) (place * (sorted.size() - 1))));
    }
    return chosen;
  }

  private static Planned planned(String id, JsonNode row, String length) {
    long[] ids = new long[row.path("hash_ids").size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = row.path("hash_ids").get(i).asLong();
    }
    int tokens = Math.min(131_072, row.path(length).asInt());
    Request request = Request.of(id, 0, tokens, 1).withBlocks(Optional.of(BlockIds.of(ids)));
    return new Planned(request, tokens);
  }

  static Planned of(String id, int tokens, long... ids) {
    return new Planned(
        Request.of(id, 0, tokens, 1).withBlocks(Optional.of(BlockIds.of(ids))), tokens);
  }
}
