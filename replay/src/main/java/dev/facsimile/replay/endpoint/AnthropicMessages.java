package dev.facsimile.replay.endpoint;

import dev.facsimile.trace.WorkloadRow;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Anthropic messages. It has no way to make the model go on to the planned length, and refuses
 * fields that it does not know, so that {@code ignore_eos} is not sent.
 */
final class AnthropicMessages implements Endpoint {
  static final String NAME = "anthropic-messages";

  /** The least budget that the protocol takes. */
  private static final int LEAST_BUDGET = 1024;

  private final Endpoints.Settings settings;

  AnthropicMessages(Endpoints.Settings settings) {
    this.settings = settings;
    Endpoints.requireReasoning(NAME, settings.reasoning(), Endpoints.Reasoning.BUDGET);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String path(WorkloadRow row) {
    return "/v1/messages";
  }

  @Override
  public Map<String, String> headers() {
    return Map.of("anthropic-version", "2023-06-01");
  }

  @Override
  public Map<String, String> authorization(String apiKey) {
    return Map.of("x-api-key", apiKey);
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
          OptionalInt reasoning = ask.row().request().tokens().reasoning();
          boolean thinks =
              settings.reasoning() == Endpoints.Reasoning.BUDGET
                  && reasoning.orElse(0) >= LEAST_BUDGET;
          // The protocol wants a limit over the budget.
          int limit =
              thinks ? Math.max(ask.maxTokens(), reasoning.getAsInt() + 1) : ask.maxTokens();
          body.number("max_tokens", limit);
          if (thinks) {
            body.object(
                "thinking",
                thinking ->
                    thinking.text("type", "enabled").number("budget_tokens", reasoning.getAsInt()));
          }
          body.flag("stream", ask.streamed());
        });
  }

  @Override
  public AnswerReader reader(WorkloadRow row) {
    return HttpAnswer.ofEvents(new AnthropicDialect(), Ask.streamed(row), settings.reading(row));
  }
}
