package dev.facsimile.ingest.format;

import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.BlockScheme;
import java.util.Optional;

/**
 * Mooncake's FAST '25 traces: {@code timestamp} in ms from the start, {@code input_length}, {@code
 * output_length} and {@code hash_ids} of 512-token blocks, the last, partial one included.
 */
final class MooncakeTrace implements LogFormat {
  private static final long MILLISECOND = 1_000_000;
  private static final BlockScheme BLOCKS = new BlockScheme(512, BlockScheme.Scope.GLOBAL, true);

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
            "mooncake",
            Shape.JSON_LINES,
            Clock.RELATIVE,
            "input_length, cached tokens included, as logged")
        .withBlocks(Optional.of(BLOCKS));
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("timestamp", "input_length", "output_length", "hash_ids")
        ? Optional.of("its first line has timestamp, input_length, output_length and hash_ids")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return MooncakeTrace::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    long clock = fields.requiredTime("timestamp", MILLISECOND);
    int input = fields.requiredTokens("input_length");
    int output = fields.requiredTokens("output_length");
    Request request = Request.of(fields.rowId(), clock, input, output);
    rows.accepted(
        new TraceRow(
            request.withBlocks(fields.blockIds("hash_ids")), Observed.NOTHING, Optional.empty()));
  }
}
