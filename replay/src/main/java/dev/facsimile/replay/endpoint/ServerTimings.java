package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.http.ResponseHead;
import dev.facsimile.trace.outcome.ServerTimes;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The times of one request that servers tell, in the forms that they have. Which field is whose,
 * and where it is documented, is told on the reference page of outcomes. Nothing is derived: what a
 * form does not tell stays absent.
 */
final class ServerTimings {
  private static final double MILLI = 1e6;
  private static final double SECOND = 1e9;

  private ServerTimings() {}

  /** Of a chunk or a document of OpenAI's protocols, or of the response that its last event has. */
  static Optional<ServerTimes> ofOpenAi(JsonNode answer) {
    return first(
        times(
            "vllm",
            answer.path("metrics"),
            "queue_time_ms",
            "time_to_first_token_ms",
            "generation_time_ms",
            MILLI),
        times("llama.cpp", answer.path("timings"), "", "prompt_ms", "predicted_ms", MILLI),
        times(
            "dynamo",
            answer.path("nvext").path("timing"),
            "prefill_wait_time_ms",
            "prefill_time_ms",
            "",
            MILLI),
        seconds("cerebras", answer.path("time_info")),
        seconds("groq", answer.path("x_groq").path("usage")),
        seconds("groq", answer.path("usage")));
  }

  private static Optional<ServerTimes> seconds(String source, JsonNode at) {
    return times(source, at, "queue_time", "prompt_time", "completion_time", SECOND);
  }

  /** Of the last line of an answer by Ollama. */
  static Optional<ServerTimes> ofOllama(JsonNode line) {
    return times("ollama", line, "", "prompt_eval_duration", "eval_duration", 1);
  }

  /** Of the headers of TGI, which has the two together; without the other one it is not TGI's. */
  static ServerTimes ofHeaders(ResponseHead head) {
    Optional<String> queue = head.header("x-queue-time");
    boolean isTgi =
        head.header("x-inference-time").filter(ServerTimings::isWhole).isPresent()
            && queue.filter(ServerTimings::isWhole).isPresent();
    return isTgi
        ? new ServerTimes(
            OptionalLong.of(Math.round(Long.parseLong(queue.get()) * MILLI)),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.of("tgi"))
        : ServerTimes.UNKNOWN;
  }

  private static boolean isWhole(String text) {
    return text.matches("\\d{1,12}");
  }

  @SafeVarargs
  private static Optional<ServerTimes> first(Optional<ServerTimes>... forms) {
    for (Optional<ServerTimes> form : forms) {
      if (form.isPresent()) {
        return form;
      }
    }
    return Optional.empty();
  }

  private static Optional<ServerTimes> times(
      String source, JsonNode at, String queue, String prefill, String decode, double unit) {
    return of(
        source,
        nanos(at.path(queue), unit),
        nanos(at.path(prefill), unit),
        nanos(at.path(decode), unit));
  }

  /** Times that somebody tells; absent where there is none among them. */
  static Optional<ServerTimes> of(
      String source, OptionalLong queue, OptionalLong prefill, OptionalLong decode) {
    boolean any = queue.isPresent() || prefill.isPresent() || decode.isPresent();
    return any
        ? Optional.of(new ServerTimes(queue, prefill, decode, Optional.of(source)))
        : Optional.empty();
  }

  /** A time that may be missing, null, or nonsense. */
  static OptionalLong nanos(JsonNode node, double unit) {
    double nanos = node.isNumber() ? node.doubleValue() * unit : -1;
    return nanos >= 0 && nanos < Long.MAX_VALUE
        ? OptionalLong.of(Math.round(nanos))
        : OptionalLong.empty();
  }
}
