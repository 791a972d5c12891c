package dev.facsimile.replay.run;

import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.PromptText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** A planned request as HTTP/1.1 bytes: prompt, body, head. */
final class RequestBytes implements Function<WorkloadRow, byte[]> {
  private final Endpoint endpoint;
  private final PromptText prompts;
  private final String head;

  /**
   * The bytes for one target.
   *
   * @throws InputException if the key cannot be a header
   */
  RequestBytes(Target target, Endpoint endpoint, PromptText prompts, Optional<String> apiKey) {
    this.endpoint = endpoint;
    this.prompts = prompts;
    String key = apiKey.map(k -> "Authorization: Bearer " + requireVisible(k) + "\r\n").orElse("");
    this.head =
        ("POST " + target.basePath() + endpoint.path() + " HTTP/1.1\r\n")
            + ("Host: " + target.authority() + "\r\n")
            + ("User-Agent: facsimile/" + ToolVersion.CURRENT + "\r\n")
            + "Accept: text/event-stream, application/json\r\n"
            + "Content-Type: application/json\r\n"
            + key
            + "Content-Length: ";
  }

  /** The prompts of a workload: the same seed and the same blocks give the same text. */
  static PromptText prompts(WorkloadHeader header) {
    return new PromptText(new SeededStreams(header.seed().orElse(0L)), header.blocks());
  }

  private static String requireVisible(String key) {
    if (key.isEmpty() || !key.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new InputException("the API key is empty or holds blanks, expected visible ASCII");
    }
    return key;
  }

  @Override
  public byte[] apply(WorkloadRow row) {
    byte[] body = endpoint.body(row, prompts.of(row.request(), row.inputTokens()));
    byte[] start = (head + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, all, start.length, body.length);
    return all;
  }
}
