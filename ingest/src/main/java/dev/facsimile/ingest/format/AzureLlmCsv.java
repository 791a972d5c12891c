package dev.facsimile.ingest.format;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;

/**
 * Azure LLM inference traces of 2023, 2024 and 2025 (the last with {@code NumImages}): {@code
 * TIMESTAMP,ContextTokens,GeneratedTokens} in three timestamp syntaxes.
 */
final class AzureLlmCsv implements LogFormat {
  private static final String TIME = "TIMESTAMP";
  private static final String INPUT = "ContextTokens";
  private static final String OUTPUT = "GeneratedTokens";

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
        "azure-llm", Shape.CSV, Clock.EPOCH, "ContextTokens, cached ones included, as logged");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.csvHeader().containsAll(List.of(TIME, INPUT, OUTPUT))
        ? Optional.of("its header has " + TIME + ", " + INPUT + " and " + OUTPUT)
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return AzureLlmCsv::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    long clock = Timestamps.epochNanos(TIME, fields.requiredText(TIME));
    int input = fields.requiredTokens(INPUT);
    int output = fields.requiredTokens(OUTPUT);
    rows.accepted(
        new TraceRow(
            Request.of(fields.rowId(), clock, input, output), Observed.NOTHING, Optional.empty()));
  }
}
