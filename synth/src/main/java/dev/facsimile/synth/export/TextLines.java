package dev.facsimile.synth.export;

import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.JsonStrings;
import dev.facsimile.trace.text.prompt.Counting;
import dev.facsimile.trace.text.prompt.ToolPrompts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A reader of prompts as text, one JSON line for each row.
 *
 * @param counting what its lengths count unless the user says otherwise
 * @param writer writes a row's line
 * @param told what its users must be told, one sentence each
 */
record TextLines(
    String name,
    String description,
    Set<Field> carries,
    Counting counting,
    LineWriter writer,
    Function<ExportContext, List<String>> told)
    implements ExportFormat {

  /** Writes a row's line from its text. */
  @FunctionalInterface
  interface LineWriter {
    void write(WorkloadRow row, ExportContext context, StringBuilder line);
  }

  private static final String NO_TIMES = "Arrival times are not written: the format has none.";

  static TextLines vllmCustom() {
    return new TextLines(
        "vllm-custom",
        "vllm bench serve, dataset custom",
        Set.of(Field.PREFIX_BLOCKS),
        Counting.BARE,
        TextLines::vllm,
        context ->
            List.of(
                NO_TIMES,
                "Read it with --disable-shuffle, --custom-output-len -1"
                    + (context.countsChat()
                        ? ", and without --skip-chat-template: lengths count the template."
                        : " and --skip-chat-template: lengths are of the bare prompt.")));
  }

  private static void vllm(WorkloadRow row, ExportContext context, StringBuilder line) {
    line.append("{\"prompt\": ");
    JsonStrings.quote(RowText.of(row, context), line);
    line.append(", \"output_tokens\": ").append(row.outputTokens()).append('}');
  }

  static TextLines guideLlm() {
    return new TextLines(
        "guidellm",
        "GuideLLM, a data file with a column of prompts",
        Set.of(Field.PREFIX_BLOCKS),
        Counting.CHAT,
        TextLines::guideLlmLine,
        context ->
            List.of(
                "Read it with --profile kind=replay: relative_timestamp is in seconds.",
                "prompt_tokens_count is the planned length"
                    + (context.countsChat()
                        ? " with the chat template."
                        : " of the bare prompt; use a completions backend.")));
  }

  private static void guideLlmLine(WorkloadRow row, ExportContext context, StringBuilder line) {
    line.append("{\"prompt\": ");
    JsonStrings.quote(RowText.of(row, context), line);
    line.append(", \"prompt_tokens_count\": ").append(row.inputTokens());
    line.append(", \"output_tokens_count\": ").append(row.outputTokens());
    line.append(", \"relative_timestamp\": ");
    line.append(Decimal.seconds(row.request().arrivalNanos())).append('}');
  }

  static TextLines openAiBatch() {
    return new TextLines(
        "openai-batch",
        "OpenAI batch input, JSON Lines",
        Set.of(Field.PREFIX_BLOCKS, Field.MODEL),
        Counting.CHAT,
        TextLines::batch,
        context ->
            List.of(
                NO_TIMES,
                context.countsChat()
                    ? "Requests are chat completions; lengths count the chat template."
                    : "Requests are completions; lengths are of the bare prompt."));
  }

  private static void batch(WorkloadRow row, ExportContext context, StringBuilder line) {
    line.append("{\"custom_id\": ");
    JsonStrings.quote(row.request().id(), line);
    line.append(", \"method\": \"POST\", \"url\": ");
    line.append(context.countsChat() ? "\"/v1/chat/completions\"" : "\"/v1/completions\"");
    line.append(", \"body\": {\"model\": ");
    JsonStrings.quote(row.request().origin().model().orElse(context.model()), line);
    if (context.countsChat()) {
      chat(row, context, line);
    } else {
      line.append(", \"prompt\": ");
      JsonStrings.quote(RowText.of(row, context), line);
    }
    line.append(", \"max_tokens\": ").append(row.outputTokens()).append("}}");
  }

  private static void chat(WorkloadRow row, ExportContext context, StringBuilder line) {
    if (context.tools().isEmpty() || row.messages().isPresent()) {
      line.append(", \"messages\": ").append(RowText.messages(row, context));
      return;
    }
    ToolPrompts.Asked asked = context.tools().get().of(row.request(), row.inputTokens());
    line.append(", \"messages\": ").append(asked.messages());
    asked.tools().ifPresent(tools -> line.append(", \"tools\": ").append(tools));
  }

  @Override
  public boolean needsText() {
    return true;
  }

  @Override
  public List<String> notes(ExportContext context) {
    return new ArrayList<>(told.apply(context));
  }

  @Override
  public Lines lines(ExportContext context) {
    return (LineOfRow)
        row -> {
          StringBuilder line = new StringBuilder(row.inputTokens() * 6 + 256);
          writer.write(row, context, line);
          return line.toString();
        };
  }
}
