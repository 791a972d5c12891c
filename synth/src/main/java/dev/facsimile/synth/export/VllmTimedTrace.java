package dev.facsimile.synth.export;

import dev.facsimile.trace.header.BlockScheme;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The timed trace of {@code vllm bench serve}, JSON Lines. */
final class VllmTimedTrace implements ExportFormat {
  @Override
  public String name() {
    return "vllm-timed-trace";
  }

  @Override
  public String description() {
    return "vllm bench serve, dataset timed_trace";
  }

  @Override
  public Set<Field> carries() {
    return Set.of(Field.PREFIX_BLOCKS);
  }

  @Override
  public List<String> notes(Optional<BlockScheme> blocks) {
    return List.of(
        "Read it with --timed-trace-chunk-hash-size "
            + HashedLine.blockTokens(blocks)
            + " --timed-trace-sec-multiplier 0.001; with another block size vLLM shortens prompts"
            + " without saying so.",
        "Prompts are made of the ids, so rows without blocks get ids that no other row has.");
  }

  @Override
  public Lines lines(Optional<BlockScheme> blocks) {
    return new HashedLine(blocks, true);
  }
}
