package dev.facsimile.synth.export;

import dev.facsimile.trace.header.BlockScheme;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** NVIDIA AIPerf's {@code mooncake_trace}, JSON Lines. */
final class AiPerf implements ExportFormat {
  @Override
  public String name() {
    return "aiperf";
  }

  @Override
  public String description() {
    return "AIPerf, custom dataset type mooncake_trace";
  }

  @Override
  public Set<Field> carries() {
    return Set.of(Field.PREFIX_BLOCKS);
  }

  @Override
  public List<String> notes(Optional<BlockScheme> blocks) {
    int blockTokens = HashedLine.blockTokens(blocks);
    return List.of(
        "Read it with --custom-dataset-type mooncake_trace --isl-block-size "
            + blockTokens
            + ", or AIPerf refuses the ids.",
        "Sessions are not written: AIPerf would take each row as an addition to the turn before,"
            + " and rows hold whole prompts.");
  }

  @Override
  public Lines lines(Optional<BlockScheme> blocks) {
    return new HashedLine(blocks, false);
  }
}
