package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * OpenTelemetry's GenAI spans as OTLP/JSON, an export a line or one document, in both generations
 * of attribute names, with vLLM's latencies; and inference-perf's own wrapper of such spans. The
 * spans are the rows. Semantic conventions: open-telemetry/semantic-conventions-genai.
 */
final class OtlpGenAi implements LogFormat {

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "otlp-genai",
        Shape.JSON,
        Clock.EPOCH,
        "gen_ai.usage.input_tokens (older: prompt_tokens), cached ones included, as logged");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    if (sample.jsonHasFields("resourceSpans")) {
      return Optional.of("it has resourceSpans");
    }
    return sample.jsonHasFields("trace_id", "spans")
        ? Optional.of("it has trace_id and spans, as inference-perf writes them")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    SpanReader spans = new SpanReader();
    return (fields, rows) -> read(fields, rows, spans);
  }

  private static void read(Fields fields, LogRows rows, SpanReader reader) throws MalformedRow {
    JsonNode root = fields.json("").orElseThrow();
    Spans spans = new Spans(fields.rowId(), rows, reader);
    if (root.path("spans").isArray()) {
      spans.readAll(root.path("spans"), root.path("resource_attributes"));
    } else if (root.path("resourceSpans").isArray()) {
      for (JsonNode resource : root.path("resourceSpans")) {
        JsonNode attributes = resource.path("resource").path("attributes");
        for (JsonNode scope : scopes(resource)) {
          spans.readAll(scope.path("spans"), attributes);
        }
      }
    } else if (root.has("resourceMetrics") || root.has("resourceLogs")) {
      rows.skipped("metrics or logs, no spans");
      return;
    } else {
      throw new MalformedRow("resourceSpans is missing, expected a list");
    }
    if (spans.count == 0) {
      rows.skipped("an export without a span");
    }
  }

  /** Before OTLP 0.19, scopes were named after instrumentation libraries. */
  private static JsonNode scopes(JsonNode resource) {
    return resource.has("scopeSpans")
        ? resource.get("scopeSpans")
        : resource.path("instrumentationLibrarySpans");
  }

  /** The spans of one export; a span that is refused spoils no other. */
  private static final class Spans {
    private final String exportId;
    private final LogRows rows;
    private final SpanReader reader;
    private int count;

    Spans(String exportId, LogRows rows, SpanReader reader) {
      this.exportId = exportId;
      this.rows = rows;
      this.reader = reader;
    }

    void readAll(JsonNode spans, JsonNode resourceAttributes) {
      for (JsonNode span : spans) {
        count++;
        try {
          if (!span.isObject()) {
            throw new MalformedRow("a span is not a JSON object");
          }
          reader.read(OtlpSpan.fields(exportId + "-" + count, span, resourceAttributes), rows);
        } catch (MalformedRow e) {
          rows.rejected(e);
        }
      }
    }
  }
}
