package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.http.ResponseHead;
import dev.facsimile.replay.http.SseParser;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.outcome.Answer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The answer to an OpenAI chat completion, streamed or not. A chunk is a token when it carries
 * content or reasoning text; chunks are read in full only where they tell a finish reason, a usage
 * or an error. Keeps the text of no token; of a body that is not a stream, up to {@link
 * #BODY_LIMIT}.
 */
final class OpenAiAnswer implements AnswerReader {
  /** Bytes kept of a body that is not a stream. */
  static final int BODY_LIMIT = 16 << 20;

  private static final int ERROR_LIMIT = 300;
  private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

  private final SseParser events = new SseParser(this::event);
  private final ChunkScan scan = new ChunkScan();
  private final TokenTimes tokens = new TokenTimes();
  private final boolean askedForStream;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private Optional<ResponseHead> head = Optional.empty();
  private OptionalLong headersNanos = OptionalLong.empty();
  private Optional<String> finishReason = Optional.empty();
  private Answer.Usage usage = Answer.Usage.UNKNOWN;
  private Optional<String> error = Optional.empty();
  private boolean streamed;
  private boolean done;
  private long readNanos;

  OpenAiAnswer(boolean askedForStream) {
    this.askedForStream = askedForStream;
  }

  @Override
  public void head(ResponseHead response, long atNanos) {
    head = Optional.of(response);
    headersNanos = OptionalLong.of(atNanos);
    streamed =
        success()
            && response
                .header("content-type")
                .map(type -> type.contains("event-stream"))
                .orElse(askedForStream);
  }

  @Override
  public void body(byte[] bytes, int from, int to, long atNanos) {
    readNanos = atNanos;
    if (streamed) {
      events.parse(bytes, from, to);
    } else {
      body.write(bytes, from, Math.min(to - from, BODY_LIMIT - body.size()));
    }
  }

  @Override
  public Ending end(boolean whole) {
    if (head.isEmpty()) {
      return Ending.failed("connection closed before a response");
    }
    if (streamed && whole) {
      events.end();
    }
    int status = head.get().status();
    if (status == 429 || status == 503) {
      return Ending.rejected("HTTP " + status + bodyMessage());
    }
    if (!success()) {
      return Ending.failed("HTTP " + status + bodyMessage());
    }
    if (!streamed && whole) {
      document();
    }
    if (error.isPresent()) {
      return Ending.failed(error.get());
    }
    boolean finished = done || finishReason.isPresent();
    return finished && (whole || streamed) ? Ending.WHOLE : truncated();
  }

  private Ending truncated() {
    return Ending.failed(streamed ? "truncated stream" : "truncated body");
  }

  private boolean success() {
    return head.isPresent() && head.get().status() / 100 == 2;
  }

  private void event(String name, byte[] bytes, int from, int to) {
    if (isDone(bytes, from, to)) {
      done = true;
      return;
    }
    scan.scan(bytes, from, to);
    if (scan.token()) {
      tokens.add(readNanos);
    }
    boolean namedError = name.equals("error");
    if (scan.readInFull() || namedError) {
      String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
      try {
        readInFull(Json.tree(text));
      } catch (JsonProcessingException e) {
        error = Optional.of("an event that is not valid JSON: " + shortened(text));
      }
      if (namedError && error.isEmpty()) {
        error = Optional.of("error event: " + shortened(text));
      }
    }
  }

  private static boolean isDone(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && bytes[end - 1] <= ' ') {
      end--;
    }
    if (end - from != DONE.length) {
      return false;
    }
    for (int i = 0; i < DONE.length; i++) {
      if (bytes[from + i] != DONE[i]) {
        return false;
      }
    }
    return true;
  }

  private void readInFull(JsonNode chunk) {
    JsonNode problem = chunk.path("error");
    if (!problem.isMissingNode() && !problem.isNull()) {
      error = Optional.of("error event: " + shortened(message(problem)));
    }
    JsonNode reason = chunk.path("choices").path(0).path("finish_reason");
    if (reason.isTextual()) {
      finishReason = Optional.of(reason.textValue());
    }
    JsonNode counts = chunk.path("usage");
    if (counts.isObject()) {
      usage =
          new Answer.Usage(
              count(counts.path("prompt_tokens")),
              count(counts.path("completion_tokens")),
              count(counts.path("prompt_tokens_details").path("cached_tokens")));
    }
  }

  private static OptionalInt count(JsonNode node) {
    return node.canConvertToInt() ? OptionalInt.of(node.intValue()) : OptionalInt.empty();
  }

  /** A whole answer in one document counts as one chunk, come with its last byte. */
  private void document() {
    try {
      JsonNode tree = Json.tree(body.toString(StandardCharsets.UTF_8));
      readInFull(tree);
      JsonNode message = tree.path("choices").path(0).path("message");
      boolean text =
          !message.path("content").asText("").isEmpty()
              || !message.path("reasoning_content").asText("").isEmpty()
              || !message.path("reasoning").asText("").isEmpty();
      if (text) {
        tokens.add(readNanos);
      }
    } catch (JsonProcessingException e) {
      error = Optional.of("a body that is not valid JSON");
    }
  }

  /** What an error body says, in OpenAI's form or as plain text. */
  private String bodyMessage() {
    String text = body.toString(StandardCharsets.UTF_8).strip();
    if (text.isEmpty()) {
      return "";
    }
    try {
      JsonNode tree = Json.tree(text);
      return ": " + shortened(message(tree.has("error") ? tree.path("error") : tree));
    } catch (JsonProcessingException e) {
      return ": " + shortened(text);
    }
  }

  private static String message(JsonNode problem) {
    JsonNode message = problem.path("message");
    return message.isTextual() ? message.textValue() : problem.toString();
  }

  private static String shortened(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= ERROR_LIMIT ? line : line.substring(0, ERROR_LIMIT) + "…";
  }

  @Override
  public int eventTokens() {
    return tokens.chunks();
  }

  @Override
  public Answer answer() {
    return new Answer(
        headersNanos,
        tokens.first(),
        tokens.last(),
        head.isPresent() ? OptionalInt.of(head.get().status()) : OptionalInt.empty(),
        finishReason,
        usage,
        tokens.chunks(),
        OptionalInt.empty(),
        streamed,
        tokens.gaps());
  }
}
