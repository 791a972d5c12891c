package dev.facsimile.ingest;

import java.util.List;

/** Examples of what gateways, clouds and observability stores log. */
final class GatewayExamples {
  static final List<Example> ALL =
      List.of(
          liteLlm(),
          spendLogs(),
          otlp(),
          bedrock(),
          apim(),
          azureOpenAi(),
          langfuse(),
          envoy(),
          kong(),
          helicone(),
          heliconeCsv(),
          batch());

  private GatewayExamples() {}

  private static Example liteLlm() {
    return Example.of(
        "litellm",
        List.of(
            """
            {"id": "call-1", "trace_id": "conv-1", "call_type": "acompletion", "stream": true, \
            "status": "success", "prompt_tokens": 900, "completion_tokens": 120, \
            "startTime": 1718000000.125, "completionStartTime": 1718000000.5, "endTime": 1718000002, \
            "model": "m-small", "model_group": "chat", "cache_hit": false, "request_tags": ["rag"], \
            "end_user": "", "metadata": {"user_api_key_user_id": "u-1", "user_api_key_hash": "k1", "user_api_key_team_id": "team-a", \
            "usage_object": {"prompt_tokens_details": {"cached_tokens": 512}}}, \
            "messages": [{"role": "user", "content": "hi"}], \
            "response": {"choices": [{"finish_reason": "stop"}]}, \
            "model_parameters": {"max_tokens": 256}}
            """,
            """
            {"id": "call-2", "trace_id": "conv-2", "call_type": "acompletion", "status": "failure", \
            "prompt_tokens": 0, "completion_tokens": 0, "startTime": 1718000001, \
            "endTime": 1718000001.2, "model": "m-small", "model_group": "chat", "cache_hit": null, \
            "error_information": {"error_code": "429"}, "model_parameters": {"stream": true}, \
            "messages": "redacted-by-litellm", "metadata": {"user_api_key_hash": "k2"}}
            {"id": "call-3", "trace_id": "conv-2", "call_type": "acompletion", "status": "success", \
            "prompt_tokens": 40, "completion_tokens": 8, "startTime": 1718000001.5, \
            "completionStartTime": 1718000003, "endTime": 1718000003, "model": "m-small", \
            "model_group": "chat", "messages": "redacted-by-litellm", "metadata": {}}
            """,
            """
            {"id": "call-4", "call_type": "acompletion", "status": "success", "prompt_tokens": 1, \
            "completion_tokens": 1, "startTime": 1718000004, "model_group": "chat", \
            "metadata": {"user_api_key_hash": "litellm-internal-health-check"}}
            {"id": "call-6", "call_type": "acompletion", "status": "success", "prompt_tokens": 1, \
            "completion_tokens": 1, "startTime": 1718000004, "model_group": "chat-small", \
            "request_tags": ["litellm-internal-health-check"], "metadata": {}}
            """,
            """
            {"id": "call-7", "trace_id": "conv-7", "call_type": "acompletion", "status": "failure", \
            "prompt_tokens": 0, "startTime": 1718000006, "model_group": "chat", \
            "error_information": {"error_code": "500"}, "messages": [{"role": "user", \
            "content": "one"}]}
            {"id": "call-8", "trace_id": "conv-7", "call_type": "acompletion", "status": "odd", \
            "prompt_tokens": 41, "completion_tokens": 9, "startTime": 1718000007, \
            "endTime": 1718000008, "model_group": "chat", "cache_hit": false, "messages": [{"role": "user", \
            "content": "two"}]}
            """,
            """
            {"id": "call-9", "trace_id": "conv-9", "call_type": "acompletion", "status": "failure", \
            "prompt_tokens": 0, "startTime": 1718000009, "model_group": "chat", \
            "error_information": {"error_code": "503"}}
            """,
            """
            {"id": "call-5", "call_type": "acompletion", "status": "success", "prompt_tokens": 40, \
            "completion_tokens": 8, "startTime": 1718000005, "model_group": "chat", \
            "cache_hit": true}
            """),
        """
        call-1 @1718000000.125 in=900 out=120 cached=512 max=256 class=rag tenant=team-a \
        user=u-1 model=m-small endpoint=acompletion session=conv-1 stream=true status=completed finish=stop \
        ttft=0.375 e2e=1.875 content={"messages":[{"role":"user","content":"hi"}],\
        "response":{"choices":[{"finish_reason":"stop"}]}}
        merged: an attempt that failed and was tried again (same trace_id)
        call-3 @1718000001.5 in=40 out=8 model=m-small endpoint=acompletion session=conv-2 \
        status=completed e2e=1.5
        skipped: the gateway's own health check or job
        skipped: the gateway's own health check or job
        call-7 @1718000006 endpoint=acompletion session=conv-7 status=failed http=500 \
        content={"messages":[{"role":"user","content":"one"}]}
        call-8 @1718000007 in=41 out=9 endpoint=acompletion session=conv-7 e2e=1 \
        content={"messages":[{"role":"user","content":"two"}]}
        skipped: answered by the gateway's own cache
        call-9 @1718000009 endpoint=acompletion session=conv-9 status=rejected http=503
        """);
  }

