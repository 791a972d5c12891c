package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Kong's log plugins with the AI proxy's part: times as ms since 1970. A sender that batches writes
 * an array a line.
 */
final class KongAiProxy implements LogFormat {
  private static final long MILLISECOND = 1_000_000;

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "kong",
        Shape.JSON,
        Clock.EPOCH,
        "ai.proxy.usage.prompt_tokens, cached ones included, as logged");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.jsonHasFields("started_at", "latencies", "request")
        ? Optional.of("its first object has started_at, latencies and request")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return KongAiProxy::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    if (isFromItsCache(fields)) {
      rows.skipped("answered by the gateway's own cache");
      return;
    }
    Optional<JsonNode> proxy = proxy(fields);
    if (proxy.isEmpty()) {
      rows.skipped("no AI proxy answered: a health check or another route");
      return;
    }
    Fields ai = new JsonFields(fields.rowId(), proxy.get());
    Optional<String> mode = ai.text("meta.request_mode");
    if (mode.filter("realtime"::equals).isPresent()) {
      rows.skipped("a realtime connection, which is no single request");
      return;
    }
    long start = fields.requiredTime("started_at", MILLISECOND);
    OptionalInt http = fields.tokens("response.status");
    boolean completed = http.isPresent() && http.getAsInt() / 100 == 2;
    boolean stream = mode.filter("stream"::equals).isPresent();
    Request request =
        new Request(
            fields.text("request.id").orElse(fields.rowId()),
            start,
            Optional.empty(),
            origin(fields, ai),
            Conversation.NONE,
            tokens(ai, completed),
            Optional.empty(),
            mode.map("stream"::equals),
            Optional.empty());
    rows.accepted(new TraceRow(request, observed(fields, ai, http, stream), Optional.empty()));
  }

  /** Any of the AI plugins may tell: the semantic cache is one of its own. */
  private static boolean isFromItsCache(Fields fields) {
    for (JsonNode plugin : fields.json("ai").orElse(MissingNode.getInstance())) {
      if (plugin.path("cache").path("cache_status").asText().equalsIgnoreCase("hit")) {
        return true;
      }
    }
    return false;
  }

  /** The proxy's part, by the names that the plugins have had. */
  private static Optional<JsonNode> proxy(Fields fields) {
    return List.of("ai.proxy", "ai.ai-proxy", "ai.ai-proxy-advanced").stream()
        .map(fields::json)
        .flatMap(Optional::stream)
        .filter(JsonNode::isObject)
        .findFirst();
  }

  private static Origin origin(Fields fields, Fields ai) throws MalformedRow {
    return new Origin(
        fields.firstText("consumer.username", "consumer.id", "authenticated_entity.id"),
        Optional.empty(),
        ai.firstText("meta.request_model", "meta.response_model"),
        Optional.empty(),
        Optional.empty(),
        fields.firstText("upstream_uri", "request.uri"));
  }

  private static Tokens tokens(Fields ai, boolean completed) throws MalformedRow {
    OptionalInt input = ai.firstTokens("usage.prompt_tokens", "usage.prompt_token");
    if (!completed && input.orElse(0) == 0) {
      return Tokens.UNKNOWN;
    }
    return new Tokens(
        input,
        ai.firstTokens("usage.completion_tokens", "usage.completion_token"),
        Seen.within(input, ai.tokens("usage.prompt_tokens_details.cached_tokens")),
        ai.tokens("usage.completion_tokens_details.reasoning_tokens"),
        OptionalInt.empty());
  }

  private static Observed observed(Fields fields, Fields ai, OptionalInt http, boolean stream)
      throws MalformedRow {
    if (http.isEmpty()) {
      return Observed.NOTHING;
    }
    if (http.getAsInt() / 100 != 2) {
      return Seen.failed(RequestStatus.ofHttpFailure(http.getAsInt()), http);
    }
    return Seen.completed(
        http,
        Optional.empty(),
        stream ? ai.time("usage.time_to_first_token", MILLISECOND) : OptionalLong.empty(),
        fields.time("latencies.request", MILLISECOND));
  }
}
