package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.WorkloadRow;

/**
 * Text Generation Inference's own protocol, {@code /generate_stream} and {@code /generate}. It has
 * no way to make the model go on to the planned length, so that {@code ignore_eos} is not sent; it
 * reports no count of the prompt.
 */
final class TgiGenerate implements Endpoint {
  static final String NAME = "tgi";

  private final Endpoints.Settings settings;

  TgiGenerate(Endpoints.Settings settings) {
    this.settings = settings;
    Endpoints.requireReasoning(NAME, settings.reasoning(), Endpoints.Reasoning.NONE);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String path(WorkloadRow row) {
    return Ask.streamed(row) ? "/generate_stream" : "/generate";
  }

  @Override
  public boolean sendsMessages() {
    return false;
  }

  @Override
  public byte[] body(Ask ask) {
    return JsonBody.of(
        ask.prompt().length(),
        settings.extraBody(),
        body ->
            body.text("inputs", ask.prompt())
                .object(
                    "parameters",
                    parameters ->
                        parameters
                            .number("max_new_tokens", ask.maxTokens())
                            .flag("details", true)));
  }

  @Override
  public AnswerReader reader(WorkloadRow row) {
    return HttpAnswer.ofEvents(new TgiDialect(), Ask.streamed(row), settings.reading(row));
  }
}
