package dev.facsimile.ingest;

import java.util.List;

/** Examples of what engines, benchmarks and datasets write. */
final class EngineExamples {
  static final List<Example> ALL =
      List.of(
          vllm(),
          sglang(),
          sglangText(),
          sglangMetrics(),
          tgi(),
          aiPerf(),
          lmCacheAgent(),
          shareGpt(),
          alpaca(),
          openAiMessages());

  private EngineExamples() {}

  private static Example vllm() {
    return Example.of(
        "vllm-log",
        List.of(
            """
            INFO 01-01 00:00:01 [logger.py:41] Received request c-1: prompt: 'hi\\n', params: \
            SamplingParams(n=1, max_tokens=512), prompt_token_ids: [1, 2, 3], lora_request: None.
            INFO 01-01 00:00:04 [logger.py:80] Generated response c-1: output: 'ok', \
            output_token_ids: [7, 0], finish_reason: stop
            """,
            """
            (APIServer pid=7) INFO 01-01 00:00:05 [logger.py:49] Received request c-2: params: \
            SamplingParams(n=1, max_tokens=64), lora_request: None.
            (APIServer pid=7) INFO 01-01 00:00:06 [async_llm.py:9] Aborted request c-2.
            """,
            """
            INFO 01-01 00:00:07 [logger.py:41] Received request c-3: prompt: None, params: \
            SamplingParams(n=1, max_tokens=32), prompt_token_ids: [5, 6], lora_request: None.
            """,
            """
            INFO:     10.0.0.5:51022 - "POST /v1/chat/completions HTTP/1.1" 200 OK
            """),
        """
        c-1 @946684801 in=3 out=2 max=512 stream=false status=completed finish=stop e2e=3 \
        content={"messages":[{"role":"user","content":"hi\\n"}],"response":{"choices":[{"message":{"role":"assistant","content":"ok"}}]}}
        merged: details, parts and end of a request
        c-2 @946684805 max=64 status=cancelled e2e=1
        merged: details, parts and end of a request
        skipped: not a line of vLLM's own logger
        c-3 @946684807 in=2 max=32
        """);
  }

  private static Example sglang() {
    String received =
        "{\"timestamp\": \"2024-06-10T06:13:2%d.125\", \"event\": \"request.received\", \"rid\": \"r-%d\","
            + " \"obj\": {\"rid\": \"r-%d\", \"stream\": true, \"sampling_params\":"
            + " {\"max_new_tokens\": 512}}}";
    String finished =
        "{\"timestamp\": \"2024-06-10T06:13:2%d.25\", \"event\": \"request.finished\", \"rid\": \"r-%d\","
            + " \"obj\": {\"rid\": \"r-%d\", \"stream\": true}, \"out\": {\"meta_info\": {\"id\": \"r-%d\","
            + " \"finish_reason\": {\"type\": \"stop\", \"matched\": 151645}, \"prompt_tokens\": 1200,"
            + " \"completion_tokens\": 230, \"cached_tokens\": 1024, \"e2e_latency\": 4.5}}}";
    return Example.of(
        "sglang",
        List.of(
            String.format(received, 0, 1, 1) + "\n" + String.format(finished, 5, 1, 1, 1),
            String.format(finished, 6, 2, 2, 2),
            String.format(received, 7, 3, 3)),
        """
        r-1 @1718000000.125 in=1200 out=230 cached=1024 max=512 stream=true status=completed \
        finish=stop e2e=4.5
        merged: the end of a request
        r-2 @1718000001.75 in=1200 out=230 cached=1024 stream=true status=completed \
        finish=stop e2e=4.5
        r-3 @1718000007.125 max=512 stream=true
        """);
  }

  private static Example sglangText() {
    String received =
        "[2024-06-10 06:13:2%d] Receive: obj=GenerateReqInput(rid='r-%d', sampling_params="
            + "{'max_new_tokens': 512}, stream=True)";
    String finished =
        "[2024-06-10 06:13:2%d] Finish: obj=GenerateReqInput(rid='r-%d', stream=True), out="
            + "{'meta_info': {'id': 'r-%d', 'finish_reason': {'type': 'stop', 'matched': 151645},"
            + " 'prompt_tokens': 1200, 'completion_tokens': 230, 'cached_tokens': 1024,"
            + " 'e2e_latency': 4.5}}";
    return Example.of(
        "sglang-log",
        List.of(
            String.format(received, 0, 1) + "\n" + String.format(finished, 5, 1, 1),
            String.format(finished, 6, 2, 2),
            String.format(received, 7, 3),
            "[2024-06-10 06:13:28] Prefill batch. #new-seq: 1, #new-token: 176"),
        """
        r-1 @1718000000 in=1200 out=230 cached=1024 max=512 stream=true status=completed \
        finish=stop e2e=4.5
        merged: the end of a request
        r-2 @1718000001.5 in=1200 out=230 cached=1024 stream=true status=completed \
        finish=stop e2e=4.5
        skipped: tells of no single request
        r-3 @1718000007 max=512 stream=true
        """);
  }

