package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.RunManifest;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.text.Tokenizer;
import dev.facsimile.trace.text.template.Rendering;
import dev.facsimile.trace.text.template.ServedMessages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What later turns say, and how a server counts it. */
class ReplayHistoryTest {
  private static final Path SAMPLE = SharedData.root().resolve("samples/tokenizer");

  /** What this server puts around a conversation, and what another turn adds, besides its texts. */
  private static final int AROUND = 7;

  private static final int TURN = 3;

  /** A request that came, the count that the server gave, and its answer. */
  private record Served(JsonNode body, int count, String answer) {
    List<String> contents() {
      List<String> contents = new ArrayList<>();
      if (body.has("prompt")) {
        contents.add(body.path("prompt").asText());
      }
      body.path("messages").forEach(message -> contents.add(message.path("content").asText()));
      return contents;
    }
  }

  /** Counts a request's prompt. */
  private interface Count {
    int of(Served request);
  }

  @TempDir private Path folder;
  private final List<Served> served = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> failures = new ConcurrentHashMap<>();
  private HttpServer server;
  private Tokenizer tokenizer;
  private Count count = this::plainCount;
  private int answerWords = 5;

  @BeforeEach
  void start() throws IOException {
    tokenizer = Tokenizer.load(SAMPLE);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/v1/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    ((ExecutorService) server.getExecutor()).shutdownNow();
    tokenizer.close();
  }

  private int plainCount(Served request) {
    int sum = AROUND;
    for (JsonNode message : request.body().path("messages")) {
      sum += tokenizer.count(message.path("content").asText());
      sum += message.path("role").asText().equals("assistant") ? TURN : 0;
    }
    return sum + tokenizer.count(request.body().path("prompt").asText(""));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (text.isEmpty()) {
      exchange.sendResponseHeaders(404, -1);
      exchange.close();
      return;
    }
    JsonNode body = Json.tree(text);
    int number = served.size();
    String said = "Answer number " + number + "," + " more".repeat(number % answerWords) + ".";
    Served request = new Served(body, count.of(new Served(body, 0, "")), said);
    served.add(request);
    boolean fails = failures.containsKey("turn " + request.contents().size());
    byte[] stream = stream(request).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(fails ? 500 : 200, fails ? -1 : stream.length);
    if (!fails) {
      exchange.getResponseBody().write(stream);
    }
    exchange.close();
  }

  private String stream(Served request) {
    String part = Json.line(request.answer());
    String choice =
        request.body().has("prompt") ? "\"text\":" + part : "\"delta\":{\"content\":" + part + "}";
    return "data: {\"choices\":[{"
        + choice
        + ",\"finish_reason\":null}]}\n\n"
        + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
        + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":"
        + request.count()
        + ",\"completion_tokens\":"
        + tokenizer.count(request.answer())
        + "}}\n\ndata: [DONE]\n\n";
  }

  /** Turns of two sessions; each one's prompt is 100 tokens longer than the one before. */
  private Path workload(int turns) throws IOException {
    Path file = folder.resolve("w.jsonl");
    WorkloadHeader header = Headers.synthetic(1, 40_000_000, Optional.empty());
    try (WorkloadWriter writer = WorkloadWriter.create(file, header)) {
      for (int turn = 0; turn < turns; turn++) {
        for (String session : List.of("a", "b")) {
          Request request =
              Request.of(session + turn, turn * 2_000_000L, 60 + 100 * turn, 12)
                  .within(
                      new Conversation(
                          Optional.of(session), OptionalInt.of(turn), Optional.empty()));
          Intent think =
              new Intent(
                  turn == 1 ? OptionalLong.of(1_000_000) : OptionalLong.empty(),
                  OptionalLong.empty(),
                  OptionalLong.empty(),
                  Optional.empty());
          writer.write(new WorkloadRow(request, think));
        }
      }
      writer.finish();
    }
    return file;
  }

  private Ran replay(Path workload, Path with, Object... more) {
    List<Object> args =
        new ArrayList<>(
            List.of(
                "replay",
                "run",
                workload,
                "--url",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "--model",
                "m",
                "-o",
                folder.resolve("run"),
                "--no-warm-up",
                "--tokenizer",
                with));
    args.addAll(List.of(more));
    Ran ran = Ran.facsimile(args.toArray());
    assertTrue(ran.out().contains("offered"), ran.out() + ran.err());
    return ran;
  }

  private Map<String, Outcome.Dispatched> outcomes() throws IOException {
    Map<String, Outcome.Dispatched> all = new TreeMap<>();
    try (Rows<Outcome> rows = RunFolder.open(folder.resolve("run")).outcomes()) {
      for (Optional<Outcome> row = rows.next(); row.isPresent(); row = rows.next()) {
        all.put(row.get().planned().request().id(), (Outcome.Dispatched) row.get());
      }
    }
    return all;
  }

  private RunManifest manifest() throws IOException {
    return RunFolder.open(folder.resolve("run")).manifest();
  }

