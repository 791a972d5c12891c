package dev.facsimile.replay.simulator.fit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.simulator.engine.EngineLimits;
import dev.facsimile.replay.simulator.engine.Speculation;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads LLMServingSim's records of a vLLM run: {@code …requests.jsonl}, and beside it, if they are
 * there, {@code …meta.json} (the engine's configuration) and {@code …timeseries.csv} (its load once
 * a second). A request has two clocks, wall time at its arrival and the engine's own from then on;
 * they are put together at the request that took least from one to the other. Engines in data
 * parallel are read as one that is as many times as large. Requests that never had a token are left
 * out.
 */
public final class EngineRecords {
  private static final String REQUESTS = "requests.jsonl";

  private final Path file;

  private EngineRecords(Path file) {
    this.file = file;
  }

  /** The requests file that {@code path} means: itself, or the only one in a folder. */
  public static Optional<Path> requestsOf(Path path) throws IOException {
    if (Files.isRegularFile(path) && path.getFileName().toString().endsWith(REQUESTS)) {
      return Optional.of(path);
    }
    if (!Files.isDirectory(path)) {
      return Optional.empty();
    }
    List<Path> found;
    try (var files = Files.list(path)) {
      found = files.filter(f -> f.getFileName().toString().endsWith(REQUESTS)).sorted().toList();
    }
    if (found.size() > 1) {
      throw new InputException(
          path, "holds " + found.size() + " records of runs, expected one: name its file");
    }
    return found.stream().findFirst();
  }

  /**
   * Reads a run.
   *
   * @throws InputException if the files are not such records
   */
  public static RecordedRun read(Path requestsFile) throws IOException {
    InputFiles.requireFile(requestsFile);
    EngineRecords reading = new EngineRecords(requestsFile);
    List<Line> lines = reading.lines();
    long zero = lines.get(0).arrival();
    List<RecordedRequest> requests = new ArrayList<>();
    for (Line line : lines) {
      requests.add(
          new RecordedRequest(
              line.input(),
              line.output(),
              new long[0],
              line.arrival() - zero,
              Math.max(line.arrival(), line.first()) - zero,
              Math.max(line.arrival(), line.last()) - zero));
    }
    Optional<JsonNode> meta = reading.meta();
    EngineLimits limits = meta.map(EngineRecords::limits).orElse(EngineLimits.DEFAULT);
    int longest =
        requests.stream().mapToInt(r -> r.promptTokens() + r.outputTokens()).max().orElseThrow();
    return new RecordedRun(
        requestsFile.getFileName().toString().replaceFirst("_?" + REQUESTS + "$", ""),
        fitting(limits, longest),
        limits.kvBlocks().isPresent(),
        requests,
        reading.series());
  }

  /** Limits under which every recorded request is possible: it was. */
  private static EngineLimits fitting(EngineLimits limits, int longest) {
    return limits.longestSequence() >= longest ? limits : limits.withMaxModelLen(longest);
  }

  private record Line(int input, int output, long arrival, long first, long last) {}

  private List<Line> lines() throws IOException {
    List<double[]> raw = new ArrayList<>();
    List<String> texts = Files.readAllLines(file);
    double offset = Double.POSITIVE_INFINITY;
    for (int i = 0; i < texts.size(); i++) {
      if (texts.get(i).isBlank()) {
        continue;
      }
      Optional<double[]> row = row(texts.get(i), i + 1);
      if (row.isPresent()) {
        raw.add(row.get());
        offset = Math.min(offset, row.get()[3] - row.get()[2]);
      }
    }
    if (raw.isEmpty()) {
      throw new InputException(file, "holds no request");
    }
    double engineZero = raw.stream().mapToDouble(r -> r[3]).min().orElseThrow();
    List<Line> lines = new ArrayList<>();
    for (double[] row : raw) {
      lines.add(
          new Line(
              (int) row[0],
              (int) row[1],
              nanos(row[2] + offset - engineZero),
              nanos(row[4] - engineZero),
              nanos(row[5] - engineZero)));
    }
    lines.sort(Comparator.comparingLong(Line::arrival));
    return lines;
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }

