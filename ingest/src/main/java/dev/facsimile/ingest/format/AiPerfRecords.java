package dev.facsimile.ingest.format;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * AIPerf's {@code profile_export.jsonl}: a record for each request of a benchmark, its metrics each
 * with a unit of its own. Warm-up requests are no part of the workload.
 */
final class AiPerfRecords implements LogFormat {
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
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("metadata", "metrics")
            && sample.firstObject().orElseThrow().path("metadata").has("request_start_ns")
        ? Optional.of("its first line has metrics and metadata with request_start_ns")
        : Optional.empty();
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
        OptionalInt.empty(),
        Optional.empty(),
        duration(fields, "time_to_first_token"),
        duration(fields, "request_latency"));
  }

  private static OptionalInt httpStatus(Fields fields) throws MalformedRow {
    OptionalInt code = fields.tokens("error.code");
    return code.isPresent() && code.getAsInt() >= 100 && code.getAsInt() < 600
        ? code
        : OptionalInt.empty();
  }

  private static OptionalLong duration(Fields fields, String metric) throws MalformedRow {
    Optional<BigDecimal> value = fields.decimal("metrics." + metric + ".value");
    if (value.isEmpty()) {
      return OptionalLong.empty();
    }
    String unit = fields.requiredText("metrics." + metric + ".unit");
    Long nanos = UNITS.get(unit);
    if (nanos == null) {
      throw new MalformedRow(
          "the unit of " + metric + " is '" + Fields.cut(unit) + "', expected ns, us, ms or s");
    }
    return fields.time("metrics." + metric + ".value", nanos);
  }
}
