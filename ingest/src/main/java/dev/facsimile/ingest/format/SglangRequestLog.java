package dev.facsimile.ingest.format;

import dev.facsimile.ingest.format.SglangCalls.Received;
import java.util.List;
import java.util.Optional;

/**
 * SGLang's request log in JSON ({@code --log-requests-format json}): an event when a request is
 * received and one when it has finished, joined by {@code rid}. Prompts are there from level 2 on,
 * cut in the middle at level 2.
 */
final class SglangRequestLog implements LogFormat {
  static final String LOCAL_TIME = "SGLang logs local time without a zone: it is read as UTC";

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "sglang", Shape.JSON_LINES, Clock.EPOCH, "prompt_tokens, cached ones included, as logged");
  }

  @Override
  public List<String> clockFindings() {
    return List.of(LOCAL_TIME);
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("timestamp", "event", "rid", "obj")
        ? Optional.of("its first line has timestamp, event, rid and obj")
        : Optional.empty();
  }

  @Override
  public LogReader reader() {
    return new Events();
  }

  /** The events of one log. */
  private static final class Events implements LogReader {
    private final SglangCalls calls = new SglangCalls();

    @Override
    public void read(Fields fields, LogRows rows) throws MalformedRow {
      String event = fields.requiredText("event");
      String id = fields.requiredText("rid");
      long time = fields.requiredTimestamp("timestamp");
      if (SglangCalls.isHealthCheck(id)) {
        rows.skipped("a health check");
        return;
      }
      switch (event) {
        case "request.received" -> calls.received(received(fields, id, time), rows);
        case "request.finished" -> {
          SglangCalls.Finished end =
              SglangMeta.of(fields, "out.meta_info.", fields.text("out.text"));
          long start = Math.max(0, time - end.e2eNanos().orElse(0));
          calls.finished(received(fields, id, start), end, rows);
        }
        default -> rows.skipped("tells of no request");
      }
    }

    private static Received received(Fields fields, String id, long clock) throws MalformedRow {
      return new Received(
          id,
          clock,
          fields.flag("obj.stream"),
          fields.tokens("obj.sampling_params.max_new_tokens"),
          fields.text("obj.text"));
    }

    @Override
    public void end(LogRows rows) {
      calls.end(rows);
    }
  }
}