  private static Example spendLogs() {
    return new Example(
        "litellm-spendlogs",
        "request_id,call_type,api_key,spend,prompt_tokens,completion_tokens,startTime,endTime,"
            + "completionStartTime,model,metadata,cache_hit,request_tags,team_id,session_id,status",
        List.of(
            "r-1,acompletion,k1,0.1,900,120,2024-06-10 06:13:20.125,2024-06-10 06:13:22,"
                + "2024-06-10 06:13:20.5,m-small,\"{\"\"additional_usage_values\"\": "
                + "{\"\"prompt_tokens_details\"\": {\"\"cached_tokens\"\": 512}}}\",False,"
                + "\"[\"\"rag\"\"]\",team-a,conv-1,success",
            "r-2,acompletion,k2,0,0,0,2024-06-10 06:13:21,2024-06-10"
                + " 06:13:21.2,,m-small,{},None,[],,conv-2,failure\n"
                + "r-3,acompletion,k2,0.2,40,8,2024-06-10 06:13:21.5,2024-06-10 06:13:23,2024-06-10"
                + " 06:13:23,m-small,{},,,,conv-2,success",
            "r-5,acompletion,k2,0,0,0,2024-06-10 06:13:24,2024-06-10"
                + " 06:13:24.2,,m-small,{},None,[],,conv-5,failure",
            "r-4,acompletion,k2,0,40,8,2024-06-10 06:13:25,2024-06-10 06:13:25,,m-small,{},True,,,"
                + "conv-3,success"),
        """
        r-1 @1718000000.125 in=900 out=120 cached=512 class=rag tenant=team-a model=m-small \
        endpoint=acompletion session=conv-1 stream=true status=completed ttft=0.375 e2e=1.875
        merged: an attempt that failed and was tried again (same trace_id)
        r-3 @1718000001.5 in=40 out=8 tenant=k2 model=m-small endpoint=acompletion session=conv-2 \
        stream=false status=completed e2e=1.5
        skipped: answered by the gateway's own cache
        r-5 @1718000004 tenant=k2 model=m-small endpoint=acompletion session=conv-5 status=failed
        """);
  }

