package dev.facsimile.analyze.run;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.analyze.report.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A figure that servers or GPUs tell of themselves, under the names that engines give it. */
enum ServerFigure {
  RUNNING(
      "Requests running at the server",
      Unit.NUMBER,
      "vllm:num_requests_running",
      "sglang:num_running_reqs",
      "tgi_batch_current_size"),
  WAITING(
      "Requests waiting in the server's queue",
      Unit.NUMBER,
      "vllm:num_requests_waiting",
      "sglang:num_queue_reqs",
      "tgi_queue_size",
      "nv_inference_pending_request_count"),
  KV_USE(
      "Use of the KV cache",
      Unit.SHARE,
      "vllm:kv_cache_usage_perc",
      "vllm:gpu_cache_usage_perc",
      "sglang:token_usage"),
  PREEMPTIONS(
      "Preemptions so far", Unit.NUMBER, "vllm:num_preemptions_total", "vllm:num_preemptions"),
  PREFIX_QUERIES(
      "Prompt tokens looked up in the prefix cache so far",
      Unit.TOKENS,
      "vllm:prefix_cache_queries_total",
      "vllm:gpu_prefix_cache_queries_total",
      "vllm:prefix_cache_queries"),
  PREFIX_HITS(
      "Prompt tokens found in it so far",
      Unit.TOKENS,
      "vllm:prefix_cache_hits_total",
      "vllm:gpu_prefix_cache_hits_total",
      "vllm:prefix_cache_hits"),
  GPU_USE("GPU utilization", Unit.SHARE, "DCGM_FI_DEV_GPU_UTIL", "nv_gpu_utilization"),
  GPU_MEMORY("GPU memory in use, MiB", Unit.NUMBER, "DCGM_FI_DEV_FB_USED"),
  GPU_CLOCK("GPU clock, MHz", Unit.NUMBER, "DCGM_FI_DEV_SM_CLOCK"),
  GPU_TEMPERATURE("GPU temperature, °C", Unit.NUMBER, "DCGM_FI_DEV_GPU_TEMP"),
  POWER("GPU power, W", Unit.NUMBER, "DCGM_FI_DEV_POWER_USAGE", "nv_gpu_power_usage");

  private final String label;
  private final Unit unit;
  private final List<String> names;

  ServerFigure(String label, Unit unit, String... names) {
    this.label = label;
    this.unit = unit;
    this.names = List.of(names);
  }

  String label() {
    return label;
  }

  Unit unit() {
    return unit;
  }

  @JsonValue
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What its values are multiplied with to be in its unit. */
  double scaleOf(String name) {
    return name.equals("DCGM_FI_DEV_GPU_UTIL") ? 0.01 : 1;
  }

  static Optional<ServerFigure> of(String name) {
    return Arrays.stream(values()).filter(figure -> figure.names.contains(name)).findFirst();
  }
}
