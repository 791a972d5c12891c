package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.ingest.format.SglangCalls.Received;
import java.util.List;
import java.util.Optional;

/**
 * SGLang's exported request metrics ({@code --export-metrics-to-file}): a line for each finished
 * request. Newer versions tell when it was received; in a file of an older one, whose first row
 * does not, all arrivals are 0.
 */
final class SglangMetricsFile implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final String RECEIVED = "request_received_ts";
  private static final String PARAMETERS = "request_parameters";

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "sglang-metrics",
        Shape.JSON_LINES,
        Clock.RELATIVE,
        "prompt_tokens, cached ones included, as logged");
  }

  @Override
  public List<String> clockFindings() {
    return List.of(
        "SGLang's metrics have an arrival only where the version writes request_received_ts: without"
            + " it all arrivals are 0, and only lengths and latencies can be used");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields(PARAMETERS, "id", "prompt_tokens", "completion_tokens")
        ? Optional.of("its first line has request_parameters, id and prompt_tokens")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    return new Records();
  }

  /** The records of one file. */
  private static final class Records implements LogReader {
    private boolean timed;

    @Override
    public void read(Fields fields, LogRows rows) throws MalformedRow {
      String id = fields.requiredText("id");
      if (SglangCalls.isHealthCheck(id)) {
        rows.skipped("a health check");
        return;
      }
      // One row without its time is damaged; a file without any has no clock.
      timed |= fields.json(RECEIVED).isPresent();
      long clock = timed ? fields.requiredTime(RECEIVED, SECOND) : 0;
      JsonNode asked =
          fields
              .container(PARAMETERS)
              .orElseThrow(() -> new MalformedRow(PARAMETERS + " hold no JSON object"));
      Fields parameters = new JsonFields(fields.rowId(), asked);
      Received call =
          new Received(
              id,
              clock,
              parameters.flag("stream"),
              parameters.tokens("sampling_params.max_new_tokens"),
              parameters.text("text"));
      rows.accepted(SglangCalls.row(call, SglangMeta.of(fields, "", Optional.empty())));
    }
  }
}