  private static Example otlp() {
    return Example.of(
        "otlp-genai",
        List.of(
            """
            {"resourceSpans": [{"resource": {"attributes": [{"key": "service.name", "value": \
            {"stringValue": "shop"}}]}, "scopeSpans": [{"spans": [\
            {"traceId": "t1", "spanId": "s1", "parentSpanId": "s0", "name": "chat m-small", \
            "startTimeUnixNano": "1718000000125000000", "endTimeUnixNano": "1718000002000000000", \
            "status": {}, "attributes": [\
            {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}, \
            {"key": "gen_ai.request.model", "value": {"stringValue": "m-small"}}, \
            {"key": "gen_ai.response.id", "value": {"stringValue": "a-1"}}, \
            {"key": "gen_ai.conversation.id", "value": {"stringValue": "conv-1"}}, \
            {"key": "enduser.id", "value": {"stringValue": "u-1"}}, \
            {"key": "gen_ai.request.stream", "value": {"boolValue": true}}, \
            {"key": "gen_ai.request.max_tokens", "value": {"intValue": "256"}}, \
            {"key": "gen_ai.response.finish_reasons", "value": {"arrayValue": {"values": \
            [{"stringValue": "stop"}]}}}, \
            {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "900"}}, \
            {"key": "gen_ai.usage.cache_read.input_tokens", "value": {"intValue": "512"}}, \
            {"key": "gen_ai.usage.output_tokens", "value": {"intValue": "120"}}, \
            {"key": "gen_ai.usage.reasoning.output_tokens", "value": {"intValue": "64"}}, \
            {"key": "gen_ai.response.time_to_first_chunk", "value": {"doubleValue": 0.375}}]}, \
            {"traceId": "t1", "spanId": "s0", "name": "invoke_agent shop", \
            "startTimeUnixNano": "1718000000000000000", "attributes": [\
            {"key": "gen_ai.operation.name", "value": {"stringValue": "invoke_agent"}}, \
            {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "900"}}]}]}]}]}
            """,
            """
            {"resourceSpans": [{"scopeSpans": [{"spans": [\
            {"traceId": "t2", "spanId": "v2", "parentSpanId": "c2", "name": "llm_request", \
            "startTimeUnixNano": "1718000001000000000", "endTimeUnixNano": 1718000001500000000, \
            "attributes": [\
            {"key": "gen_ai.system", "value": {"stringValue": "vllm"}}, \
            {"key": "gen_ai.response.model", "value": {"stringValue": "m-8b"}}, \
            {"key": "gen_ai.request.id", "value": {"stringValue": "cmpl-2"}}, \
            {"key": "gen_ai.usage.prompt_tokens", "value": {"intValue": 88}}, \
            {"key": "gen_ai.usage.completion_tokens", "value": {"intValue": "12"}}, \
            {"key": "gen_ai.latency.time_in_queue", "value": {"doubleValue": 0.002}}, \
            {"key": "gen_ai.latency.time_to_first_token", "value": {"doubleValue": 0.031}}, \
            {"key": "gen_ai.latency.e2e", "value": {"doubleValue": 0.44}}]}, \
            {"traceId": "t2", "spanId": "c2", "name": "chat", \
            "startTimeUnixNano": "1718000000900000000", "endTimeUnixNano": "1718000001600000000", "attributes": [\
            {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}, \
            {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "88"}}]}, \
            {"traceId": "t2", "spanId": "h2", "name": "GET /health", "startTimeUnixNano": "1"}, \
            {"traceId": "t2", "spanId": "b2", "name": "chat", "attributes": [\
            {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}]}]}]}]}
            """,
            """
            {"trace_id": "t3", "spans": [{"trace_id": "t3", "span_id": "s3", "parent_span_id": null, \
            "start_time": "2024-06-10T06:13:23.000000", "end_time": "2024-06-10T06:13:24.500000", \
            "attributes": {"exgentic.session.id": "conv-3", "gen_ai.operation.name": "chat", \
            "gen_ai.request.model": "m-4", "gen_ai.request.max_tokens": 500, \
            "gen_ai.input.messages": "[{\\"role\\": \\"user\\", \\"content\\": \\"hi\\"}]", \
            "gen_ai.output.text": "hello"}, "status": {"code": 1, "message": ""}}]}
            """,
            """
            {"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "t4", "spanId": "s4", \
            "startTimeUnixNano": "1718000005000000000", "status": {"code": 2}, "attributes": [\
            {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}, \
            {"key": "error.type", "value": {"stringValue": "429"}}]}]}]}]}
            """),
        """
        a-1 @1718000000.125 in=900 out=120 cached=512 reasoning=64 max=256 tenant=shop user=u-1 \
        model=m-small endpoint=chat session=conv-1 stream=true status=completed finish=stop ttft=0.375 e2e=1.875
        skipped: an agent's span: its tokens are those of the calls within it
        cmpl-2 @1718000001 in=88 out=12 model=m-8b status=completed queue=0.002 ttft=0.031 e2e=0.44
        merged: the same call, seen by another span around or within it
        skipped: no GenAI span
        rejected: line 2 startTimeUnixNano is missing, expected a time
        s3 @1718000003 max=500 model=m-4 endpoint=chat session=conv-3 status=completed e2e=1.5 \
        content={"messages":[{"role":"user","content":"hi"}],"response":{"choices":[{"message":\
        {"role":"assistant","content":"hello"}}]}}
        s4 @1718000005 endpoint=chat status=rejected
        """);
  }