  private static Example sglangMetrics() {
    String record =
        "{\"request_parameters\": \"{\\\"rid\\\": \\\"r-%d\\\", \\\"stream\\\": true,"
            + " \\\"sampling_params\\\": {\\\"max_new_tokens\\\": 512}}\", \"id\": \"r-%d\","
            + " \"finish_reason\": {\"type\": \"length\", \"length\": 512}, \"prompt_tokens\": 1200,"
            + " \"completion_tokens\": 512, \"cached_tokens\": 1024, \"e2e_latency\": 9.125,"
            + " \"request_received_ts\": 171800000%d.5}";
    return Example.of(
        "sglang-metrics",
        List.of(
            String.format(record, 1, 1, 1),
            String.format(record, 2, 2, 2),
            String.format(record, 3, 3, 3)),
        """
        r-1 @1718000001.5 in=1200 out=512 cached=1024 max=512 stream=true status=completed \
        finish=length e2e=9.125
        r-2 @1718000002.5 in=1200 out=512 cached=1024 max=512 stream=true status=completed \
        finish=length e2e=9.125
        r-3 @1718000003.5 in=1200 out=512 cached=1024 max=512 stream=true status=completed \
        finish=length e2e=9.125
        """);
  }

  private static Example tgi() {
    return Example.of(
        "tgi",
        List.of(
            """
            2024-06-10T06:13:21.125000Z  INFO chat_completions{total_time="735ms" \
            validation_time="955.101µs" queue_time="73.002µs" inference_time="734.073009ms" \
            time_per_token="36.703650ms" seed="Some(7)"}: text_generation_router::server: \
            router/src/server.rs:622: Success
            """,
            """
            2024-06-10T06:13:29.500000Z  INFO generate{parameters=GenerateParameters { best_of: \
            None, max_new_tokens: Some(100), adapter_id: None } total_time="4.5s" \
            validation_time="440.000001ms" queue_time="95.001µs" inference_time="3.624904999s" \
            time_per_token="38.977473ms" seed="None"}: text_generation_router::server: \
            router/src/server.rs:402: Success
            """,
            """
            {"timestamp":"2024-06-10T06:13:30.500000Z","level":"INFO","message":"Success",\
            "target":"text_generation_router::server","span":{"name":"generate_stream",\
            "total_time":"2.5s","queue_time":"1ms","inference_time":"2.4s","time_per_token":"24ms"}}
            """,
            """
            2024-06-10T06:13:31.000000Z ERROR generate{parameters=GenerateParameters { best_of: \
            None, max_new_tokens: Some(9) }}: text_generation_router::infer: \
            router/src/infer.rs:1: `inputs` must be shorter
            """),
        """
        row-1 @1718000000.39 out=20 endpoint=chat_completions status=completed \
        queue=0.000073002 e2e=0.735
        row-2 @1718000005 out=93 max=100 endpoint=generate stream=false status=completed \
        queue=0.000095001 e2e=4.5
        row-3 @1718000008 out=100 endpoint=generate_stream stream=true status=completed \
        queue=0.001 e2e=2.5
        row-4 @1718000011 endpoint=generate stream=false status=failed
        """);
  }

  private static Example aiPerf() {
    String metadata =
        "{\"metadata\": {\"session_num\": 45, \"x_request_id\": \"q-%d\", \"x_correlation_id\":"
            + " \"s-%d\", \"turn_index\": 0, \"request_start_ns\": 171800000%d500000000,"
            + " \"benchmark_phase\": \"%s\", \"was_cancelled\": %s}, \"metrics\": %s, \"error\": %s}";
    String metrics =
        "{\"input_sequence_length\": {\"value\": 550, \"unit\": \"tokens\"}, \"time_to_first_token\":"
            + " {\"value\": 255.5, \"unit\": \"ms\"}, \"request_latency\": {\"value\": 297.5, \"unit\":"
            + " \"ms\"}, \"output_sequence_length\": {\"value\": 9, \"unit\": \"tokens\"},"
            + " \"inter_chunk_latency\": {\"value\": [4.8, 5.3], \"unit\": \"ms\"}}";
    String twice =
        "{\"input_sequence_length\": {\"value\": 550, \"unit\": \"tokens\"}, \"time_to_first_token\":"
            + " {\"value\": 255.5, \"unit\": \"ms\"}, \"time_to_first_token\": {\"value\":"
            + " 4.8984369999999995, \"unit\": \"ms\"}, \"inter_chunk_latency\": {\"value\":"
            + " [4.898437, 5.3], \"unit\": \"ms\"}}";
    String isl = "{\"error_isl\": {\"value\": 550, \"unit\": \"tokens\"}}";
    return Example.of(
        "aiperf",
        List.of(
            String.format(metadata, 1, 1, 1, "profiling", "false", metrics, "null"),
            String.format(metadata, 2, 2, 2, "profiling", "true", isl, "{\"code\": 499}"),
            String.format(metadata, 3, 3, 3, "warmup", "false", metrics, "null"),
            String.format(metadata, 4, 4, 4, "profiling", "false", isl, "{\"code\": 503}"),
            String.format(metadata, 5, 5, 5, "profiling", "false", twice, "null")),
        """
        q-1 @1718000001.5 in=550 out=9 session=s-1 turn=0 status=completed ttft=0.2555 \
        e2e=0.2975
        q-2 @1718000002.5 in=550 session=s-2 turn=0 status=cancelled http=499
        skipped: a warm-up request of the benchmark
        q-4 @1718000004.5 in=550 session=s-4 turn=0 status=rejected http=503
        q-5 @1718000005.5 in=550 session=s-5 turn=0 status=completed ttft=0.2555
        """);
  }

