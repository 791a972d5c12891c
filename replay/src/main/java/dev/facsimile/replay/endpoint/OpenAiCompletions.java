package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.WorkloadRow;

/** OpenAI's older completions: the prompt as it is, without a chat template. */
final class OpenAiCompletions implements Endpoint {
  static final String NAME = "openai-completions";

  private final Endpoints.Settings settings;

  OpenAiCompletions(Endpoints.Settings settings) {
    this.settings = settings;
    Endpoints.requireReasoning(NAME, settings.reasoning(), Endpoints.Reasoning.NONE);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String path(WorkloadRow row) {
    return "/v1/completions";
  }

  @Override
  public boolean sendsMessages() {
    return false;
  }

  @Override
  public boolean sendsCacheSalt() {
    return true;
  }

  @Override
  public byte[] body(Ask ask) {
    return JsonBody.of(
        ask.prompt().length(),
        settings.extraBody(),
        body -> {
          body.text("model", settings.model());
          body.text("prompt", ask.prompt());
          OpenAiBody.common(body, ask, settings);
        });
  }

  @Override
  public AnswerReader reader(WorkloadRow row) {
    return HttpAnswer.ofEvents(new OpenAiDialect(), Ask.streamed(row), settings.reading(row));
  }
}
