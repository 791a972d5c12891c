package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.BlockScheme;
import java.util.List;
import java.util.Optional;

/**
 * What vLLM's {@code bench serve --dataset-name timed_trace} reads: Mooncake's four fields, yet
 * {@code timestamp} in seconds and, by that command's default, ids of 16-token blocks. A file says
 * neither: it is told from Mooncake's by its first line's number of blocks.
 */
final class VllmTimedTrace implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final BlockScheme BLOCKS = new BlockScheme(16, BlockScheme.Scope.GLOBAL, true);
  private static final int MOONCAKE_BLOCK = 512;

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
            "vllm-timed-trace",
            Shape.JSON_LINES,
            Clock.RELATIVE,
            "input_length, cached tokens included, as logged")
        .withBlocks(Optional.of(BLOCKS));
  }

  @Override
  public List<String> clockFindings() {
    return List.of("the file does not tell the unit of its timestamps: read as seconds");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample.hasFields("timestamp", "input_length", "output_length", "hash_ids")
            && hasBlocksOf16(sample.firstObject().orElseThrow())
        ? Optional.of("its first line has Mooncake's fields and a hash id for every 16 tokens")
        : Optional.empty();
  }

  private static boolean hasBlocksOf16(JsonNode row) {
    int blocks = row.path("hash_ids").size();
    long input = row.path("input_length").asLong();
    return blocks > (input + MOONCAKE_BLOCK - 1) / MOONCAKE_BLOCK
        && (blocks == input / BLOCKS.blockTokens()
            || blocks == (input + BLOCKS.blockTokens() - 1) / BLOCKS.blockTokens());
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return VllmTimedTrace::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    long clock = fields.requiredTime("timestamp", SECOND);
    int input = fields.requiredTokens("input_length");
    int output = fields.requiredTokens("output_length");
    Request request = Request.of(fields.rowId(), clock, input, output);
    rows.accepted(
        new TraceRow(
            request.withBlocks(fields.blockIds("hash_ids")), Observed.NOTHING, Optional.empty()));
  }
}
