package dev.facsimile.replay.endpoint;

import dev.facsimile.replay.http.ResponseHead;
import dev.facsimile.trace.outcome.Answer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** An answer that is looked at as it is: its status and its body, up to 1 MiB. */
public final class PlainBody implements AnswerReader {
  private static final int LIMIT = 1 << 20;

  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private OptionalInt status = OptionalInt.empty();

  @Override
  public void head(ResponseHead head, long atNanos) {
    status = OptionalInt.of(head.status());
  }

  @Override
  public void body(byte[] bytes, int from, int to, long atNanos) {
    body.write(bytes, from, Math.min(to - from, LIMIT - body.size()));
  }

  @Override
  public Ending end(boolean whole) {
    return whole ? Ending.WHOLE : Ending.failed("truncated body");
  }

  /** The HTTP status, if an answer came. */
  public OptionalInt status() {
    return status;
  }

  /** The body's text. */
  public String body() {
    return body.toString(StandardCharsets.UTF_8);
  }

  @Override
  public Answer answer() {
    return Answer.NONE;
  }

  @Override
  public int eventTokens() {
    return 0;
  }

  @Override
  public OptionalLong retryAfterNanos() {
    return OptionalLong.empty();
  }

  @Override
  public Optional<AnswerText> text() {
    return Optional.empty();
  }
}
