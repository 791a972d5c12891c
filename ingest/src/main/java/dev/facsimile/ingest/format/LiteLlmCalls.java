package dev.facsimile.ingest.format;

import java.util.List;
import java.util.Optional;

/** What LiteLLM's log and its spend table have in common. */
final class LiteLlmCalls {
  /** The key under which the proxy's own checks of its models are logged. */
  private static final String HEALTH_CHECK = "litellm-internal-health-check";

  private static final List<String> OTHER_CALLS =
      List.of("image", "speech", "transcription", "moderation", "rerank", "file", "batch");

  private LiteLlmCalls() {}

  /** Why a row is no request to a model that writes text; absent if it is one. */
  static Optional<String> notARequest(Fields fields, String keyField) throws MalformedRow {
    if (fields.text("cache_hit").filter("true"::equalsIgnoreCase).isPresent()) {
      return Optional.of("answered by the gateway's own cache");
    }
    if (fields.text(keyField).filter(HEALTH_CHECK::equals).isPresent()) {
      return Optional.of("the gateway's own health check");
    }
    Optional<String> type = fields.text("call_type");
    if (type.isPresent() && OTHER_CALLS.stream().anyMatch(type.get()::contains)) {
      return Optional.of("a call of another kind than text (images, speech, files, ranking)");
    }
    return Optional.empty();
  }

  /** The first request tag. */
  static Optional<String> firstTag(Fields fields) {
    return fields
        .container("request_tags")
        .filter(tags -> tags.isArray() && tags.path(0).isTextual())
        .map(tags -> tags.get(0).textValue())
        .filter(tag -> !tag.isEmpty());
  }
}