  /** The request that a turn of the session with this first text was. */
  private Served turn(String firstText, int number) {
    return served.stream()
        .filter(
            request ->
                request.contents().size() == 2 * number + 1
                    && request.contents().get(0).equals(firstText))
        .findFirst()
        .orElseThrow();
  }

  private List<String> firstTexts() {
    return served.stream()
        .filter(request -> request.count() == 60 && request.contents().size() == 1)
        .map(request -> request.contents().get(0))
        .toList();
  }

  @Test
  void realHistoryIsWhatTheServerAnsweredAndTheServerCountsEveryPromptAsPlanned()
      throws IOException {
    Ran ran = replay(workload(4), SAMPLE, "--history", "real", "--verify-prompts", "1");
    assertEquals(2, firstTexts().size(), ran.err());
    for (String first : firstTexts()) {
      for (int number = 1; number < 4; number++) {
        Served before = turn(first, number - 1);
        Served now = turn(first, number);
        List<String> expected = new ArrayList<>(before.contents());
        expected.add(before.answer());
        assertEquals(expected, now.contents().subList(0, 2 * number));
        assertEquals(60 + 100 * number, now.count());
      }
    }
    Map<String, Outcome.Dispatched> outcomes = outcomes();
    assertEquals(8, outcomes.size());
    for (Map.Entry<String, Outcome.Dispatched> each : outcomes.entrySet()) {
      int turn = each.getKey().charAt(1) - '0';
      Outcome.Dispatched sent = each.getValue();
      assertEquals(OptionalInt.of(60 + 100 * turn), sent.sending().promptTokens());
      if (turn > 0) {
        Outcome.Dispatched before = outcomes.get(each.getKey().substring(0, 1) + (turn - 1));
        long due = sent.planned().scheduledNanos();
        assertTrue(due >= before.endNanos(), "no user answers before he has read");
        // The time that the writing took is in the lag, and the client's own.
        assertTrue(sent.wakeLagNanos() > 0);
      }
    }
    assertEquals("real", manifest().options().get("history"));
    assertEquals("8", manifest().options().get("prompts_server_counts_same"));
    assertTrue(ran.out().contains("6 of the 6 turns say what the server answered"), ran.out());
    assertTrue(ran.out().contains("the server counted 8 of 8 prompts as we do"), ran.out());
  }

  @Test
  void theServersOverheadIsLearntFromItsUsageAndKeptInTheManifest() throws IOException {
    replay(workload(2), SAMPLE, "--history", "planned");
    assertEquals("7", manifest().options().get("prompt_server_overhead"));
    assertEquals("3", manifest().options().get("prompt_server_turn_overhead"));
    List<String> probe = manifest().details().orElseThrow().probe();
    assertTrue(
        probe.get(probe.size() - 1).contains("counts 7 tokens around a text and 3 for each"),
        probe.toString());
    for (Outcome.Dispatched sent : outcomes().values()) {
      assertEquals(sent.planned().request().tokens().input(), sent.answer().usage().inputTokens());
    }
  }

  @Test
  void aServerThatDoesNotCountByTheTokenizerChangesNothing() throws IOException {
    count = request -> String.join(" ", request.contents()).split(" ").length;
    replay(workload(1), SAMPLE);
    List<String> probe = manifest().details().orElseThrow().probe();
    assertTrue(
        probe.get(probe.size() - 1).contains("does not count by this tokenizer"), probe.toString());
    assertEquals(null, manifest().options().get("prompt_server_overhead"));
    assertEquals("0", manifest().options().get("prompts_server_counts_same"));
  }

  @Test
  void plannedHistoryIsMadeUpAndOfPlannedCountsAndWaitsForNothing() throws IOException {
    Ran ran = replay(workload(4), SAMPLE, "--history", "planned", "--turns", "clock");
    for (String first : firstTexts()) {
      Served last = turn(first, 3);
      assertEquals(360, last.count());
      assertEquals("assistant", last.body().path("messages").get(1).path("role").asText());
      // The planned answer has 12 tokens; what came is in no prompt.
      assertEquals(12, tokenizer.count(last.contents().get(1)));
      assertTrue(last.contents().stream().noneMatch(text -> text.startsWith("Answer number")));
    }
    assertEquals(6_000_000, outcomes().get("a3").planned().scheduledNanos());
    assertTrue(ran.out().contains("history (planned): 6 later turns"), ran.out());
  }

  @Test
  void completionsSayTheConversationAsOneText() throws IOException {
    replay(
        workload(3),
        SAMPLE,
        "--history",
        "real",
        "--endpoint",
        "openai-completions",
        "--verify-prompts",
        "1");
    List<Served> last = served.stream().filter(request -> request.count() == 260).toList();
    assertEquals(2, last.size());
    for (Served request : last) {
      String prompt = request.contents().get(0);
      Served before =
          served.stream()
              .filter(other -> other.count() == 160)
              .filter(other -> prompt.startsWith(other.contents().get(0)))
              .findFirst()
              .orElseThrow();
      assertTrue(prompt.startsWith(before.contents().get(0) + before.answer()));
    }
  }

