package dev.facsimile.ingest.format;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.Tokens;
import dev.facsimile.trace.TraceRow;
import java.util.List;
import java.util.Optional;

/**
 * Alpaca-style instructions: {@code instruction}, with or without {@code input}, and {@code
 * output}.
 */
final class AlpacaDataset implements LogFormat {

  @Override
  public FormatFacts facts() {
    return FormatFacts.of("alpaca", Shape.JSON, Clock.RELATIVE, Dialogue.NO_COUNTS);
  }

  @Override
  public List<String> clockFindings() {
    return Dialogue.NO_CLOCK;
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.jsonHasFields("instruction", "output")
        ? Optional.of("its first entry has instruction and output")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return AlpacaDataset::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    String instruction = fields.requiredText("instruction");
    String prompt = fields.text("input").map(in -> instruction + "\n\n" + in).orElse(instruction);
    String id = fields.text("id").orElse(fields.rowId());
    rows.accepted(
        new TraceRow(
            Request.of(id, 0, Tokens.UNKNOWN),
            Observed.NOTHING,
            Content.ofPrompt(Optional.of(prompt), fields.text("output"))));
  }
}
