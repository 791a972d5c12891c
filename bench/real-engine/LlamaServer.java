import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import de.kherud.llama.InferenceParameters;
import de.kherud.llama.LlamaIterator;
import de.kherud.llama.LlamaModel;
import de.kherud.llama.LlamaOutput;
import de.kherud.llama.ModelParameters;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * llama.cpp in this process behind OpenAI's chat completions and completions, on loopback: streams
 * and documents, usage with cached tokens, and the times of each request in the form of llama.cpp's
 * own server. The counts and times are the engine's, read from what it writes to its standard
 * error, since its binding hands on the text alone. A client that goes away cancels its request.
 *
 * <p>Arguments: the model, the port, the file that standard error goes to.
 */
public final class LlamaServer {
  private static final int SLOTS = 4;
  private static final int CONTEXT = 16_384;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final LlamaModel model;
  private final EngineLog log;
  private final AtomicInteger cancelled = new AtomicInteger();

  private LlamaServer(LlamaModel model, EngineLog log) {
    this.model = model;
    this.log = log;
  }

  public static void main(String[] arguments) throws Exception {
    // Without it a chunk may wait 40 ms for the client's acknowledgement of the one before.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    LlamaModel model =
        new LlamaModel(
            new ModelParameters()
                .setModel(arguments[0])
                .setCtxSize(CONTEXT)
                .setParallel(SLOTS)
                .setThreads(1)
                .setThreadsBatch(1)
                .setBatchSize(512));
    EngineLog log = new EngineLog(Path.of(arguments[2]));
    Thread reader = new Thread(log::read, "engine-log");
    reader.setDaemon(true);
    reader.start();
    new LlamaServer(model, log).serve(Integer.parseInt(arguments[1]));
  }

