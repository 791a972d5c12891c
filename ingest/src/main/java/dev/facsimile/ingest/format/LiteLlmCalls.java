package dev.facsimile.ingest.format;

import dev.facsimile.trace.RequestStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What LiteLLM's log and its spend table have in common. */
final class LiteLlmCalls {
  static final Optional<RequestStatus> COMPLETED = Optional.of(RequestStatus.COMPLETED);

  /**
   * Names under which the proxy's own calls are logged, as key, team, alias or tag of the call: its
   * checks of its models, and its jobs.
   */
  private static final Set<String> ITS_OWN =
      Set.of("litellm-internal-health-check", "litellm_internal_jobs");

  private static final List<String> OTHER_CALLS =
      List.of("image", "speech", "transcription", "moderation", "rerank", "file", "batch");

  private LiteLlmCalls() {}

  /**
   * Why a row is no request to a model that writes text; absent if it is one.
   *
   * @param callers fields that name who called
   */
  static Optional<String> notARequest(Fields fields, List<String> callers) throws MalformedRow {
    if (fields.text("cache_hit").filter("true"::equalsIgnoreCase).isPresent()) {
      return Optional.of("answered by the gateway's own cache");
    }
    if (isItsOwn(fields, callers)) {
      return Optional.of("the gateway's own health check or job");
    }
    Optional<String> type = fields.text("call_type");
    if (type.isPresent() && OTHER_CALLS.stream().anyMatch(type.get()::contains)) {
      return Optional.of("a call of another kind than text (images, speech, files, ranking)");
    }
    return Optional.empty();
  }

  private static boolean isItsOwn(Fields fields, List<String> callers) throws MalformedRow {
    for (String caller : callers) {
      if (fields.text(caller).filter(ITS_OWN::contains).isPresent()) {
        return true;
      }
    }
    return firstTag(fields).filter(ITS_OWN::contains).isPresent();
  }

  /**
   * How a call ended: by its status, or by its error where an old version logs no status. A status
   * that is neither success nor failure tells nothing.
   */
  static Optional<RequestStatus> status(Fields fields) throws MalformedRow {
    String status = fields.firstText("status", "metadata.status").orElse("");
    boolean failed =
        status.equals("failure")
            || (status.isEmpty()
                && fields.firstText("error_str", "error_information.error_class").isPresent());
    if (failed) {
      return Optional.of(RequestStatus.FAILED);
    }
    return status.equals("success") ? COMPLETED : Optional.empty();
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