  /** Tokens and times of a request; empty for one that never had a token. */
  private Optional<double[]> row(String text, int number) {
    JsonNode json;
    try {
      json = Json.tree(text);
    } catch (JsonProcessingException e) {
      throw new InputException(file, number, "is not valid JSON: " + e.getOriginalMessage());
    }
    if (json.path("first_token_ts").isNull() || json.path("last_token_ts").isNull()) {
      return Optional.empty();
    }
    String[] names = {
      "input_toks", "output_toks", "arrival_time", "queued_ts", "first_token_ts", "last_token_ts"
    };
    double[] row = new double[names.length];
    for (int i = 0; i < names.length; i++) {
      JsonNode value = json.path(names[i]);
      if (!value.isNumber()) {
        throw new InputException(file, number, names[i] + " is " + value + ", expected a number");
      }
      row[i] = value.asDouble();
    }
    if (row[0] < 1 || row[1] < 1 || row[4] < row[3] || row[5] < row[4]) {
      throw new InputException(
          file, number, "has no tokens or times out of order: " + Arrays.toString(row));
    }
    return Optional.of(row);
  }

  private Path beside(String name) {
    String own = file.getFileName().toString();
    return file.resolveSibling(own.substring(0, own.length() - REQUESTS.length()) + name);
  }

  private Optional<JsonNode> meta() throws IOException {
    Path meta = beside("meta.json");
    if (!Files.exists(meta)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.tree(Files.readString(meta)));
    } catch (JsonProcessingException e) {
      throw new InputException(meta, "is not valid JSON: " + e.getOriginalMessage());
    }
  }

  private static EngineLimits limits(JsonNode meta) {
    JsonNode given = meta.path("engine_kwargs");
    JsonNode scheduler = meta.path("resolved_config").path("scheduler_config");
    JsonNode cache = meta.path("kv_cache");
    EngineLimits plain = EngineLimits.DEFAULT;
    int length =
        whole(given.path("max_model_len"))
            .orElse(
                whole(meta.path("resolved_config").path("model_config").path("max_model_len"))
                    .orElse(plain.maxModelLen()));
    boolean chunked = scheduler.path("enable_chunked_prefill").asBoolean(plain.chunkedPrefill());
    OptionalInt longPrefill = whole(scheduler.path("long_prefill_token_threshold"));
    int budget =
        first(scheduler, given, "max_num_batched_tokens").orElse(plain.maxNumBatchedTokens());
    int engines = whole(given.path("data_parallel_size")).orElse(1);
    OptionalInt blocks = whole(cache.path("num_gpu_blocks"));
    return new EngineLimits(
        engines * first(scheduler, given, "max_num_seqs").orElse(plain.maxNumSeqs()),
        engines * budget,
        chunked ? length : Math.min(length, budget),
        whole(cache.path("block_size")).orElse(plain.blockTokens()),
        blocks.isPresent() ? OptionalInt.of(engines * blocks.getAsInt()) : blocks,
        cache.path("enable_prefix_caching").asBoolean(plain.prefixCaching()),
        chunked,
        longPrefill,
        scheduler.path("scheduler_reserve_full_isl").asBoolean(plain.reservesPrompt()),
        scheduler.path("async_scheduling").asBoolean(plain.asyncScheduling()),
        OptionalInt.empty(),
        Speculation.OFF);
  }

  private static OptionalInt first(JsonNode resolved, JsonNode given, String name) {
    OptionalInt value = whole(resolved.path(name));
    return value.isPresent() ? value : whole(given.path(name));
  }

  private static OptionalInt whole(JsonNode value) {
    return value.isInt() && value.intValue() > 0
        ? OptionalInt.of(value.intValue())
        : OptionalInt.empty();
  }

  private List<LoadSample> series() throws IOException {
    Path csv = beside("timeseries.csv");
    if (!Files.exists(csv)) {
      return List.of();
    }
    List<String> lines = Files.readAllLines(csv);
    List<String> head = lines.isEmpty() ? List.of() : List.of(lines.get(0).strip().split(","));
    int time = head.indexOf("t");
    int running = head.indexOf("running");
    int waiting = head.indexOf("waiting");
    if (time < 0 || running < 0 || waiting < 0) {
      throw new InputException(csv, 1, "has columns " + head + ", expected t, running, waiting");
    }
    List<LoadSample> samples = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i).isBlank()) {
        continue;
      }
      String[] cells = lines.get(i).strip().split(",");
      try {
        samples.add(
            new LoadSample(
                nanos(Double.parseDouble(cells[time])),
                Double.parseDouble(cells[running]),
                Double.parseDouble(cells[waiting])));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw new InputException(csv, i + 1, "is '" + lines.get(i) + "', expected numbers");
      }
    }
    return samples;
  }
}
