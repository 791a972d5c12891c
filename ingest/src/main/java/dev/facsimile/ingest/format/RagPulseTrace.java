package dev.facsimile.ingest.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Observed;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.TraceRow;
import dev.facsimile.trace.header.BlockScheme;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * RAGPulse: questions to a campus assistant. A prompt's blocks are the chunks of its components, in
 * the order of the components in the log; a chunk holds up to 512 tokens, most far fewer. Passages
 * come as the search ranked them, so that the same set in another order shares no prefix.
 */
final class RagPulseTrace implements LogFormat {
  private static final long SECOND = 1_000_000_000L;
  private static final BlockScheme CHUNKS = new BlockScheme(512, BlockScheme.Scope.GLOBAL, true);
  private static final List<String> COMPONENTS =
      List.of("sys_prompt", "passages_ids", "history", "web_search", "user_input");

  @Override
  public FormatFacts facts() {
    return FormatFacts.of(
            "ragpulse",
            Shape.JSON_LINES,
            Clock.RELATIVE,
            "input_length, cached tokens and template included, as logged; prefix blocks are chunks"
                + " of up to 512 tokens, so that hits counted in tokens are upper bounds")
        .withBlocks(Optional.of(CHUNKS));
  }

  @Override
  public List<String> clockFindings() {
    return List.of(
        "RAGPulse counts whole seconds from the start of a week; session ids hold the true time in"
            + " milliseconds since 1970");
  }

  @Override
  public Optional<String> recognise(Sample sample) {
    return sample
            .firstObject()
            .map(row -> row.path("hash_ids"))
            .filter(ids -> ids.has("sys_prompt") && ids.has("user_input"))
            .isPresent()
        ? Optional.of("its first line has hash_ids by component, sys_prompt to user_input")
        : Optional.empty();
  }

  @Override
  public boolean rowsStandAlone() {
    return true;
  }

  @Override
  public LogReader reader() {
    return RagPulseTrace::read;
  }

  private static void read(Fields fields, LogRows rows) throws MalformedRow {
    long clock = fields.timeInText("timestamp", SECOND);
    int input = fields.requiredTokens("input_length");
    int output = fields.requiredTokens("output_length");
    Request request =
        Request.of(fields.rowId(), clock, input, output)
            .inClass("rag")
            .withBlocks(Optional.of(chunks(fields)))
            .within(Conversation.of(fields.text("session_id")));
    rows.accepted(new TraceRow(request, Observed.NOTHING, Optional.empty()));
  }

  private static BlockIds chunks(Fields fields) throws MalformedRow {
    JsonNode ids = fields.json("hash_ids").orElseThrow(() -> Fields.missing("hash_ids", "ids"));
    if (!ids.isObject()) {
      throw new MalformedRow("hash_ids is no object, expected the ids of each component");
    }
    LongStream chunks = LongStream.empty();
    for (String component : COMPONENTS) {
      Optional<BlockIds> part = fields.blockIds("hash_ids." + component);
      if (part.isPresent()) {
        chunks = LongStream.concat(chunks, part.get().stream());
      }
    }
    return BlockIds.of(chunks.toArray());
  }
}
