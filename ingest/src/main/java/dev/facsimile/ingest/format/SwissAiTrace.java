package dev.facsimile.ingest.format;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The SwissAI serving traces: creation and end of every request as timestamps. A request that ended
 * in {@code ERROR} has -1 tokens, which are unknown; {@code max_tokens} may be the text "null".
 */
final class SwissAiTrace implements LogFormat {

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "swissai",
        Shape.JSON_LINES,
        Clock.EPOCH,
        "prompt_tokens, cached ones included, as logged; -1 of a failed request is unknown");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields(
            "created_at", "finished_at", "prompt_tokens", "output_tokens", "status", "model")
        ? Optional.of("its first line has created_at, finished_at, prompt_tokens and output_tokens")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return SwissAiTrace::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    long created = fields.requiredTimestamp("created_at");
    boolean failed = fields.requiredText("status").equals("ERROR");
    Tokens tokens =
        new Tokens(
            count(fields, "prompt_tokens", failed),
            count(fields, "output_tokens", failed),
            OptionalInt.empty(),
            OptionalInt.empty(),
            limit(fields));
    Request request =
        Request.of(fields.rowId(), created, tokens).from(Origin.ofModel(fields.text("model")));
    rows.accepted(new TraceRow(request, observed(fields, created, failed), Optional.empty()));
  }

  private static OptionalInt count(Fields fields, String path, boolean failed) throws MalformedRow {
    Optional<BigDecimal> count = fields.decimal(path);
    boolean unknown = failed && count.filter(value -> value.signum() < 0).isPresent();
    return unknown ? OptionalInt.empty() : fields.tokens(path);
  }

  private static OptionalInt limit(Fields fields) throws MalformedRow {
    String path = "model_parameters.max_tokens";
    return fields.text(path).filter("null"::equals).isPresent()
        ? OptionalInt.empty()
        : fields.tokens(path);
  }

  private static Observed observed(Fields fields, long created, boolean failed)
      throws MalformedRow {
    if (failed) {
      return Observed.of(Optional.of(RequestStatus.FAILED), OptionalLong.empty());
    }
    OptionalLong e2e = Seen.since(created, fields.timestamp("finished_at"), "finished_at");
    return Observed.of(Optional.of(RequestStatus.COMPLETED), e2e);
  }
}