  private static Example bedrock() {
    return Example.of(
        "bedrock",
        List.of(
            """
            {"schemaType": "ModelInvocationLog", "schemaVersion": "1.0", \
            "timestamp": "2024-06-10T06:13:20Z", "accountId": "1", \
            "identity": {"arn": "arn:aws:sts::1:role/app"}, "region": "us-east-1", \
            "requestId": "q-1", "operation": "ConverseStream", "modelId": "m.haiku-v1:0", \
            "inferenceRegion": "us-west-2", "requestMetadata": {"user_id": "u-1"}, "input": {"inputBodyJson": {"messages": [{"role": "user", \
            "content": [{"text": "hi"}]}], "inferenceConfig": {"maxTokens": 256}}, \
            "inputTokenCount": 176, "cacheReadInputTokenCount": 1024, \
            "cacheWriteInputTokenCount": 100}, "output": {"outputBodyJson": {"output": {"message": \
            {"content": [{"text": "yes"}]}}, "stopReason": "end_turn", \
            "metrics": {"latencyMs": 3640}}, "outputTokenCount": 446}}
            """,
            """
            {"schemaType": "ModelInvocationLog", "timestamp": "2024-06-10T06:13:21Z", \
            "requestId": "q-2", "operation": "InvokeModelWithResponseStream", \
            "modelId": "arn:aws:bedrock:us-east-1:1:inference-profile/m.sonnet", \
            "input": {"inputTokenCount": 50, "inputBodyS3Path": "s3://b/k"}, "output": \
            {"outputBodyJson": [{"type": "message_delta", "delta": {"stop_reason": "max_tokens"}}, \
            {"type": "message_stop", "amazon-bedrock-invocationMetrics": {"inputTokenCount": 50, \
            "invocationLatency": 900, "firstByteLatency": 120}}], "outputTokenCount": 7}}
            """,
            """
            {"schemaType": "ModelInvocationLog", "timestamp": "2024-06-10T06:13:22Z", \
            "requestId": "q-3", "operation": "InvokeModel", "modelId": "m.haiku-v1:0", \
            "errorCode": "ThrottlingException", "input": {"inputBodyS3Path": "s3://b/k"}}
            """,
            """
            {"schemaType": "ModelInvocationLog", "timestamp": "2024-06-10T06:13:23Z", \
            "requestId": "q-4", "operation": "StartAsyncInvoke", "modelId": "m.video"}
            """),
        """
        q-1 @1718000000 in=1300 out=446 cached=1024 max=256 tenant=arn:aws:sts::1:role/app \
        user=u-1 model=m.haiku-v1:0 region=us-west-2 endpoint=ConverseStream stream=true status=completed \
        finish=end_turn e2e=3.64 content={"messages":[{"role":"user","content":[{"text":"hi"}]}],\
        "response":{"choices":[{"message":{"role":"assistant","content":"yes"}}]}}
        q-2 @1718000001 in=50 out=7 model=m.sonnet endpoint=InvokeModelWithResponseStream stream=true \
        status=completed finish=max_tokens ttft=0.12 e2e=0.9
        q-3 @1718000002 model=m.haiku-v1:0 endpoint=InvokeModel stream=false status=rejected
        skipped: an operation that asks no model for an answer at once
        """);
  }

