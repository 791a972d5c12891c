package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * AIPerf's {@code profile_export.jsonl}: a record for each request of a benchmark, its metrics each
 * with a unit of its own. Warm-up requests are no part of the workload. Some records have {@code
 * time_to_first_token} twice, the second time for the time between the first two chunks: the value
 * is taken that the record's own times allow.
 */
final class AiPerfRecords implements LogFormat {
  private static final String TTFT = "time_to_first_token";
  private static final Map<String, Long> UNITS =
      Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L, "sec", 1_000_000_000L);

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "aiperf",
        Shape.JSON_LINES,
        Clock.EPOCH,
        "input_sequence_length, counted by the client, cached tokens included; error_isl of"
            + " requests that failed");
  }

  @Override
  public Set<String> keysWrittenTwice() {
    return Set.of(TTFT);
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("metadata", "metrics")
            && sample.firstObject().orElseThrow().path("metadata").has("request_start_ns")
        ? Optional.of("its first line has metrics and metadata with request_start_ns")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return AiPerfRecords::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    long start = fields.requiredTime("metadata.request_start_ns", 1);
    if (fields.text("metadata.benchmark_phase").filter("warmup"::equals).isPresent()) {
      rows.skipped("a warm-up request of the benchmark");
      return;
    }
    Request request =
        Request.of(
                fields.text("metadata.x_request_id").orElse(fields.rowId()), start, tokens(fields))
            .within(
                new Conversation(
                    fields.firstText("metadata.x_correlation_id", "metadata.conversation_id"),
                    fields.tokens("metadata.turn_index"),
                    Optional.empty()));
    rows.accepted(new TraceRow(request, observed(fields), Optional.empty()));
  }

  private static Tokens tokens(Fields fields) throws MalformedRow {
    return new Tokens(
        count(fields, "input_sequence_length", "error_isl"),
        count(fields, "output_sequence_length", "output_token_count"),
        count(fields, "usage_prompt_cache_read_tokens", "usage_prompt_cached_tokens"),
        count(fields, "reasoning_token_count", "usage_reasoning_tokens"),
        OptionalInt.empty());
  }

  private static OptionalInt count(Fields fields, String... metrics) throws MalformedRow {
    for (String metric : metrics) {
      OptionalInt count = fields.tokens("metrics." + metric + ".value");
      if (count.isPresent()) {
        return count;
      }
    }
    return OptionalInt.empty();
  }

  private static Observed observed(Fields fields) throws MalformedRow {
    OptionalInt http = httpStatus(fields);
    if (fields.flag("metadata.was_cancelled").orElse(false)) {
      return Seen.failed(RequestStatus.CANCELLED, http);
    }
    if (fields.json("error").isPresent()) {
      return Seen.failed(RequestStatus.ofHttpFailure(http.orElse(0)), http);
    }
    return Seen.completed(
        OptionalInt.empty(), Optional.empty(), ttft(fields), duration(fields, "request_latency"));
  }

  private static OptionalLong ttft(Fields fields) throws MalformedRow {
    Optional<JsonNode> values = fields.json("metrics." + TTFT).filter(JsonNode::isArray);
    if (values.isEmpty()) {
      return duration(fields, TTFT);
    }
    OptionalLong betweenChunks = firstChunkGap(fields);
    long acknowledged = acknowledgedAfter(fields);
    long end = duration(fields, "request_latency").orElse(Long.MAX_VALUE);
    Set<Long> possible = new TreeSet<>();
    for (JsonNode value : values.get()) {
      OptionalLong nanos = nanos(TTFT, value);
      if (nanos.isPresent()
          && nanos.getAsLong() >= acknowledged
          && nanos.getAsLong() <= end
          && !isAbout(nanos.getAsLong(), betweenChunks)) {
        possible.add(nanos.getAsLong());
      }
    }
    if (possible.size() != 1) {
      throw new MalformedRow(
          "has "
              + TTFT
              + " "
              + values.get().size()
              + " times with different values, of which the record's own times allow "
              + (possible.isEmpty() ? "none" : "more than one"));
    }
    return OptionalLong.of(possible.iterator().next());
  }

  /** The two are written with other roundings. */
  private static boolean isAbout(long nanos, OptionalLong other) {
    return other.isPresent() && Math.abs(nanos - other.getAsLong()) <= 1_000;
  }

  /** No token comes before the server has acknowledged the request. */
  private static long acknowledgedAfter(Fields fields) throws MalformedRow {
    OptionalLong acknowledged = fields.time("metadata.request_ack_ns", 1);
    return acknowledged.orElse(0) - fields.requiredTime("metadata.request_start_ns", 1);
  }

  /** Time between the first two chunks, as the unit of the record's list of gaps says. */
  private static OptionalLong firstChunkGap(Fields fields) throws MalformedRow {
    Optional<JsonNode> gaps = fields.json("metrics.inter_chunk_latency").filter(JsonNode::isObject);
    if (gaps.isEmpty() || !gaps.get().path("value").isArray()) {
      return OptionalLong.empty();
    }
    ObjectNode first = JsonNodeFactory.instance.objectNode();
    first.set("value", gaps.get().path("value").path(0));
    first.set("unit", gaps.get().path("unit"));
    return nanos("inter_chunk_latency", first);
  }

  private static OptionalInt httpStatus(Fields fields) throws MalformedRow {
    OptionalInt code = fields.tokens("error.code");
    return code.isPresent() && code.getAsInt() >= 100 && code.getAsInt() < 600
        ? code
        : OptionalInt.empty();
  }

  private static OptionalLong duration(Fields fields, String metric) throws MalformedRow {
    Optional<JsonNode> value = fields.json("metrics." + metric).filter(JsonNode::isObject);
    return value.isPresent() ? nanos(metric, value.get()) : OptionalLong.empty();
  }

  /** A metric's value in its own unit. */
  private static OptionalLong nanos(String metric, JsonNode valueAndUnit) throws MalformedRow {
    Fields fields =
        new JsonFields("", JsonNodeFactory.instance.objectNode().set(metric, valueAndUnit));
    if (fields.decimal(metric + ".value").isEmpty()) {
      return OptionalLong.empty();
    }
    String unit = fields.requiredText(metric + ".unit");
    Long nanos = UNITS.get(unit);
    if (nanos == null) {
      throw new MalformedRow(
          "the unit of " + metric + " is '" + Fields.cut(unit) + "', expected ns, us, ms or s");
    }
    return fields.time(metric + ".value", nanos);
  }
}
