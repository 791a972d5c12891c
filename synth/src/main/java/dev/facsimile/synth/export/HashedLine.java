package dev.facsimile.synth.export;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.JsonStrings;
import dev.facsimile.trace.random.SeededStreams;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The line of Mooncake's trace and its relatives: {@code timestamp}, {@code input_length}, {@code
 * output_length}, {@code hash_ids}. Readers want one id for each block, the last, partial one
 * included (⌈input ÷ block⌉), and some keep them in 32 bits: ids are renumbered from 0 and the
 * missing ones are new. Some readers remember a block by its id with the length that it had first,
 * and then write a full block too short or refuse the row: a partial block has a number of its own,
 * the same for the same id and length. Holds every distinct id.
 */
final class HashedLine implements ExportFormat.LineOfRow {
  /** How a reader's lines differ from Mooncake's. */
  enum Style {
    /** Milliseconds; a row without blocks has no ids. */
    PLAIN,
    /** Milliseconds; a row without blocks gets ids of its own. */
    INVENTED_IDS,
    /** Seconds; a row without blocks gets ids of its own. */
    SECONDS,
    /** Milliseconds and the session; a row without blocks gets ids of its own. */
    SESSIONS
  }

  private final int blockTokens;
  private final int frameTokens;
  private final Style style;
  private final Map<Long, Integer> numbers = new HashMap<>();
  private final Map<Long, Integer> partialNumbers = new HashMap<>();
  private int next;

  HashedLine(ExportContext context, Style style) {
    this.blockTokens = context.blockTokens();
    this.frameTokens = context.frameTokens();
    this.style = style;
  }

  @Override
  public String line(WorkloadRow row) {
    StringBuilder line = new StringBuilder(128).append('{');
    Optional<String> session = row.request().conversation().sessionId();
    if (style == Style.SESSIONS && session.isPresent()) {
      line.append("\"session_id\": ");
      JsonStrings.quote(session.get(), line);
      line.append(", ");
    }
    long nanos = row.request().arrivalNanos();
    line.append("\"timestamp\": ");
    line.append(style == Style.SECONDS ? Decimal.seconds(nanos) : Decimal.millis(nanos));
    int input = Math.max(1, row.inputTokens() - frameTokens);
    line.append(", \"input_length\": ").append(input);
    line.append(", \"output_length\": ").append(row.outputTokens());
    Optional<BlockIds> ids = row.request().prefixBlocks();
    if (ids.isPresent() || style != Style.PLAIN) {
      appendIds(line, ids.orElse(BlockIds.of()), input);
    }
    return line.append('}').toString();
  }

  private void appendIds(StringBuilder line, BlockIds ids, int inputTokens) {
    int blocks = (int) ((inputTokens + (long) blockTokens - 1) / blockTokens);
    line.append(", \"hash_ids\": [");
    for (int i = 0; i < blocks; i++) {
      long tokens = Math.min(blockTokens, inputTokens - (long) i * blockTokens);
      line.append(i == 0 ? "" : ", ").append(number(ids, i, tokens));
    }
    line.append(']');
  }

  private int number(BlockIds ids, int block, long tokens) {
    if (block >= ids.size()) {
      return next++;
    }
    long id = ids.get(block);
    return tokens == blockTokens
        ? numbers.computeIfAbsent(id, key -> next++)
        : partialNumbers.computeIfAbsent(
            SeededStreams.mix(id) ^ SeededStreams.mix(~tokens), key -> next++);
  }
}