  private void serve(int port) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 256);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/v1/chat/completions", exchange -> answer(exchange, true));
    server.createContext("/v1/completions", exchange -> answer(exchange, false));
    server.createContext(
        "/v1/models",
        exchange ->
            document(exchange, 200, "{\"object\":\"list\",\"data\":[{\"id\":\"tiny-random\"}]}"));
    server.createContext(
        "/version",
        exchange ->
            document(exchange, 200, "{\"version\":\"llama.cpp by de.kherud:llama 4.2.0\"}"));
    server.createContext(
        "/health",
        exchange ->
            document(exchange, 200, "{\"status\":\"ok\",\"cancelled\":" + cancelled.get() + "}"));
    server.start();
  }

  /** What one request asks. */
  private record Ask(String prompt, int tokens, boolean ignoreEos, boolean stream, boolean usage) {
    static Ask of(JsonNode body, boolean chat) {
      StringBuilder prompt = new StringBuilder();
      if (chat) {
        // The same as the chat template beside the tokenizer that the bench gives to the client.
        for (JsonNode message : body.path("messages")) {
          prompt
              .append(message.path("role").asText())
              .append(": ")
              .append(message.path("content").asText())
              .append('\n');
        }
        prompt.append("assistant: ");
      } else {
        prompt.append(body.path("prompt").asText());
      }
      boolean stream = body.path("stream").asBoolean(false);
      return new Ask(
          prompt.toString(),
          body.path("max_tokens").asInt(16),
          body.path("ignore_eos").asBoolean(false),
          stream,
          !stream || body.path("stream_options").path("include_usage").asBoolean(false));
    }
  }

  private void answer(HttpExchange exchange, boolean chat) throws IOException {
    try (exchange) {
      Ask ask = Ask.of(JSON.readTree(exchange.getRequestBody().readAllBytes()), chat);
      LlamaIterator tokens =
          model
              .generate(
                  new InferenceParameters(ask.prompt())
                      .setNPredict(ask.tokens())
                      .setIgnoreEos(ask.ignoreEos())
                      .setCachePrompt(true)
                      .setTemperature(0.8f)
                      .setSeed(1))
              .iterator();
      if (ask.stream()) {
        stream(exchange, ask, tokens, chat);
      } else {
        whole(exchange, ask, tokens, chat);
      }
    } catch (RuntimeException e) {
      document(exchange, 400, error(e));
    }
  }

  private static String error(RuntimeException e) throws IOException {
    ObjectNode error = JSON.createObjectNode();
    error.putObject("error").put("message", String.valueOf(e.getMessage())).put("code", 400);
    return JSON.writeValueAsString(error);
  }

  private void stream(HttpExchange exchange, Ask ask, LlamaIterator tokens, boolean chat)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    try {
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      while (tokens.hasNext()) {
        LlamaOutput next = tokens.next();
        if (!next.text.isEmpty()) {
          event(out, chunk(chat, Optional.of(next.text), Optional.empty()));
        }
      }
      EngineLog.Told told = log.of(task(tokens));
      event(
          out,
          chunk(
              chat,
              Optional.empty(),
              Optional.of(told.made() >= ask.tokens() ? "length" : "stop")));
      ObjectNode last = JSON.createObjectNode().put("object", "chat.completion.chunk");
      last.putArray("choices");
      if (ask.usage()) {
        told.usage(last);
      }
      told.timings(last);
      event(out, last);
      out.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException gone) {
      tokens.cancel();
      cancelled.incrementAndGet();
    }
  }

  private void whole(HttpExchange exchange, Ask ask, LlamaIterator tokens, boolean chat)
      throws IOException {
    StringBuilder text = new StringBuilder();
    while (tokens.hasNext()) {
      text.append(tokens.next().text);
    }
    EngineLog.Told told = log.of(task(tokens));
    ObjectNode answer = JSON.createObjectNode().put("object", "chat.completion");
    ObjectNode choice = answer.putArray("choices").addObject().put("index", 0);
    if (chat) {
      choice.putObject("message").put("role", "assistant").put("content", text.toString());
    } else {
      choice.put("text", text.toString());
    }
    choice.put("finish_reason", told.made() >= ask.tokens() ? "length" : "stop");
    told.usage(answer);
    told.timings(answer);
    document(exchange, 200, JSON.writeValueAsString(answer));
  }

  private static ObjectNode chunk(boolean chat, Optional<String> text, Optional<String> finish) {
    ObjectNode chunk = JSON.createObjectNode().put("object", "chat.completion.chunk");
    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
    if (chat) {
      ObjectNode delta = choice.putObject("delta");
      text.ifPresent(t -> delta.put("content", t));
    } else {
      choice.put("text", text.orElse(""));
    }
    choice.put("finish_reason", finish.orElse(null));
    return chunk;
  }

  private static void event(OutputStream out, ObjectNode chunk) throws IOException {
    out.write(
        ("data: " + JSON.writeValueAsString(chunk) + "\n\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static void document(HttpExchange exchange, int status, String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** The engine's number of a request, by which its log tells of it. */
  private static int task(LlamaIterator tokens) {
    try {
      Field id = LlamaIterator.class.getDeclaredField("taskId");
      id.setAccessible(true);
      return id.getInt(tokens);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("another version of the binding", e);
    }
  }

  /** What the engine writes of its requests. */
  private static final class EngineLog {
    private static final Pattern PROMPT =
        Pattern.compile("task (\\d+) \\| new prompt,.*n_prompt_tokens = (\\d+)");
    private static final Pattern KEPT =
        Pattern.compile("task (\\d+) \\| kv cache rm \\[(\\d+), end\\)");
    private static final Pattern TIMING = Pattern.compile("slot print_timing: .*task (\\d+) \\|");
    private static final Pattern PREFILL =
        Pattern.compile("^prompt eval time = *([\\d.]+) ms / *(\\d+) tokens");
    private static final Pattern DECODE =
        Pattern.compile("^ *eval time = *([\\d.]+) ms / *(\\d+) tokens");

    /** One request as far as it was told. */
    private static final class Told {
      private int prompt;
      private int cached = -1;
      private int computed;
      private double promptMillis;
      private int made;
      private double madeMillis;
      private volatile boolean whole;

      int made() {
        return made;
      }

      void usage(ObjectNode answer) {
        ObjectNode usage =
            answer.putObject("usage").put("prompt_tokens", prompt).put("completion_tokens", made);
        usage
            .put("total_tokens", prompt + made)
            .putObject("prompt_tokens_details")
            .put("cached_tokens", cached);
      }

      void timings(ObjectNode answer) {
        answer
            .putObject("timings")
            .put("cache_n", cached)
            .put("prompt_n", computed)
            .put("prompt_ms", promptMillis)
            .put("predicted_n", made)
            .put("predicted_ms", madeMillis);
      }
    }

    private final Path file;
    private final Map<Integer, Told> requests = new ConcurrentHashMap<>();

    /** The request whose timing the next lines tell. */
    private Told timed = new Told();

    EngineLog(Path file) {
      this.file = file;
    }

    /** The times of a request that has ended. */
    Told of(int task) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
      while (System.nanoTime() < deadline) {
        Told told = requests.get(task);
        if (told != null && told.whole) {
          requests.remove(task);
          return told;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
      throw new IllegalStateException("the engine told nothing of task " + task);
    }

    private void read() {
      try (RandomAccessFile lines = new RandomAccessFile(file.toFile(), "r")) {
        StringBuilder line = new StringBuilder();
        byte[] bytes = new byte[1 << 13];
        while (true) {
          int length = lines.read(bytes);
          if (length < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
          }
          for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
              line(line.toString());
              line.setLength(0);
            } else {
              line.append((char) bytes[i]);
            }
          }
        }
      } catch (IOException e) {
        throw new IllegalStateException("the engine's log cannot be read", e);
      }
    }

    private void line(String line) {
      Matcher prompt = PROMPT.matcher(line);
      Matcher kept = KEPT.matcher(line);
      Matcher timing = TIMING.matcher(line);
      Matcher prefill = PREFILL.matcher(line);
      Matcher decode = DECODE.matcher(line);
      if (prompt.find()) {
        told(prompt).prompt = Integer.parseInt(prompt.group(2));
      } else if (kept.find()) {
        // Said again for every part of a long prompt; the first one is what was there before.
        Told told = told(kept);
        told.cached = told.cached < 0 ? Integer.parseInt(kept.group(2)) : told.cached;
      } else if (timing.find()) {
        timed = told(timing);
      } else if (prefill.find()) {
        timed.promptMillis = Double.parseDouble(prefill.group(1));
        timed.computed = Integer.parseInt(prefill.group(2));
      } else if (decode.find()) {
        timed.madeMillis = Double.parseDouble(decode.group(1));
        timed.made = Integer.parseInt(decode.group(2));
        timed.whole = true;
      }
    }

    private Told told(Matcher task) {
      return requests.computeIfAbsent(Integer.parseInt(task.group(1)), number -> new Told());
    }
  }
}
