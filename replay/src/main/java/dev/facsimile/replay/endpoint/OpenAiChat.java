package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.WorkloadRow;
import java.util.OptionalInt;

/**
 * OpenAI chat completions: the row's own messages or one user message, streamed unless the row says
 * otherwise, with the usage at the stream's end, and {@code max_tokens} at the planned output.
 */
final class OpenAiChat implements Endpoint {
  static final String NAME = "openai-chat";

  private final Endpoints.Settings settings;

  OpenAiChat(Endpoints.Settings settings) {
    this.settings = settings;
    Endpoints.requireReasoning(NAME, settings.reasoning(), Endpoints.Reasoning.EFFORT);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String path(WorkloadRow row) {
    return "/v1/chat/completions";
  }

  @Override
  public boolean sendsMessages() {
    return true;
  }

  @Override
  public boolean sendsTools() {
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
          body.messages("messages", ask);
          if (ask.tools().isPresent()) {
            body.tree("tools", ask.tools().get());
          }
          OptionalInt reasoning = ask.row().request().tokens().reasoning();
          if (settings.reasoning() == Endpoints.Reasoning.EFFORT && reasoning.isPresent()) {
            body.text(
                "reasoning_effort",
                Endpoints.Reasoning.effort(reasoning.getAsInt(), ask.row().outputTokens()));
          }
          OpenAiBody.common(body, ask, settings);
        });
  }

  @Override
  public AnswerReader reader(WorkloadRow row) {
    return HttpAnswer.ofEvents(new OpenAiDialect(), Ask.streamed(row), settings.reading(row));
  }
}
