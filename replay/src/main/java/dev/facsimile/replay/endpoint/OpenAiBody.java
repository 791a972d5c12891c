package dev.facsimile.replay.endpoint;

import java.io.IOException;

/** The fields that OpenAI's completions and chat completions share at the servers of the field. */
final class OpenAiBody {
  private OpenAiBody() {}

  /**
   * Length, stream, usage, cache salt.
   *
   * @param settings what the user asked of every request
   */
  static void common(JsonBody body, Ask ask, Endpoints.Settings settings) throws IOException {
    body.number("max_tokens", ask.maxTokens());
    if (settings.minTokens()) {
      body.number("min_tokens", ask.maxTokens());
    }
    if (settings.ignoreEos()) {
      body.flag("ignore_eos", true);
    }
    body.flag("stream", ask.streamed());
    if (ask.streamed()) {
      body.object(
          "stream_options",
          options -> {
            options.flag("include_usage", true);
            if (settings.continuousUsage()) {
              options.flag("continuous_usage_stats", true);
            }
          });
    }
    if (ask.cacheSalt().isPresent()) {
      body.text("cache_salt", ask.cacheSalt().get());
    }
  }
}
