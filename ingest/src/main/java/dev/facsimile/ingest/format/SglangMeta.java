package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.ingest.format.SglangCalls.Finished;
import java.util.Optional;
import java.util.OptionalLong;

/** SGLang's {@code meta_info} in JSON. */
final class SglangMeta {
  private static final long SECOND = 1_000_000_000L;

  private SglangMeta() {}

  /**
   * What it tells.
   *
   * @param path before the names of its fields: empty, or ending in a dot
   */
  static Finished of(Fields fields, String path, Optional<String> text) throws MalformedRow {
    return new Finished(
        fields.tokens(path + "prompt_tokens"),
        fields.tokens(path + "completion_tokens"),
        Seen.within(fields.tokens(path + "prompt_tokens"), fields.tokens(path + "cached_tokens")),
        finishType(fields, path + "finish_reason"),
        fields.time(path + "queue_time", SECOND),
        ttft(fields, path),
        fields.time(path + "e2e_latency", SECOND),
        text);
  }

  /** An object with a type, or the type alone. */
  private static Optional<String> finishType(Fields fields, String path) throws MalformedRow {
    Optional<JsonNode> reason = fields.json(path);
    return reason.isPresent() && reason.get().isObject()
        ? fields.text(path + ".type")
        : fields.text(path);
  }

  /** From the request's reception to the end of its prefill, both on the server's clock. */
  private static OptionalLong ttft(Fields fields, String path) throws MalformedRow {
    OptionalLong received = fields.time(path + "request_received_ts", SECOND);
    OptionalLong prefilled = fields.time(path + "prefill_finished_ts", SECOND);
    return received.isPresent()
        ? Seen.since(received.getAsLong(), prefilled, path + "prefill_finished_ts")
        : OptionalLong.empty();
  }
}