  private static Example apim() {
    return Example.of(
        "azure-apim",
        List.of(
            """
            {"TimeGenerated": "2024-06-10T06:13:20.1234567Z", "CorrelationId": "c1", \
            "RequestId": "q-1", "Region": "East US", "DeploymentName": "d", "ModelName": "m-4", \
            "IsStreamCompletion": true, "PromptTokens": null, "CompletionTokens": null, \
            "SequenceNumber": 0, "RequestMessages": "[{\\"role\\":\\"user\\",", \
            "Type": "ApiManagementGatewayLlmLog"}
            {"TimeGenerated": "2024-06-10T06:13:20.1234567Z", "CorrelationId": "c1", \
            "RequestId": "q-1", "PromptTokens": 900, "CompletionTokens": 120, "SequenceNumber": 1, \
            "RequestMessages": "\\"content\\":\\"hi\\"}]", "ResponseMessages": \
            "[{\\"role\\":\\"assistant\\",\\"content\\":\\"yes\\"}]"}
            """,
            """
            {"TimeGenerated": "2024-06-10T06:13:21Z", "CorrelationId": "c2", "RequestId": "q-2", \
            "ModelName": "m-4", "IsStreamCompletion": false, "PromptTokens": 40, \
            "CompletionTokens": 8, "SequenceNumber": 0}
            """,
            """
            {"TimeGenerated": "2024-06-10T06:13:22Z", "CorrelationId": "c3", "RequestId": "q-3", \
            "PromptTokens": 41, "CompletionTokens": 9, "SequenceNumber": 1}
            """,
            """
            {"TimeGenerated": "2024-06-10T06:13:23Z", "CorrelationId": "c4", "Region": "East US", \
            "ResponseCode": 429, "TotalTime": 12, "UserId": "u-4", "Type": "ApiManagementGatewayLogs"}
            {"TimeGenerated": "2024-06-10T06:13:23Z", "CorrelationId": "c4", "Type": "AppTraces"}
            """,
            """
            {"TimeGenerated": "2024-06-10T06:13:24Z", "CorrelationId": "c5", "SequenceNumber": 0}
            """),
        """
        merged: a further part of a request whose messages are split over rows
        details for c4: c4 @1718000003 user=u-4 region=East US status=rejected http=429
        skipped: a row of another table than ApiManagementGatewayLlmLog and ApiManagementGatewayLogs
        q-1 @1718000000.1234567 in=900 out=120 model=m-4 region=East US stream=true status=completed \
        content={"messages":[{"role":"user","content":"hi"}],"response":{"choices":[{"message":\
        {"role":"assistant","content":"yes"}}]}}
        q-2 @1718000001 in=40 out=8 model=m-4 stream=false status=completed
        skipped: further parts of a request whose first row is not in the log or came late
        c5 @1718000004
        """);
  }

  private static Example azureOpenAi() {
    return Example.of(
        "azure-openai",
        List.of(
            """
            {"Tenant": "eastus", "category": "RequestResponse", "correlationId": "q-1", \
            "durationMs": 1021, "location": "eastus", "operationName": "ChatCompletions_Create", \
            "properties": "{\\"requestTime\\":638535968001250000,\\"requestLength\\":4210,\
            \\"streamType\\":\\"Non-Streaming\\",\\"modelName\\":\\"m-4\\",\\"objectId\\":\\"\\"}", \
            "resultSignature": "200", "time": "2024-06-10T06:13:21Z"}
            """,
            """
            {"category": "RequestResponse", "correlationId": "q-2", "durationMs": -3, \
            "operationName": "ChatCompletions_Create", "properties": \
            {"requestTime": 638535968010000000, "streamType": "Streaming", \
            "modelDeploymentName": "pilot", "objectId": "o-1"}, "resultSignature": 200}
            """,
            """
            {"category": "RequestResponse", "correlationId": "q-3", "durationMs": 3, \
            "operationName": "ChatCompletions_Create", "properties": \
            {"requestTime": 638535968020000000}, "resultSignature": "429"}
            """,
            """
            {"category": "RequestResponse", "durationMs": 3, "operationName": "ListKey", \
            "properties": {}}
            """,
            """
            {"category": "Audit", "durationMs": 3, "operationName": "ListKey", "properties": {}}
            """),
        """
        q-1 @1718000000.125 model=m-4 region=eastus endpoint=ChatCompletions_Create stream=false \
        status=completed http=200 e2e=1.021
        q-2 @1718000001 tenant=o-1 model=pilot endpoint=ChatCompletions_Create stream=true \
        status=completed http=200
        q-3 @1718000002 endpoint=ChatCompletions_Create status=rejected http=429
        skipped: an operation that asks no model for text
        skipped: a log of another category than RequestResponse
        """);
  }

