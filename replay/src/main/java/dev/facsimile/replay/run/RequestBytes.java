package dev.facsimile.replay.run;

import dev.facsimile.replay.endpoint.Ask;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.prompt.Wording;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.header.ToolVersion;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.random.SeededStreams;
import dev.facsimile.trace.text.PromptSource;
import dev.facsimile.trace.text.PromptText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/** A planned request as HTTP/1.1 bytes to one server: prompt, body, head. */
final class RequestBytes implements Function<WorkloadRow, byte[]> {
  private final Target target;
  private final Endpoint endpoint;
  private final PromptSource prompts;
  private final CacheSalts salts;
  private final String head;

  /**
   * The bytes for one target.
   *
   * @param headers more headers
   * @throws InputException if the key or a header cannot be one
   */
  RequestBytes(
      Target target,
      Endpoint endpoint,
      PromptSource prompts,
      CacheSalts salts,
      Optional<String> apiKey,
      Map<String, String> headers) {
    this.target = target;
    this.endpoint = endpoint;
    this.prompts = prompts;
    this.salts = salts;
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put("Host", target.authority());
    all.put("User-Agent", "facsimile/" + ToolVersion.CURRENT);
    all.put("Accept", "text/event-stream, application/json");
    all.put("Content-Type", "application/json");
    all.putAll(endpoint.headers());
    apiKey.ifPresent(key -> all.putAll(endpoint.authorization(requireVisible(key))));
    all.putAll(headers);
    StringBuilder lines = new StringBuilder();
    all.forEach((name, value) -> lines.append(header(name, value)));
    this.head = lines.toString();
    if (salts.any() && !endpoint.sendsCacheSalt()) {
      throw new InputException("endpoint " + endpoint.name() + " has no cache salt");
    }
  }

  private static String header(String name, String value) {
    boolean sound =
        name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
            && value.chars().allMatch(c -> c >= ' ' && c < 127);
    if (!sound || name.toLowerCase(Locale.ROOT).equals("content-length")) {
      throw new InputException("the header '" + name + "' cannot be sent, expected plain text");
    }
    return name + ": " + value + "\r\n";
  }

  /** One word for each token: the same seed and the same blocks give the same text. */
  static PromptSource prompts(WorkloadHeader header) {
    return new PromptText(new SeededStreams(header.seed().orElse(0L)), header.blocks());
  }

  private static String requireVisible(String key) {
    if (key.isEmpty() || !key.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new InputException("the API key is empty or holds blanks, expected visible ASCII");
    }
    return key;
  }

  /** The bytes of a request whose prompt is one word for each token. */
  @Override
  public byte[] apply(WorkloadRow row) {
    String prompt = row.messages().isEmpty() ? prompts.of(row.request(), row.inputTokens()) : "";
    return of(new Wording(row, prompt, Optional.empty(), OptionalInt.empty()));
  }

  /**
   * The bytes of a request.
   *
   * @throws InputException if it has messages and the protocol does not
   */
  byte[] of(Wording said) {
    WorkloadRow row = said.row();
    if (row.messages().isPresent() && !endpoint.sendsMessages()) {
      throw new InputException(
          "request "
              + row.request().id()
              + " has literal messages, which endpoint "
              + endpoint.name()
              + " cannot carry");
    }
    byte[] body = endpoint.body(new Ask(row, said.prompt(), salts.of(row.request()), said.tools()));
    String line = "POST " + target.basePath() + endpoint.path(row) + " HTTP/1.1\r\n";
    byte[] start =
        (line + head + "Content-Length: " + body.length + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(start, start.length + body.length);
    System.arraycopy(body, 0, all, start.length, body.length);
    return all;
  }

  /** A GET of a path below the server's root, with the same headers. */
  byte[] get(String path) {
    String lines = "GET " + target.basePath() + path + " HTTP/1.1\r\n" + head + "\r\n";
    return lines.getBytes(StandardCharsets.US_ASCII);
  }
}
