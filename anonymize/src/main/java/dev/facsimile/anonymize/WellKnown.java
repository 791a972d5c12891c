package dev.facsimile.anonymize;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The public vocabulary of serving APIs. A value outside it may be free text of somebody's, and
 * becomes {@link #OTHER}.
 */
final class WellKnown {
  /** Stands for every value that is not released. */
  static final String OTHER = "other";

  /** OpenAI, Anthropic, Bedrock, Gemini, vLLM, SGLang, TGI. */
  private static final Set<String> FINISH_REASONS =
      Set.of(
          "stop",
          "length",
          "tool_calls",
          "function_call",
          "content_filter",
          "end_turn",
          "max_tokens",
          "stop_sequence",
          "tool_use",
          "pause_turn",
          "refusal",
          "guardrail_intervened",
          "content_filtered",
          "model_context_window_exceeded",
          "safety",
          "recitation",
          "malformed_function_call",
          "eos",
          "eos_token",
          "max_new_tokens",
          "max_output_tokens",
          "abort",
          "cancelled",
          "timeout",
          "error",
          OTHER);

  /** API routes without host, version and slash in front; LiteLLM's call types. */
  private static final Set<String> ENDPOINTS =
      Set.of(
          "chat/completions",
          "completions",
          "responses",
          "messages",
          "embeddings",
          "rerank",
          "score",
          "moderations",
          "generate",
          "generate_stream",
          "generatecontent",
          "streamgeneratecontent",
          "invoke",
          "invokemodel",
          "invokemodelwithresponsestream",
          "chatcompletions_create",
          "completions_create",
          "embeddings_create",
          "generate_content",
          "invoke-with-response-stream",
          "converse",
          "conversestream",
          "api/chat",
          "api/generate",
          "chat",
          "text_completion",
          "completion",
          "acompletion",
          "atext_completion",
          "aresponses",
          "embedding",
          "aembedding",
          "anthropic_messages",
          OTHER);

  /** The IANA registry of HTTP status codes that a serving API answers with, and 499 and 529. */
  private static final Set<Integer> HTTP_STATUSES =
      Set.of(
          200, 201, 202, 204, 206, 301, 302, 304, 307, 308, 400, 401, 402, 403, 404, 405, 406, 408,
          409, 410, 411, 413, 414, 415, 417, 422, 424, 425, 426, 429, 431, 451, 499, 500, 501, 502,
          503, 504, 507, 529);

  /** Names of log formats; a name that came from somewhere else may be somebody's own. */
  private static final Set<String> LOG_FORMATS =
      Set.of(
          "aiperf",
          "alpaca",
          "azure-apim",
          "azure-llm",
          "azure-openai",
          "bailian",
          "bedrock",
          "burstgpt",
          "envoy-ai-gateway",
          "helicone",
          "helicone-csv",
          "kong",
          "kv-cache-tester",
          "langfuse",
          "litellm",
          "litellm-spendlogs",
          "llmservingsim",
          "lmcache-agent",
          "mapped",
          "mooncake",
          "openai-batch",
          "openai-messages",
          "otlp-genai",
          "ragpulse",
          "sglang",
          "sglang-log",
          "sglang-metrics",
          "sharegpt",
          "swissai",
          "tgi",
          "tracelab",
          "tracelab-sessions",
          "vllm-log",
          "vllm-timed-trace");

  private static final Set<String> STAGES = Set.of("ingest", "anonymize");

  private static final String VERSION = "v1/";

  private WellKnown() {}

  /** The reason in lower case, or other. */
  static String finishReason(String value) {
    String word = value.strip().toLowerCase(Locale.ROOT);
    return FINISH_REASONS.contains(word) ? word : OTHER;
  }

  /** The route without {@code /v1/} in front, in lower case, or other. */
  static String endpoint(String value) {
    String route = value.strip().toLowerCase(Locale.ROOT);
    route = route.startsWith("/") ? route.substring(1) : route;
    route = route.startsWith(VERSION) ? route.substring(VERSION.length()) : route;
    return ENDPOINTS.contains(route) ? route : OTHER;
  }

  /** The log format, or other. */
  static String logFormat(String name) {
    return LOG_FORMATS.contains(name) ? name : OTHER;
  }

  /** The stage that makes traces, or other. */
  static String stage(String name) {
    return STAGES.contains(name) ? name : OTHER;
  }

  /** The status, or absent. */
  static OptionalInt httpStatus(int value) {
    return HTTP_STATUSES.contains(value) ? OptionalInt.of(value) : OptionalInt.empty();
  }
}
