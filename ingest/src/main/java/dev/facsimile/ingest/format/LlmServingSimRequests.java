package dev.facsimile.ingest.format;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The per-request records that LLMServingSim takes from vLLM. Two clocks meet in one record: {@code
 * arrival_time} counts from 1970, all {@code *_ts} from the machine's start. Latencies are taken
 * from {@code queued_ts} on, within the second clock.
 */
final class LlmServingSimRequests implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final String QUEUED = "queued_ts";

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "llmservingsim",
        Shape.JSON_LINES,
        Clock.EPOCH,
        "input_toks, cached ones included, as logged");
  }

  @Override
  public List<String> clockFindings() {
    return List.of(
        "two clocks in one record: latencies are differences of the engine's own clock from"
            + " queued_ts on, never across to arrival_time");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("input_toks", "output_toks", "arrival_time", QUEUED, "first_token_ts")
        ? Optional.of("its first line has input_toks, arrival_time, queued_ts and first_token_ts")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return LlmServingSimRequests::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    long arrival = fields.requiredTime("arrival_time", SECOND);
    Request request =
        Request.of(
            fields.text("request_id").orElse(fields.rowId()),
            arrival,
            Tokens.of(fields.requiredTokens("input_toks"), fields.requiredTokens("output_toks")));
    OptionalLong end = sinceQueued(fields, "last_token_ts");
    Observed observed =
        new Observed(
            end.isPresent() ? Optional.of(RequestStatus.COMPLETED) : Optional.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            sinceQueued(fields, "scheduled_ts"),
            sinceQueued(fields, "first_token_ts"),
            end);
    rows.accepted(new TraceRow(request, observed, Optional.empty()));
  }

  private static OptionalLong sinceQueued(Fields fields, String path) throws MalformedRow {
    OptionalLong queued = fields.time(QUEUED, SECOND);
    return queued.isPresent()
        ? Seen.since(queued.getAsLong(), fields.time(path, SECOND), path)
        : OptionalLong.empty();
  }
}