  private static Example lmCacheAgent() {
    String call =
        "{\"timestamp\": 171800000%d500000, \"input\": \"hi\", \"output\": \"ok\", \"session_id\": \"s-1\"}";
    return Example.of(
        "lmcache-agent",
        List.of(String.format(call, 2), String.format(call, 1), String.format(call, 3)),
        """
        row-1 @1718000002.5 class=agent session=s-1 \
        content={"messages":[{"role":"user","content":"hi"}],"response":{"choices":[{"message":{"role":"assistant","content":"ok"}}]}}
        row-2 @1718000001.5 class=agent session=s-1 \
        content={"messages":[{"role":"user","content":"hi"}],"response":{"choices":[{"message":{"role":"assistant","content":"ok"}}]}}
        row-3 @1718000003.5 class=agent session=s-1 \
        content={"messages":[{"role":"user","content":"hi"}],"response":{"choices":[{"message":{"role":"assistant","content":"ok"}}]}}
        """);
  }

  private static Example shareGpt() {
    String conversation =
        "{\"id\": \"d-%d\", \"conversations\": [{\"from\": \"human\", \"value\": \"Q1\"}, {\"from\": \"gpt\","
            + " \"value\": \"A1\"}, {\"from\": \"human\", \"value\": \"Q2\"}]}";
    return Example.of(
        "sharegpt",
        List.of(
            String.format(conversation, 1),
            "{\"id\": \"d-2\", \"conversations\": []}",
            "{\"id\": \"d-3\", \"conversations\": [{\"from\": \"system\", \"value\": \"S\"}, {\"from\":"
                + " \"human\", \"value\": \"Q\"}, {\"from\": \"gpt\", \"value\": \"A\"}]}"),
        """
        d-1:0 @0 session=d-1 turn=0 \
        content={"messages":[{"role":"user","content":"Q1"}],"response":{"choices":[{"message":{"role":"assistant","content":"A1"}}]}}
        d-1:1 @0 session=d-1 turn=1 \
        content={"messages":[{"role":"user","content":"Q1"},{"role":"assistant","content":"A1"},{"role":"user","content":"Q2"}]}
        skipped: a conversation in which nothing was asked
        d-3:0 @0 session=d-3 turn=0 \
        content={"messages":[{"role":"system","content":"S"},{"role":"user","content":"Q"}],"response":{"choices":[{"message":{"role":"assistant","content":"A"}}]}}
        """);
  }

  private static Example alpaca() {
    return Example.of(
        "alpaca",
        List.of(
            "{\"instruction\": \"Sum up.\", \"input\": \"Long.\", \"output\": \"Short.\"}",
            "{\"instruction\": \"Say hi.\", \"input\": \"\", \"output\": \"hi\"}",
            "{\"instruction\": \"Say no.\", \"output\": \"no\"}"),
        """
        row-1 @0 content={"messages":[{"role":"user","content":"Sum \
        up.\\n\\nLong."}],"response":{"choices":[{"message":{"role":"assistant","content":"Short."}}]}}
        row-2 @0 content={"messages":[{"role":"user","content":"Say \
        hi."}],"response":{"choices":[{"message":{"role":"assistant","content":"hi"}}]}}
        row-3 @0 content={"messages":[{"role":"user","content":"Say \
        no."}],"response":{"choices":[{"message":{"role":"assistant","content":"no"}}]}}
        """);
  }

  private static Example openAiMessages() {
    String messages =
        "{\"id\": \"d-%d\", \"model\": \"m-4\", \"messages\": [{\"role\": \"user\", \"content\": \"Q\"},"
            + " {\"role\": \"assistant\", \"content\": \"A\"}]}";
    return Example.of(
        "openai-messages",
        List.of(
            String.format(messages, 1),
            String.format(messages, 2),
            "{\"id\": \"d-3\", \"messages\": [{\"role\": \"user\", \"content\": \"Q\"}], \"tools\":"
                + " [{\"type\": \"function\"}]}"),
        """
        d-1:0 @0 model=m-4 session=d-1 turn=0 \
        content={"messages":[{"role":"user","content":"Q"}],"response":{"choices":[{"message":{"role":"assistant","content":"A"}}]}}
        d-2:0 @0 model=m-4 session=d-2 turn=0 \
        content={"messages":[{"role":"user","content":"Q"}],"response":{"choices":[{"message":{"role":"assistant","content":"A"}}]}}
        d-3:0 @0 session=d-3 turn=0 \
        content={"messages":[{"role":"user","content":"Q"}],"tools":[{"type":"function"}]}
        """);
  }
}
