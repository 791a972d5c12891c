package dev.facsimile.ingest.format;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;

/**
 * BurstGPT of any version; columns were inserted between versions, so they are found by name. A row
 * of zeros in all token fields is a request that failed: its lengths are unknown. {@code Log Type}
 * is the class, {@code Session ID} (from version 3 on, empty for API calls) the session.
 */
final class BurstGptCsv implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final String TIME = "Timestamp";
  private static final String MODEL = "Model";
  private static final String INPUT = "Request tokens";
  private static final String OUTPUT = "Response tokens";
  private static final String TYPE = "Log Type";

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "burstgpt",
        Shape.CSV,
        Clock.RELATIVE,
        "Request tokens, cached ones included, as logged; a row of zeros failed and is unknown");
  }

  @Override
  public List<String> clockFindings() {
    return List.of(
        "BurstGPT counts whole seconds: requests of one second are ties, and an elapsed time of 0 s"
            + " means less than one");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.csvHeader().containsAll(List.of(TIME, MODEL, INPUT, OUTPUT, TYPE))
        ? Optional.of("its header has " + INPUT + ", " + OUTPUT + " and " + TYPE)
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return BurstGptCsv::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    long clock = fields.requiredTime(TIME, SECOND);
    int input = fields.requiredTokens(INPUT);
    int output = fields.requiredTokens(OUTPUT);
    boolean failed = input == 0 && output == 0;
    Request request =
        Request.of(fields.rowId(), clock, failed ? Tokens.UNKNOWN : Tokens.of(input, output))
            .from(Origin.ofModel(fields.text(MODEL)))
            .within(Conversation.of(fields.text("Session ID")));
    RequestStatus status = failed ? RequestStatus.FAILED : RequestStatus.COMPLETED;
    rows.accepted(
        new TraceRow(
            request.inClass(fields.requiredText(TYPE)),
            Observed.of(Optional.of(status), fields.time("Elapsed time", SECOND)),
            Optional.empty()));
  }
}