  private static Example langfuse() {
    return Example.of(
        "langfuse",
        List.of(
            """
            {"id": "o-1", "traceId": "t1", "startTime": "2024-06-10T06:13:20.125Z", \
            "endTime": "2024-06-10T06:13:22Z", "parentObservationId": null, "type": "GENERATION", \
            "level": "DEFAULT", "userId": "u-1", "sessionId": "conv-1", \
            "input": "[{\\"role\\":\\"user\\",\\"content\\":\\"hi\\"}]", "output": "yes", \
            "providedModelName": "m-small", "modelParameters": {"max_tokens": 256}, \
            "usageDetails": {"input": 176, "input_cached_tokens": 1024, "output": 200, \
            "output_reasoning_tokens": 30, "total": 1430}, "latency": 1.875, \
            "timeToFirstToken": 0.375, "traceName": "support"}
            {"id": "o-0", "traceId": "t1", "startTime": "2024-06-10T06:13:20Z", "type": "SPAN", \
            "usageDetails": {}, "parentObservationId": "o-1"}
            """,
            """
            {"id": "o-2", "traceId": "t2", "startTime": "2024-06-10T06:13:21Z", \
            "endTime": "2024-06-10T06:13:22.5Z", "type": "GENERATION", "model": "m-old", \
            "usage": {"input": 40, "output": 8, "total": 48, "unit": "TOKENS"}, \
            "promptTokens": 40, "completionTokens": 8}
            """,
            """
            {"id": "o-3", "traceId": "t3", "startTime": "2024-06-10T06:13:22Z", "latency": 1.5, \
            "type": "GENERATION", "usageDetails": {"input": 1200, "input_cached_tokens": 1024, \
            "output": 230, "total": 1430}}
            {"id": "o-4", "traceId": "t3", "startTime": "2024-06-10T06:13:22.5Z", "latency": 0.75, \
            "type": "GENERATION", "parentObservationId": "o-3", "usageDetails": {"input": 1200}}
            {"id": "o-6", "traceId": "t3", "startTime": "2024-06-10T06:13:24Z", "latency": 0.75, \
            "type": "GENERATION", "parentObservationId": "o-3", "usageDetails": {"input": 1201}}
            """,
            """
            {"id": "o-5", "traceId": "t5", "startTime": "2024-06-10T06:13:25Z", \
            "type": "EMBEDDING", "level": "ERROR", "usageDetails": {"input": 0}}
            """),
        """
        o-1 @1718000000.125 in=1200 out=230 cached=1024 reasoning=30 max=256 class=support tenant=u-1 \
        user=u-1 model=m-small session=conv-1 stream=true status=completed ttft=0.375 e2e=1.875 \
        content={"messages":[{"role":"user","content":"hi"}],"response":{"choices":[{"message":\
        {"role":"assistant","content":"yes"}}]}}
        skipped: an observation that is neither generation nor embedding
        o-2 @1718000001 in=40 out=8 model=m-old status=completed e2e=1.5
        o-3 @1718000002 in=1200 out=230 cached=1024 status=completed e2e=1.5
        merged: the same call, seen by another generation around or within it
        o-6 @1718000004 in=1201 status=completed e2e=0.75
        o-5 @1718000005 status=failed
        """);
  }

