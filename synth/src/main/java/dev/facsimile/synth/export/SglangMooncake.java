package dev.facsimile.synth.export;

import dev.facsimile.trace.header.BlockScheme;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The Mooncake trace of {@code sglang.bench_serving}, JSON Lines. */
final class SglangMooncake implements ExportFormat {
  @Override
  public String name() {
    return "sglang";
  }

  @Override
  public String description() {
    return "sglang.bench_serving, dataset mooncake";
  }

  @Override
  public Set<Field> carries() {
    return Set.of(Field.PREFIX_BLOCKS);
  }

  @Override
  public List<String> notes(Optional<BlockScheme> blocks) {
    int blockTokens = HashedLine.blockTokens(blocks);
    String size =
        blockTokens == HashedLine.DEFAULT_BLOCK_TOKENS
            ? "Blocks are of 512 tokens, as in Mooncake's own traces."
            : "Blocks are of " + blockTokens + " tokens; Mooncake's own traces have 512.";
    return List.of(
        size, "Prompts are made of the ids, so rows without blocks get ids that no other row has.");
  }

  @Override
  public Lines lines(Optional<BlockScheme> blocks) {
    return new HashedLine(blocks, true);
  }
}
