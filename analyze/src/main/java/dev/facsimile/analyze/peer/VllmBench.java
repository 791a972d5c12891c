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

/**
 * The JSON of {@code vllm bench serve --save-result --save-detailed}: arrays with an entry for each
 * request, seconds of a monotonic clock.
 */
final class VllmBench implements PeerFormat {
  @Override
  public String tool() {
    return "vLLM bench (--save-detailed)";
  }

  @Override
  public String fileName() {
    return "vllm_bench.json";
  }

  @Override
  public boolean isLike(String head) {
    return head.startsWith("{")
        && (head.contains("\"request_throughput\"")
            || head.contains("\"ttfts\"")
            || head.contains("\"endpoint_type\"") && head.contains("\"num_prompts\""));
  }

  @Override
  public List<RunSource> read(Path file) throws IOException {
    JsonNode root = Fields.document(file);
    JsonNode ttfts = root.path("ttfts");
    if (!ttfts.isArray() || ttfts.isEmpty()) {
      throw new InputException(
          file, "holds no single requests, expected a result of vllm bench with --save-detailed");
    }
    if (!root.path("start_times").isArray() || root.path("start_times").size() != ttfts.size()) {
      throw new InputException(
          file,
          "has no start_times for its "
              + ttfts.size()
              + " requests: use a version of vllm bench that writes them");
    }
    List<PeerRequest> requests = new ArrayList<>();
    for (int i = 0; i < ttfts.size(); i++) {
      requests.add(request(root, i));
    }
    Set<Lack> lacks = EnumSet.of(Lack.SCHEDULE, Lack.LAG, Lack.CLIENT, Lack.WORKLOAD, Lack.SERIES);
    return List.of(
        PeerRun.of(
            file,
            file.getFileName().toString(),
            new PeerRun.About(
                "vLLM bench",
                Fields.text(root.path("model_id"), "unknown"),
                "unknown",
                Fields.text(
                    Fields.either(root.path("endpoint_type"), root.path("backend")),
                    "by vLLM bench"),
                Fields.text(root.path("date"), "")),
            requests,
            lacks,
            List.of(
                "vLLM bench takes the first message with choices as the first token, even one that"
                    + " carries only a role, and starts its clock behind its own concurrency"
                    + " cap.")));
  }

  private static PeerRequest request(JsonNode root, int i) {
    long start = Fields.seconds(root.path("start_times").path(i)).orElse(0);
    long ttft = Fields.seconds(root.path("ttfts").path(i)).orElse(0);
    String error = root.path("errors").path(i).asText("");
    JsonNode itls = root.path("itls").path(i);
    long[] gaps = new long[itls.size()];
    long last = start + ttft;
    for (int gap = 0; gap < gaps.length; gap++) {
      gaps[gap] = Math.max(0, Fields.seconds(itls.get(gap)).orElse(0));
      last += gaps[gap];
    }
    OptionalInt output = Fields.count(root.path("output_lens").path(i));
    boolean failed = !error.isBlank() || ttft == 0 && output.orElse(0) == 0;
    OptionalLong none = OptionalLong.empty();
    return new PeerRequest(
        Integer.toString(i),
        none,
        start,
        failed ? none : OptionalLong.of(start + ttft),
        failed ? none : OptionalLong.of(last),
        last,
        Fields.count(root.path("input_lens").path(i)),
        OptionalInt.empty(),
        output,
        OptionalInt.empty(),
        gaps,
        failed ? RequestStatus.FAILED : RequestStatus.COMPLETED,
        failed ? Fields.error(error.isBlank() ? "no token came" : error) : "",
        failed ? OptionalInt.empty() : OptionalInt.of(200),
        Optional.empty(),
        true);
  }
}
