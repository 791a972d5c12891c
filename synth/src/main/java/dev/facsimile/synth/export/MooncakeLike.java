package dev.facsimile.synth.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A reader of Mooncake's lines or of a relative of them, which makes the prompts itself.
 *
 * @param told what its users must be told, one sentence each
 */
record MooncakeLike(
    String name,
    String description,
    Set<Field> carries,
    HashedLine.Style style,
    Function<ExportContext, List<String>> told)
    implements ExportFormat {

  private static final String INVENTED =
      "Prompts are made of the ids, so rows without blocks get ids that no other row has.";
  private static final String SEMANTICS =
      "Each row holds its whole prompt (cumulative), also within a session.";

  static MooncakeLike aiPerf() {
    return new MooncakeLike(
        "aiperf",
        "AIPerf, custom dataset type mooncake_trace",
        Set.of(Field.PREFIX_BLOCKS),
        HashedLine.Style.PLAIN,
        context ->
            List.of(
                "Read it with --custom-dataset-type mooncake_trace --isl-block-size "
                    + context.blockTokens()
                    + ", or AIPerf refuses the ids.",
                "Sessions are not written: AIPerf would take each row as an addition to the turn"
                    + " before, and rows hold whole prompts; aiperf-multi-turn has them."));
  }

  static MooncakeLike vllmTimedTrace() {
    return new MooncakeLike(
        "vllm-timed-trace",
        "vllm bench serve, dataset timed_trace",
        Set.of(Field.PREFIX_BLOCKS),
        HashedLine.Style.INVENTED_IDS,
        context ->
            List.of(
                "Read it with --timed-trace-chunk-hash-size "
                    + context.blockTokens()
                    + " --timed-trace-sec-multiplier 0.001; with another block size vLLM shortens"
                    + " prompts without saying so.",
                "Set PYTHONHASHSEED, or vLLM makes other prompts in each process.",
                INVENTED));
  }

  static MooncakeLike sglang() {
    return new MooncakeLike(
        "sglang",
        "sglang.bench_serving, dataset mooncake",
        Set.of(Field.PREFIX_BLOCKS),
        HashedLine.Style.INVENTED_IDS,
        context ->
            List.of(
                context.blockTokens() == ExportContext.DEFAULT_BLOCK_TOKENS
                    ? "Blocks are of 512 tokens, as in Mooncake's own traces."
                    : "Blocks are of "
                        + context.blockTokens()
                        + " tokens; Mooncake's own traces have 512.",
                "SGLang writes a fixed text for each id and reads no input_length: its prompts have"
                    + " other lengths.",
                INVENTED));
  }

  static MooncakeLike dynamo() {
    return new MooncakeLike(
        "dynamo",
        "NVIDIA Dynamo, DynoSim trace format mooncake",
        Set.of(Field.PREFIX_BLOCKS, Field.SESSION),
        HashedLine.Style.SESSIONS,
        context ->
            List.of(
                "Read it with --trace-block-size " + context.blockTokens() + ".",
                SEMANTICS
                    + " It is the format mooncake, not mooncake-delta; AIPerf reads rows of"
                    + " one session as additions and must not be given this file.",
                INVENTED));
  }

  static MooncakeLike guideLlm() {
    return new MooncakeLike(
        "guidellm",
        "GuideLLM, data kind mooncake",
        Set.of(Field.PREFIX_BLOCKS),
        HashedLine.Style.SECONDS,
        context ->
            List.of(
                "Read it with --data kind=mooncake,source.kind=json_file,source.path=FILE,"
                    + "hash_id_block_size="
                    + context.blockTokens()
                    + " --profile kind=replay: timestamps are in seconds, so time_scale stays 1.",
                "Ids are renumbered from 0, because GuideLLM keeps them in 32 bits.",
                INVENTED));
  }

  @Override
  public List<String> notes(ExportContext context) {
    List<String> notes = new ArrayList<>(told.apply(context));
    context.frameNote().ifPresent(notes::add);
    return notes;
  }

  @Override
  public Lines lines(ExportContext context) {
    return new HashedLine(context, style);
  }
}