  private static Example envoy() {
    return Example.of(
        "envoy-ai-gateway",
        List.of(
            """
            {"start_time": "2024-06-10T06:13:20.125Z", "method": "POST", "response_code": 200, \
            "duration": 1526, "gen_ai.request.model": "m-small", \
            "gen_ai.usage.input_tokens": 15, "gen_ai.usage.output_tokens": 7, \
            "session.id": "conv-1", "user.id": "u-1", "response_flags": "-", \
            "x-envoy-origin-path": "/v1/chat/completions", "x-request-id": "q-1"}
            """,
            """
            {"start_time": "2024-06-10T06:13:21Z", "method": "POST", "response_code": 429, \
            "response_flags": "RL", "duration": 1, "gen_ai.request.model": "m-small", \
            "gen_ai.usage.input_tokens": null, "x-request-id": "q-2"}
            """,
            """
            {"start_time": "2024-06-10T06:13:22Z", "method": "GET", "response_code": 200, \
            "duration": 1, "gen_ai.request.model": null, "x-envoy-origin-path": "/health"}
            """,
            """
            {"start_time": "2024-06-10T06:13:23Z", "method": "POST", "response_code": 0, \
            "response_flags": "DC", "duration": 9, "gen_ai.request.model": "m-small", \
            "x-request-id": "q-4"}
            """),
        """
        q-1 @1718000000.125 in=15 out=7 user=u-1 model=m-small endpoint=/v1/chat/completions session=conv-1 \
        status=completed http=200 e2e=1.526
        q-2 @1718000001 model=m-small status=rejected http=429
        skipped: asks no model: a health check, a list of models or another route
        q-4 @1718000003 model=m-small status=cancelled http=0
        """);
  }

  private static Example kong() {
    return Example.of(
        "kong",
        List.of(
            """
            {"started_at": 1718000000125, "upstream_uri": "/v1/chat/completions", \
            "request": {"id": "q-1"}, "response": {"status": 200}, "latencies": {"request": 2700}, \
            "consumer": {"username": "shop"}, "ai": {"proxy": {"usage": {"prompt_tokens": 14, \
            "prompt_tokens_details": {"cached_tokens": 4}, "completion_tokens": 21, \
            "completion_tokens_details": {"reasoning_tokens": 5}, "time_to_first_token": 410}, \
            "meta": {"request_model": "m-small", "request_mode": "stream"}}}}
            """,
            """
            [{"started_at": 1718000001000, "request": {"id": "q-2"}, "response": {"status": 200}, \
            "latencies": {"request": 900}, "ai": {"proxy": {"usage": {"prompt_token": 40, \
            "completion_token": 8, "time_to_first_token": 300}, "meta": \
            {"request_model": "m-small", "request_mode": "oneshot"}}}}, \
            {"started_at": 1718000001100, "request": {"id": "q-3"}, "response": {"status": 200}, \
            "latencies": {"request": 3}, "ai": {"proxy": {"cache": {"cache_status": "Hit"}}}}, \
            {"started_at": 1718000001150, "request": {"id": "q-5"}, "response": {"status": 200}, \
            "latencies": {"request": 3}, "ai": {"ai-semantic-cache": {"cache": \
            {"cache_status": "Hit"}}}}, \
            {"started_at": 1718000001200, "request": {"id": "h", "uri": "/health"}, \
            "response": {"status": 200}, "latencies": {"request": 1}}]
            """,
            """
            {"started_at": 1718000002000, "request": {"id": "q-4"}, "response": {"status": 503}, \
            "latencies": {"request": 1}, "ai": {"proxy": {"meta": {"request_model": "m-small"}}}}
            """),
        """
        q-1 @1718000000.125 in=14 out=21 cached=4 reasoning=5 tenant=shop model=m-small \
        endpoint=/v1/chat/completions stream=true status=completed http=200 ttft=0.41 e2e=2.7
        q-2 @1718000001 in=40 out=8 model=m-small stream=false status=completed http=200 e2e=0.9
        skipped: answered by the gateway's own cache
        skipped: answered by the gateway's own cache
        skipped: no AI proxy answered: a health check or another route
        q-4 @1718000002 model=m-small status=rejected http=503
        """);
  }

  private static final String HELICONE_ROWS =
      """
      q-1 @1718000000.125 in=1200 out=230 tenant=u-1 user=u-1 model=m-small \
      endpoint=/v1/chat/completions session=conv-1 status=completed http=200 ttft=0.489 e2e=4.753
      q-2 @1718000001 tenant=u-1 user=u-1 model=m-small endpoint=/v1/chat/completions status=cancelled
      skipped: still pending when it was exported
      """;

