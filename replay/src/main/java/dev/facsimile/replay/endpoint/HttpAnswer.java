package dev.facsimile.replay.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.replay.http.LineParser;
import dev.facsimile.replay.http.ResponseHead;
import dev.facsimile.replay.http.SseParser;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.ServerTimes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * An answer over HTTP, streamed or not: status, framing and end are the same for every protocol,
 * what the parts mean is its {@link Dialect}'s. Keeps of a body that is not a stream up to {@link
 * #BODY_LIMIT}.
 */
final class HttpAnswer implements AnswerReader {
  /** Bytes kept of a body that is not a stream. */
  static final int BODY_LIMIT = 16 << 20;

  /**
   * What else an answer is read with.
   *
   * @param kept takes its text, where that is kept
   * @param clock ours, for a date without another to set it against
   */
  record Settings(Optional<KeptText> kept, Clock clock) {}

  /** How a stream is cut into events. */
  private interface Framing {
    void parse(byte[] bytes, int from, int to);

    void end();
  }

  private final Dialect dialect;
  private final Clock clock;
  private final Gathering gathering;
  private final Framing framing;
  private final String streamType;
  private final boolean askedForStream;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private Optional<ResponseHead> head = Optional.empty();
  private OptionalLong headersNanos = OptionalLong.empty();
  private boolean streamed;

  private HttpAnswer(Dialect dialect, boolean askedForStream, Settings settings, boolean lines) {
    this.dialect = dialect;
    this.askedForStream = askedForStream;
    this.gathering = new Gathering(settings.kept());
    this.clock = settings.clock();
    this.framing = lines ? lines() : events();
    this.streamType = lines ? "ndjson" : "event-stream";
  }

  /** An answer whose stream is server-sent events. */
  static HttpAnswer ofEvents(Dialect dialect, boolean askedForStream, Settings settings) {
    return new HttpAnswer(dialect, askedForStream, settings, false);
  }

  /** An answer whose stream is JSON Lines. */
  static HttpAnswer ofLines(Dialect dialect, boolean askedForStream, Settings settings) {
    return new HttpAnswer(dialect, askedForStream, settings, true);
  }

  private Framing events() {
    SseParser parser =
        new SseParser((name, bytes, from, to) -> dialect.event(name, bytes, from, to, gathering));
    return new Framing() {
      @Override
      public void parse(byte[] bytes, int from, int to) {
        parser.parse(bytes, from, to);
      }

      @Override
      public void end() {
        parser.end();
      }
    };
  }

  private Framing lines() {
    LineParser parser =
        new LineParser(
            (bytes, from, to) -> dialect.event(SseParser.MESSAGE, bytes, from, to, gathering));
    return new Framing() {
      @Override
      public void parse(byte[] bytes, int from, int to) {
        parser.parse(bytes, from, to);
      }

      @Override
      public void end() {
        parser.end();
      }
    };
  }

  @Override
  public void head(ResponseHead response, long atNanos) {
    head = Optional.of(response);
    headersNanos = OptionalLong.of(atNanos);
    Optional<String> type = response.header("content-type");
    streamed =
        success()
            && (type.isEmpty()
                ? askedForStream
                : type.get().contains(streamType)
                    || (askedForStream && !type.get().contains("application/json")));
  }

  @Override
  public void body(byte[] bytes, int from, int to, long atNanos) {
    gathering.readAt(atNanos);
    if (streamed) {
      framing.parse(bytes, from, to);
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
      framing.end();
    }
    int status = head.get().status();
    if (isRejection(status)) {
      return Ending.rejected("HTTP " + status + bodyMessage());
    }
    if (!success()) {
      return Ending.failed("HTTP " + status + bodyMessage());
    }
    if (!streamed && whole) {
      document();
    }
    if (gathering.error().isPresent()) {
      return Ending.failed(gathering.error().get());
    }
    return gathering.finished() && (whole || streamed) ? Ending.WHOLE : truncated();
  }

  /** Too many requests, service unavailable, and Anthropic's "overloaded". */
  private static boolean isRejection(int status) {
    return status == 429 || status == 503 || status == 529;
  }

  private Ending truncated() {
    return Ending.failed(streamed ? "truncated stream" : "truncated body");
  }

  private boolean success() {
    return head.isPresent() && head.get().status() / 100 == 2;
  }

  private void document() {
    try {
      JsonNode tree = Json.tree(body.toString(StandardCharsets.UTF_8));
      dialect.document(tree, gathering);
    } catch (JsonProcessingException e) {
      gathering.error("a body that is not valid JSON");
    }
  }

  /** What an error body says, as JSON or as plain text. */
  private String bodyMessage() {
    String text = body.toString(StandardCharsets.UTF_8).strip();
    if (text.isEmpty()) {
      return "";
    }
    try {
      JsonNode tree = Json.tree(text);
      JsonNode problem = tree.has("error") ? tree.path("error") : tree;
      return ": " + Gathering.shortened(Gathering.message(problem));
    } catch (JsonProcessingException e) {
      return ": " + Gathering.shortened(text);
    }
  }

  @Override
  public int eventTokens() {
    return gathering.tokens().chunks();
  }

  @Override
  public OptionalLong retryAfterNanos() {
    Optional<String> value = head.flatMap(h -> h.header("retry-after"));
    return value.isPresent()
        ? RetryAfter.nanos(value.get(), head.get().header("date"), clock)
        : OptionalLong.empty();
  }

  @Override
  public Optional<AnswerText> text() {
    return gathering.text();
  }

  private ServerTimes serverTimes() {
    return gathering
        .serverTimes()
        .orElseGet(() -> head.map(ServerTimings::ofHeaders).orElse(ServerTimes.UNKNOWN));
  }

  @Override
  public Answer answer() {
    TokenTimes tokens = gathering.tokens();
    return new Answer(
        headersNanos,
        tokens.first(),
        tokens.last(),
        head.isPresent() ? OptionalInt.of(head.get().status()) : OptionalInt.empty(),
        gathering.finishReason(),
        gathering.usage(),
        serverTimes(),
        tokens.chunks(),
        OptionalInt.empty(),
        streamed,
        tokens.gaps());
  }
}