  @Test
  void aRunIsRepeatedWithTheSamePromptsAndNotWithoutItsTokenizer() throws IOException {
    Path workload = workload(2);
    replay(workload, SAMPLE, "--history", "planned", "--prompt-seed", "5");
    List<Served> first = List.copyOf(served);
    served.clear();
    Path again = folder.resolve("again");
    Ran without = Ran.facsimile("replay", "again", folder.resolve("run"), workload, "-o", again);
    assertEquals(Exit.INPUT_REFUSED, without.code());
    assertTrue(without.err().contains("give it again by --tokenizer"), without.err());
    Ran ran =
        Ran.facsimile(
            "replay", "again", folder.resolve("run"), workload, "-o", again, "--tokenizer", SAMPLE);
    assertEquals(Exit.DONE, ran.code(), ran.err());
    assertEquals(turns(first), turns(served));
  }

  /** What was said in requests of the workload, in order of their lengths. */
  private static List<List<String>> turns(List<Served> requests) {
    return requests.stream()
        .filter(request -> request.count() == 60 || request.count() == 160)
        .map(Served::contents)
        .sorted(Comparator.comparing(Object::toString))
        .toList();
  }

  @Test
  void aTurnBehindOneThatFailedSaysAMadeUpAnswer() throws IOException {
    failures.put("turn 3", 1);
    Ran ran = replay(workload(3), SAMPLE, "--history", "real");
    assertEquals(2, manifest().counts().failed());
    assertTrue(ran.out().contains("2 follow a turn without an answer"), ran.out());
    for (String first : firstTexts()) {
      Served last = turn(first, 2);
      assertEquals(260, last.count());
      assertEquals(12, tokenizer.count(last.contents().get(3)));
    }
  }

  @Test
  void anAnswerTooLongForThePlanMakesTheNextPromptLongerAndItIsSaid() throws IOException {
    answerWords = 1;
    Path workload = workload(2);
    // What was answered has 4 words; now 300.
    server.removeContext("/v1/");
    server.createContext(
        "/v1/",
        exchange -> {
          String text =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          JsonNode body = Json.tree(text.isEmpty() ? "{}" : text);
          Served request =
              new Served(body, plainCount(new Served(body, 0, "")), "x y ".repeat(150));
          served.add(request);
          byte[] stream = stream(request).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, stream.length);
          exchange.getResponseBody().write(stream);
          exchange.close();
        });
    Ran ran = replay(workload, SAMPLE, "--history", "real");
    Outcome.Dispatched later = outcomes().get("a1");
    assertEquals(160, later.planned().request().tokens().input().getAsInt());
    int sent = later.sending().promptTokens().getAsInt();
    assertTrue(sent > 300, "sent " + sent);
    assertEquals(OptionalInt.of(sent), later.answer().usage().inputTokens());
    assertTrue(ran.out().contains("2 prompts are longer than planned"), ran.out());
  }

  @Test
  void realConversationsAreSentWhereTheirLengthIsNearThePlans() throws IOException {
    Path content = folder.resolve("content.jsonl");
    List<String> lines = new ArrayList<>();
    for (int words = 30; words < 400; words += 7) {
      lines.add(
          "{\"conversations\":[{\"from\":\"human\",\"value\":\"ask"
              + " the house".repeat(words / 2)
              + "\"},{\"from\":\"gpt\",\"value\":\"Yes.\"}]}");
    }
    Files.write(content, lines);
    Ran ran = replay(workload(3), SAMPLE, "--content", content, "--content-tolerance", "0.2");
    assertTrue(ran.out().contains("6 requests say real conversations, of 53"), ran.out());
    for (Outcome.Dispatched sent : outcomes().values()) {
      assertEquals(sent.planned().request().tokens().input(), sent.answer().usage().inputTokens());
    }
    assertTrue(served.stream().anyMatch(r -> r.contents().get(0).startsWith("ask the house")));
  }

  @Test
  void toolsAreSentAndTheTemplateCountsThemAsPlanned() throws IOException {
    Path qwen = SharedData.require("tokenizers/qwen3/tokenizer.json");
    try (Tokenizer real = Tokenizer.load(qwen)) {
      count =
          request -> {
            JsonNode tools = request.body().path("tools");
            Rendering rendered =
                real.chatTemplate()
                    .orElseThrow()
                    .render(
                        ServedMessages.of(request.body().path("messages")),
                        tools.isArray() ? Optional.of(tools) : Optional.empty(),
                        true);
            return real.count(((Rendering.Prompt) rendered).text());
          };
      Ran ran = replay(workload(8), qwen, "--tools", "2");
      long withTools = served.stream().filter(r -> r.body().has("tools")).count();
      assertTrue(withTools >= 8, ran.out());
      assertTrue(
          served.stream()
              .filter(r -> r.body().path("messages").size() == 3)
              .allMatch(
                  r -> r.body().path("messages").get(2).path("role").asText().equals("tool")));
      assertTrue(ran.out().contains("the server counted 16 of 16 prompts as we do"), ran.out());
    }
  }
}
