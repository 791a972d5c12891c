package dev.facsimile.synth.export;

import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.BlockScheme;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The line of Mooncake's trace and its relatives: {@code timestamp} in milliseconds, {@code
 * input_length}, {@code output_length}, {@code hash_ids}. Readers want one id for each block, the
 * last, partial one included (⌈input ÷ block⌉), and some keep them in 32 bits: ids are renumbered
 * from 0 and the missing ones are new. Holds every distinct id.
 */
final class HashedLine implements ExportFormat.Lines {
  /** Block size of the readers where the file has no blocks. */
  static final int DEFAULT_BLOCK_TOKENS = 512;

  private final int blockTokens;
  private final boolean inventIds;
  private final Map<Long, Integer> numbers = new HashMap<>();
  private int next;

  /**
   * For blocks of this scheme.
   *
   * @param inventIds whether a row without blocks gets ids of its own
   */
  HashedLine(Optional<BlockScheme> blocks, boolean inventIds) {
    this.blockTokens = blockTokens(blocks);
    this.inventIds = inventIds;
  }

  static int blockTokens(Optional<BlockScheme> blocks) {
    return blocks.map(BlockScheme::blockTokens).orElse(DEFAULT_BLOCK_TOKENS);
  }

  @Override
  public String line(WorkloadRow row) {
    StringBuilder line = new StringBuilder(128);
    line.append("{\"timestamp\": ").append(Millis.text(row.request().arrivalNanos()));
    line.append(", \"input_length\": ").append(row.inputTokens());
    line.append(", \"output_length\": ").append(row.outputTokens());
    Optional<BlockIds> ids = row.request().prefixBlocks();
    if (ids.isPresent() || inventIds) {
      appendIds(line, ids.orElse(BlockIds.of()), row.inputTokens());
    }
    return line.append('}').toString();
  }

  private void appendIds(StringBuilder line, BlockIds ids, int inputTokens) {
    int blocks = (int) ((inputTokens + (long) blockTokens - 1) / blockTokens);
    line.append(", \"hash_ids\": [");
    for (int i = 0; i < blocks; i++) {
      int number = i < ids.size() ? numbers.computeIfAbsent(ids.get(i), id -> next++) : next++;
      line.append(i == 0 ? "" : ", ").append(number);
    }
    line.append(']');
  }
}
