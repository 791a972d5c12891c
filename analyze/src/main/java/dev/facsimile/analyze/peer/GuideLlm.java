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
import java.util.Set;

/** GuideLLM's {@code benchmarks.json}: several benchmarks, wall-clock seconds. */
final class GuideLlm implements PeerFormat {
  private static final OptionalLong NONE = OptionalLong.empty();

  @Override
  public String tool() {
    return "GuideLLM (benchmarks.json)";
  }

  @Override
  public String fileName() {
    return "benchmarks.json";
  }

  @Override
  public boolean isLike(String head) {
    return head.startsWith("{")
        && (head.contains("\"benchmarks\"") || head.contains("\"guidellm_version\""));
  }

  @Override
  public List<RunSource> read(Path file) throws IOException {
    JsonNode root = Fields.document(file);
    JsonNode benchmarks = root.path("benchmarks");
    if (!benchmarks.isArray() || benchmarks.isEmpty()) {
      throw new InputException(file, "has no benchmarks, expected GuideLLM's benchmarks.json");
    }
    List<RunSource> runs = new ArrayList<>();
    for (int i = 0; i < benchmarks.size(); i++) {
      String name = file.getFileName() + (benchmarks.size() == 1 ? "" : "#" + (i + 1));
      runs.add(run(file, name, root, benchmarks.get(i)));
    }
    return runs;
  }

  private static RunSource run(Path file, String name, JsonNode root, JsonNode benchmark) {
    List<PeerRequest> requests = new ArrayList<>();
    JsonNode all = benchmark.path("requests");
    all.path("successful").forEach(r -> requests.add(request(r, RequestStatus.COMPLETED)));
    all.path("errored").forEach(r -> requests.add(request(r, RequestStatus.FAILED)));
    all.path("incomplete").forEach(r -> requests.add(request(r, RequestStatus.CANCELLED)));
    boolean schedule =
        !requests.isEmpty() && requests.stream().allMatch(r -> r.scheduled().isPresent());
    Set<Lack> lacks = EnumSet.of(Lack.LAG, Lack.GAPS, Lack.CLIENT, Lack.WORKLOAD, Lack.SERIES);
    if (!schedule) {
      lacks.add(Lack.SCHEDULE);
    }
    String version = Fields.text(root.path("metadata").path("guidellm_version"), "");
    List<String> notes = new ArrayList<>();
    notes.add(
        "GuideLLM reads the wall clock, and its own time_per_output_token holds the TTFT; ITL here"
            + " is (last token − first token) ÷ (output tokens − 1).");
    long totals = totals(benchmark);
    if (totals > requests.size()) {
      notes.add(
          "The file holds a sample of "
              + requests.size()
              + " of "
              + totals
              + " requests: counts and rates here are the sample's.");
    }
    return PeerRun.of(
        file,
        name,
        new PeerRun.About(
            "GuideLLM" + (version.isEmpty() ? "" : " " + version),
            model(benchmark),
            "unknown",
            "by GuideLLM",
            ""),
        requests,
        lacks,
        notes);
  }

  private static long totals(JsonNode benchmark) {
    JsonNode totals = benchmark.path("metrics").path("request_totals").path("total");
    return totals.isNumber() ? totals.asLong() : totals.path("count").asLong();
  }

  private static String model(JsonNode benchmark) {
    JsonNode config = benchmark.path("config");
    return Fields.text(
        Fields.either(config.path("backend").path("model"), config.path("model")), "unknown");
  }

  private static PeerRequest request(JsonNode request, RequestStatus status) {
    JsonNode times = request.path("info").path("timings");
    boolean old = times.isMissingNode();
    JsonNode from = old ? request : times;
    OptionalLong start =
        Fields.seconds(
            Fields.either(
                from.path("request_start"), from.path(old ? "start_time" : "resolve_start")));
    OptionalLong first =
        Fields.seconds(from.path(old ? "first_token_time" : "first_token_iteration"));
    OptionalLong last = Fields.seconds(from.path(old ? "last_token_time" : "last_token_iteration"));
    OptionalLong end =
        Fields.seconds(
            Fields.either(from.path("request_end"), from.path(old ? "end_time" : "resolve_end")));
    OptionalLong targeted = Fields.seconds(from.path("targeted_start"));
    boolean streamed = first.isPresent();
    long began = start.orElse(targeted.orElse(end.orElse(0)));
    long ended = end.orElse(last.orElse(began));
    boolean completed = status == RequestStatus.COMPLETED;
    return new PeerRequest(
        Fields.text(request.path("request_id"), "unnamed"),
        targeted,
        began,
        streamed ? first : completed ? OptionalLong.of(ended) : NONE,
        streamed ? last : completed ? OptionalLong.of(ended) : NONE,
        ended,
        Fields.count(request.path("prompt_tokens")),
        OptionalInt.empty(),
        Fields.count(request.path("output_tokens")),
        Fields.count(request.path("cached_tokens")),
        new long[0],
        status,
        completed
            ? ""
            : Fields.error(
                Fields.text(
                    Fields.either(request.path("info").path("error"), request.path("error")),
                    status == RequestStatus.CANCELLED ? "incomplete at the end" : "errored")),
        completed ? OptionalInt.of(200) : OptionalInt.empty(),
        Optional.empty(),
        streamed);
  }
}
