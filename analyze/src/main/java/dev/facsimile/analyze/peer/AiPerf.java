package dev.facsimile.analyze.peer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.analyze.run.Lack;
import dev.facsimile.analyze.run.RunSource;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** AIPerf's {@code profile_export.jsonl}: a line for each request, wall-clock nanoseconds. */
final class AiPerf implements PeerFormat {
  private static final int CANCELLED = 499;

  @Override
  public String tool() {
    return "AIPerf (profile_export.jsonl)";
  }

  @Override
  public String fileName() {
    return "profile_export.jsonl";
  }

  @Override
  public boolean isLike(String head) {
    return head.startsWith("{") && head.contains("\"request_start_ns\"");
  }

  @Override
  public List<RunSource> read(Path file) throws IOException {
    List<PeerRequest> requests = new ArrayList<>();
    Set<Lack> lacks = EnumSet.of(Lack.SCHEDULE, Lack.LAG, Lack.CLIENT, Lack.WORKLOAD, Lack.SERIES);
    long line = 0;
    boolean gaps = false;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        line++;
        if (!text.isBlank()) {
          PeerRequest request = request(file, line, text);
          gaps |= request.gaps().length > 0;
          requests.add(request);
        }
      }
    }
    if (!gaps) {
      lacks.add(Lack.GAPS);
    }
    String start =
        requests.isEmpty() ? "" : Instant.ofEpochSecond(0, requests.get(0).start()).toString();
    return List.of(
        PeerRun.of(
            file,
            file.getFileName().toString(),
            new PeerRun.About("AIPerf", "unknown", "unknown", "by AIPerf", start),
            requests,
            lacks,
            List.of()));
  }

  private static PeerRequest request(Path file, long line, String text) {
    JsonNode row;
    try {
      row = Json.tree(text);
    } catch (JsonProcessingException e) {
      throw new InputException(file, line, "is not JSON: " + e.getOriginalMessage());
    }
    JsonNode metadata = row.path("metadata");
    JsonNode metrics = row.path("metrics");
    if (!metadata.path("request_start_ns").isIntegralNumber()) {
      throw new InputException(file, line, "has no metadata.request_start_ns, expected a request");
    }
    long start = metadata.path("request_start_ns").asLong();
    OptionalLong first = after(start, metrics.path("time_to_first_token"));
    OptionalLong last = after(start, metrics.path("request_latency"));
    JsonNode error = row.path("error");
    boolean failed = error.isObject();
    boolean cancelled =
        metadata.path("was_cancelled").asBoolean() || error.path("code").asInt() == CANCELLED;
    return new PeerRequest(
        Fields.text(metadata.path("x_request_id"), "line " + line),
        OptionalLong.empty(),
        start,
        first.isPresent() ? first : last,
        last,
        metadata.path("request_end_ns").asLong(last.orElse(start)),
        Fields.count(
            Fields.either(metrics.path("input_sequence_length"), metrics.path("error_isl"))
                .path("value")),
        Fields.count(metrics.path("usage_completion_tokens").path("value")),
        Fields.count(metrics.path("output_sequence_length").path("value")),
        Fields.count(metrics.path("usage_prompt_cache_read_tokens").path("value")),
        gaps(metrics.path("inter_chunk_latency")),
        cancelled ? RequestStatus.CANCELLED : status(failed, error.path("code").asInt()),
        failed ? Fields.error(Fields.text(error.path("message"), "failed")) : "",
        failed ? Fields.count(error.path("code")) : OptionalInt.of(200),
        Optional.ofNullable(metadata.path("benchmark_phase").asText(null)),
        metrics.has("time_to_first_token"));
  }

  private static RequestStatus status(boolean failed, int code) {
    if (!failed) {
      return RequestStatus.COMPLETED;
    }
    return code == 429 || code == 503 ? RequestStatus.REJECTED : RequestStatus.FAILED;
  }

  private static OptionalLong after(long start, JsonNode metric) {
    return metric.path("value").isNumber()
        ? OptionalLong.of(
            start + Math.round(metric.path("value").asDouble() * nanos(metric.path("unit"))))
        : OptionalLong.empty();
  }

  private static long[] gaps(JsonNode metric) {
    JsonNode values = metric.path("value");
    long[] gaps = new long[values.isArray() ? values.size() : 0];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = Math.max(0, Math.round(values.get(i).asDouble() * nanos(metric.path("unit"))));
    }
    return gaps;
  }

  private static double nanos(JsonNode unit) {
    return switch (unit.asText("ms")) {
      case "ns" -> 1;
      case "us" -> 1e3;
      case "s", "sec" -> 1e9;
      default -> 1e6;
    };
  }
}
