package dev.facsimile.ingest.format;

import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;

/**
 * LMCache's recorded agent runs: the whole text that went to the model and came back, for each
 * call. Lengths are unknown without a tokenizer. Timestamps are in microseconds and are not in
 * order within a file.
 */
final class LmCacheAgentRun implements LogFormat {
  private static final long MICROSECOND = 1_000;

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "lmcache-agent",
        Shape.JSON_LINES,
        Clock.EPOCH,
        "unknown: the log has text alone, which --tokenizer counts");
  }

  @Override
  public List<String> clockFindings() {
    return List.of("LMCache's agent runs lie in files that are not in order of time");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("timestamp", "input", "output", "session_id")
            && sample.firstObject().orElseThrow().path("input").isTextual()
        ? Optional.of("its first line has timestamp, session_id, and input and output as text")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return LmCacheAgentRun::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    long clock = fields.requiredTime("timestamp", MICROSECOND);
    Request request =
        Request.of(fields.rowId(), clock, Tokens.UNKNOWN)
            .inClass("agent")
            .within(Conversation.of(Optional.of(fields.requiredText("session_id"))));
    Optional<String> input = Optional.of(fields.requiredText("input"));
    rows.accepted(
        new TraceRow(request, Observed.NOTHING, Content.ofPrompt(input, fields.text("output"))));
  }
}