  private static Example helicone() {
    return Example.of(
        "helicone",
        List.of(
            """
            {"request_id": "q-1", "request_created_at": "2024-06-10T06:13:20.125Z", \
            "response_status": 200, "request_model": "m-small", "delay_ms": 4753, \
            "time_to_first_token": 489, "prompt_tokens": 1200, "completion_tokens": 230, \
            "request_user_id": "u-1", "request_path": "/v1/chat/completions", \
            "request_properties": {"Helicone-Session-Id": "conv-1"}}
            """,
            """
            {"request_id": "q-2", "request_created_at": "2024-06-10T06:13:21Z", \
            "response_status": -3, "request_model": "m-small", "delay_ms": 10, \
            "prompt_tokens": 0, "completion_tokens": 0, "request_user_id": "u-1", \
            "request_path": "/v1/chat/completions", "request_properties": {}}
            """,
            """
            {"request_id": "q-3", "request_created_at": "2024-06-10T06:13:22Z", \
            "response_status": -2, "request_model": "m-small", "delay_ms": null, \
            "prompt_tokens": null}
            """),
        HELICONE_ROWS);
  }

  private static Example heliconeCsv() {
    return new Example(
        "helicone-csv",
        "request_id,request_created_at,response_status,request_model,delay_ms,time_to_first_token,"
            + "prompt_tokens,completion_tokens,request_user_id,request_path,request_properties",
        List.of(
            "q-1,2024-06-10T06:13:20.125Z,200,m-small,4753,489,1200,230,u-1,/v1/chat/completions,"
                + "\"{\"\"Helicone-Session-Id\"\":\"\"conv-1\"\"}\"",
            "q-2,2024-06-10T06:13:21Z,-3,m-small,10,,0,0,u-1,/v1/chat/completions,{}",
            "q-3,2024-06-10T06:13:22Z,-2,m-small,,,,,,,"),
        HELICONE_ROWS);
  }

  private static Example batch() {
    return Example.of(
        "openai-batch",
        List.of(
            """
            {"custom_id": "req-1", "method": "POST", "url": "/v1/chat/completions", "body": \
            {"model": "m-small", "messages": [{"role": "user", "content": "hi"}], "max_tokens": 64, \
            "user": "u-1"}}
            {"id": "b-1", "custom_id": "req-1", "response": {"status_code": 200, "body": \
            {"created": 1718000004, "model": "m-small-0718", "choices": [{"message": \
            {"role": "assistant", "content": "yes"}, "finish_reason": "stop"}], \
            "usage": {"prompt_tokens": 18, "completion_tokens": 1, "prompt_tokens_details": \
            {"cached_tokens": 2}, "completion_tokens_details": {"reasoning_tokens": 0}}}}, \
            "error": null}
            """,
            """
            {"id": "b-2", "custom_id": "req-2", "response": null, "error": {"code": "batch_expired"}}
            """,
            """
            {"id": "b-3", "custom_id": "req-3", "response": {"status_code": 200, "body": \
            {"created": 1718000005, "model": "m-small-0718", "usage": {"prompt_tokens": 20, \
            "completion_tokens": 2}}}, "error": null}
            """,
            """
            {"custom_id": "req-4", "method": "POST", "url": "/v1/chat/completions", "body": {}}
            """),
        """
        merged: the request of an answer in the batch
        skipped: expired or failed within the batch: nothing tells when
        skipped: a request of a batch without its answer: nothing tells when
        b-1 @1718000004 in=18 out=1 cached=2 reasoning=0 max=64 user=u-1 model=m-small \
        endpoint=/v1/chat/completions stream=false status=completed http=200 finish=stop \
        content={"messages":[{"role":"user","content":"hi"}],"response":{"created":1718000004,\
        "model":"m-small-0718","choices":[{"message":{"role":"assistant","content":"yes"},\
        "finish_reason":"stop"}],"usage":{"prompt_tokens":18,"completion_tokens":1,\
        "prompt_tokens_details":{"cached_tokens":2},"completion_tokens_details":\
        {"reasoning_tokens":0}}}}
        b-3 @1718000005 in=20 out=2 model=m-small-0718 stream=false status=completed http=200
        """);
  }
}
