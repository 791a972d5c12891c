package dev.facsimile.replay.warmup;

import io.netty.util.concurrent.EventExecutor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/**
 * A streamed answer of OpenAI's chat, a token to an event, in the pieces in which it is written:
 * the first event of a stream that names the role comes with the first token, the reason to finish,
 * the usage and the end of the stream with the last.
 */
final class CannedAnswer {
  private static final String HEAD =
      "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":0,"
          + "\"model\":\"warm-up\",\"choices\":[";
  private static final String PLAIN = "\"finish_reason\":null}]}\n\n";

  private final List<byte[]> pieces = new ArrayList<>();
  private final long ttftNanos;
  private final long gapNanos;

  /**
   * An answer.
   *
   * @param tokens 2 or more
   * @param ttft from the request to the first token
   * @param gap from one token to the next
   */
  CannedAnswer(int tokens, Duration ttft, Duration gap) {
    if (tokens < 2) {
      throw new IllegalArgumentException("tokens is " + tokens + ", expected 2 or more");
    }
    ttftNanos = ttft.toNanos();
    gapNanos = gap.toNanos();
    add(
        HEAD
            + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},"
            + PLAIN
            + token());
    while (pieces.size() < tokens - 1) {
      add(token());
    }
    add(
        HEAD
            + "{\"index\":0,\"delta\":{\"content\":\" word\"},\"finish_reason\":\"length\"}]}\n\n"
            + HEAD
            + "],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":"
            + tokens
            + ",\"total_tokens\":"
            + (100 + tokens)
            + "}}\n\ndata: [DONE]\n\n");
  }

  private void add(String events) {
    pieces.add(events.getBytes(StandardCharsets.UTF_8));
  }

  private static String token() {
    return HEAD + "{\"index\":0,\"delta\":{\"content\":\" word\"}," + PLAIN;
  }

  /** How many pieces it has, one for each token. */
  int size() {
    return pieces.size();
  }

  /** One of its pieces; not to be changed. */
  byte[] piece(int index) {
    return pieces.get(index);
  }

  /**
   * Has the pieces written, each when it is due.
   *
   * @param write writes the piece of an index; false where nobody listens any more
   */
  void play(EventExecutor loop, IntPredicate write) {
    loop.schedule(() -> play(loop, write, 0), ttftNanos, TimeUnit.NANOSECONDS);
  }

  private void play(EventExecutor loop, IntPredicate write, int index) {
    if (write.test(index) && index + 1 < pieces.size()) {
      loop.schedule(() -> play(loop, write, index + 1), gapNanos, TimeUnit.NANOSECONDS);
    }
  }
}
