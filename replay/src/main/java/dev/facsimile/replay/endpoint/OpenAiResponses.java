package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.WorkloadRow;
import java.util.OptionalInt;

/** OpenAI responses. The server is asked not to store them. */
final class OpenAiResponses implements Endpoint {
  static final String NAME = "openai-responses";

  private final Endpoints.Settings settings;

  OpenAiResponses(Endpoints.Settings settings) {
    this.settings = settings;
    Endpoints.requireReasoning(NAME, settings.reasoning(), Endpoints.Reasoning.EFFORT);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String path(WorkloadRow row) {
    return "/v1/responses";
  }

  @Override
  public boolean sendsMessages() {
    return true;
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
          body.messages("input", ask);
          body.number("max_output_tokens", ask.maxTokens());
          if (settings.minTokens()) {
            body.number("min_tokens", ask.maxTokens());
          }
          if (settings.ignoreEos()) {
            body.flag("ignore_eos", true);
          }
          body.flag("stream", ask.streamed());
          body.flag("store", false);
          OptionalInt reasoning = ask.row().request().tokens().reasoning();
          if (settings.reasoning() == Endpoints.Reasoning.EFFORT && reasoning.isPresent()) {
            body.object(
                "reasoning",
                effort ->
                    effort.text(
                        "effort",
                        Endpoints.Reasoning.effort(
                            reasoning.getAsInt(), ask.row().outputTokens())));
          }
          if (ask.cacheSalt().isPresent()) {
            body.text("cache_salt", ask.cacheSalt().get());
          }
        });
  }

  @Override
  public AnswerReader reader(WorkloadRow row) {
    return HttpAnswer.ofEvents(new ResponsesDialect(), Ask.streamed(row), settings.reading(row));
  }
}
