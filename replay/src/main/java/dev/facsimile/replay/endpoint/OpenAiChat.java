package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.facsimile.trace.WorkloadRow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * OpenAI chat completions: one user message, streamed unless the row says otherwise, with the usage
 * at the stream's end, and {@code max_tokens} at the planned output.
 */
final class OpenAiChat implements Endpoint {
  static final String NAME = "openai-chat";

  private static final JsonFactory JSON = new JsonFactory();

  private final Endpoints.Settings settings;

  OpenAiChat(Endpoints.Settings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String path() {
    return "/chat/completions";
  }

  @Override
  public byte[] body(WorkloadRow row, String prompt) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(prompt.length() + 256);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("model", settings.model());
      json.writeArrayFieldStart("messages");
      json.writeStartObject();
      json.writeStringField("role", "user");
      json.writeStringField("content", prompt);
      json.writeEndObject();
      json.writeEndArray();
      // Servers refuse 0.
      json.writeNumberField("max_tokens", Math.max(1, row.outputTokens()));
      json.writeBooleanField("stream", streamed(row));
      if (streamed(row)) {
        json.writeObjectFieldStart("stream_options");
        json.writeBooleanField("include_usage", true);
        json.writeEndObject();
      }
      if (settings.ignoreEos()) {
        json.writeBooleanField("ignore_eos", true);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Override
  public AnswerReader reader(WorkloadRow row) {
    return new OpenAiAnswer(streamed(row));
  }

  private static boolean streamed(WorkloadRow row) {
    return row.request().streaming().orElse(true);
  }
}
