package dev.facsimile.replay.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.facsimile.trace.outcome.ServerSample;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {

  @Test
  void figuresKeepTheirLabelsAndBucketsAreLeftOut() {
    String text =
        """
        # HELP vllm:num_requests_running Number of requests
        # TYPE vllm:num_requests_running gauge
        vllm:num_requests_running{engine="0",model_name="m"} 12.0
        vllm:num_requests_running{engine="1",model_name="m"} 3.0
        vllm:time_to_first_token_seconds_bucket{le="0.1"} 7.0
        vllm:time_to_first_token_seconds_sum{model_name="a } b"} 0.5
        DCGM_FI_DEV_POWER_USAGE{gpu="0"} 3.5e2 1700000000000
        process_cpu_seconds_total 9
        sglang:token_usage 0.25
        broken NaN
        tgi_queue_size +Inf
        """;
    assertEquals(
        List.of(
            new ServerSample(
                5, "http://s", "vllm:num_requests_running", "engine=\"0\",model_name=\"m\"", 12),
            new ServerSample(
                5, "http://s", "vllm:num_requests_running", "engine=\"1\",model_name=\"m\"", 3),
            new ServerSample(
                5, "http://s", "vllm:time_to_first_token_seconds_sum", "model_name=\"a } b\"", 0.5),
            new ServerSample(5, "http://s", "DCGM_FI_DEV_POWER_USAGE", "gpu=\"0\"", 350),
            new ServerSample(5, "http://s", "sglang:token_usage", "", 0.25)),
        PrometheusText.samples(text, 5, "http://s"));
  }
}
