package dev.facsimile.analyze.peer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.analyze.run.Lack;
import dev.facsimile.analyze.run.RunSource;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * inference-perf's {@code per_request_lifecycle_metrics.json}: a list of requests, seconds of a
 * monotonic clock; it tells when each was due.
 */
final class InferencePerf implements PeerFormat {
  @Override
  public String tool() {
    return "inference-perf (per_request_lifecycle_metrics.json)";
  }

  @Override
  public String fileName() {
    return "per_request_lifecycle_metrics.json";
  }

  @Override
  public boolean isLike(String head) {
    return head.startsWith("[")
        && (head.contains("\"scheduled_time\"") || head.contains("\"start_time\""));
  }

  @Override
  public List<RunSource> read(Path file) throws IOException {
    JsonNode root = Fields.document(file);
    List<PeerRequest> requests = new ArrayList<>();
    for (JsonNode row : root) {
      if (!row.path("start_time").isNumber()) {
        throw new InputException(
            file, "entry " + (requests.size() + 1) + " has no start_time, expected a request");
      }
      requests.add(request(row, requests.size()));
    }
    EnumSet<Lack> lacks = EnumSet.of(Lack.LAG, Lack.CLIENT, Lack.WORKLOAD, Lack.SERIES);
    if (!requests.stream().allMatch(request -> request.scheduled().isPresent())) {
      lacks.add(Lack.SCHEDULE);
    }
    return List.of(
        PeerRun.of(
            file,
            file.getFileName().toString(),
            new PeerRun.About("inference-perf", "unknown", "unknown", "by inference-perf", ""),
            requests,
            lacks,
            List.of(
                "inference-perf's stages are shown as phases; before version 0.7 it did not count"
                    + " reasoning as tokens.")));
  }

  private static PeerRequest request(JsonNode row, int index) {
    JsonNode info = row.path("info");
    JsonNode response = info.path("response_metrics");
    JsonNode times =
        Fields.either(response.path("output_token_times"), info.path("output_token_times"));
    long start = Fields.seconds(row.path("start_time")).orElse(0);
    long end = Fields.seconds(row.path("end_time")).orElse(start);
    boolean streamed = times.size() > 0;
    boolean failed = row.path("error").isObject();
    long[] gaps = new long[Math.max(0, times.size() - 1)];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] =
          Math.max(0, Math.round((times.get(i + 1).asDouble() - times.get(i).asDouble()) * 1e9));
    }
    OptionalLong whole = failed ? OptionalLong.empty() : OptionalLong.of(end);
    JsonNode usage = response.path("server_usage");
    String error =
        row.path("error").path("error_type").asText("")
            + ": "
            + row.path("error").path("error_msg").asText("");
    return new PeerRequest(
        Integer.toString(index),
        Fields.seconds(row.path("scheduled_time")),
        start,
        streamed ? Fields.seconds(times.get(0)) : whole,
        streamed ? Fields.seconds(times.get(times.size() - 1)) : whole,
        end,
        Fields.count(
            Fields.either(
                info.path("request_metrics").path("text").path("input_tokens"),
                info.path("input_tokens"))),
        Fields.count(usage.path("completion_tokens")),
        Fields.count(Fields.either(response.path("output_tokens"), info.path("output_tokens"))),
        Fields.count(usage.path("prompt_tokens_details").path("cached_tokens")),
        gaps,
        failed ? RequestStatus.FAILED : RequestStatus.COMPLETED,
        failed ? Fields.error(error) : "",
        failed ? OptionalInt.empty() : OptionalInt.of(200),
        row.path("stage_id").isNumber()
            ? Optional.of("stage " + row.path("stage_id").asInt())
            : Optional.empty(),
        streamed);
  }
}
