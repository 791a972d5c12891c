package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.WorkloadRow;
import java.util.OptionalInt;

/**
 * Ollama's chat, {@code /api/chat}: JSON Lines rather than events. It has no way to make the model
 * go on to the planned length, so that {@code ignore_eos} is not sent.
 */
final class OllamaChat implements Endpoint {
  static final String NAME = "ollama";

  private final Endpoints.Settings settings;

  OllamaChat(Endpoints.Settings settings) {
    this.settings = settings;
    Endpoints.requireReasoning(NAME, settings.reasoning(), Endpoints.Reasoning.EFFORT);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String path(WorkloadRow row) {
    return "/api/chat";
  }

  @Override
  public boolean sendsMessages() {
    return true;
  }

  @Override
  public byte[] body(Ask ask) {
    return JsonBody.of(
        ask.prompt().length(),
        settings.extraBody(),
        body -> {
          body.text("model", settings.model());
          body.messages("messages", ask);
          body.flag("stream", ask.streamed());
          OptionalInt reasoning = ask.row().request().tokens().reasoning();
          if (settings.reasoning() == Endpoints.Reasoning.EFFORT && reasoning.isPresent()) {
            body.text(
                "think",
                Endpoints.Reasoning.effort(reasoning.getAsInt(), ask.row().outputTokens()));
          }
          body.object("options", options -> options.number("num_predict", ask.maxTokens()));
        });
  }

  @Override
  public AnswerReader reader(WorkloadRow row) {
    return HttpAnswer.ofLines(new OllamaDialect(), Ask.streamed(row), settings.reading(row));
  }
}
