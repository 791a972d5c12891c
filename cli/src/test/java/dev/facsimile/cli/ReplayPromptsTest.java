package dev.facsimile.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Headers;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.Json;
import dev.facsimile.trace.file.Rows;
import dev.facsimile.trace.file.RunFolder;
import dev.facsimile.trace.file.WorkloadWriter;
import dev.facsimile.trace.header.BlockScheme;
import dev.facsimile.trace.header.WorkloadHeader;
import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.text.Tokenizer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prompts of exact counts, as a server gets them. */
class ReplayPromptsTest {
  private static final String ANSWER =
      "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n"
          + "data: [DONE]\n\n";

  @TempDir private Path folder;
  private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());

  private HttpServer server() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          byte[] answer = ANSWER.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    return server;
  }

  private Path workload() throws IOException {
    Path file = folder.resolve("w.jsonl");
    WorkloadHeader header =
        Headers.synthetic(
            1, 40_000_000, Optional.of(new BlockScheme(16, BlockScheme.Scope.GLOBAL, false)));
    try (WorkloadWriter writer = WorkloadWriter.create(file, header)) {
      for (int i = 0; i < 20; i++) {
        Request request =
            Request.of("r" + i, i * 2_000_000L, 40 + i, 1)
                .withBlocks(Optional.of(BlockIds.of(7, 100 + i)));
        writer.write(new WorkloadRow(request, Intent.PLAIN));
      }
      writer.finish();
    }
    return file;
  }

  @Test
  void everyPromptThatIsSentHasItsPlannedCountAndTheManifestTellsOfWhichTokenizer()
      throws IOException {
    Path sample = SharedData.root().resolve("samples/tokenizer");
    Path run = folder.resolve("run");
    HttpServer server = server();
    try (Tokenizer tokenizer = Tokenizer.load(sample)) {
      Ran ran =
          Ran.facsimile(
              "replay",
              "run",
              workload(),
              "--url",
              "http://127.0.0.1:" + server.getAddress().getPort(),
              "--model",
              "m",
              "-o",
              run,
              "--no-warm-up",
              "--no-probe",
              "--tokenizer",
              sample,
              "--verify-prompts",
              1);
      assertTrue(ran.out().contains("prompts: 20 of 990 tokens (bare)"), ran.out() + ran.err());
      List<Integer> counts = new ArrayList<>();
      for (String body : bodies) {
        JsonNode message = Json.tree(body).path("messages").path(0);
        counts.add(tokenizer.count(message.path("content").asText()));
      }
      Collections.sort(counts);
      for (int i = 0; i < 20; i++) {
        assertEquals(40 + i, counts.get(i));
      }
      var options = RunFolder.open(run).manifest().options();
      assertEquals(tokenizer.sha256(), options.get("prompt_tokenizer_sha256"));
      assertEquals("0", options.get("prompts_inexact"));
      assertEquals("20", options.get("answers_counted"));
      assertEquals("0", options.get("answers_not_counted"));
      for (Answer answer : answers(run)) {
        assertEquals(OptionalInt.of(tokenizer.count("a")), answer.tokenizerTokens());
        assertEquals("tokenizer", answer.tokenSource());
      }
    } finally {
      server.stop(0);
    }
  }

  private static List<Answer> answers(Path run) throws IOException {
    List<Answer> answers = new ArrayList<>();
    try (Rows<Outcome> rows = RunFolder.open(run).outcomes()) {
      for (Optional<Outcome> row = rows.next(); row.isPresent(); row = rows.next()) {
        answers.add(((Outcome.Completed) row.get()).answer());
      }
    }
    assertEquals(20, answers.size());
    return answers;
  }

  @Test
  void aShareOfTheAnswersIsCountedAndTheOthersHaveNoCount() throws IOException {
    Path run = folder.resolve("run");
    HttpServer server = server();
    try {
      Ran ran =
          Ran.facsimile(
              "replay",
              "run",
              workload(),
              "--url",
              "http://127.0.0.1:" + server.getAddress().getPort(),
              "--model",
              "m",
              "-o",
              run,
              "--no-warm-up",
              "--no-probe",
              "--tokenizer",
              SharedData.root().resolve("samples/tokenizer"),
              "--count-answers",
              0.5);
      // 4: a busy machine may make the client late.
      assertTrue(ran.code() == Exit.DONE || ran.code() == Exit.BOUND_MISSED, ran.err());
      long counted = answers(run).stream().filter(a -> a.tokenizerTokens().isPresent()).count();
      assertTrue(counted > 0 && counted < 20, "counted " + counted);
      var options = RunFolder.open(run).manifest().options();
      assertEquals(Long.toString(counted), options.get("answers_counted"));
      assertEquals("0.5", options.get("count_answers"));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void everyRunOfASweepWritesExactPromptsAndCountsItsOwn() throws IOException {
    Path sweep = folder.resolve("sweep");
    Path sample = SharedData.root().resolve("samples/tokenizer");
    HttpServer server = server();
    try (Tokenizer tokenizer = Tokenizer.load(sample)) {
      Ran ran =
          Ran.facsimile(
              "replay",
              "sweep",
              workload(),
              "--url",
              "http://127.0.0.1:" + server.getAddress().getPort(),
              "--model",
              "m",
              "-o",
              sweep,
              "--no-probe",
              "--no-warm-up",
              "--clients",
              "2,4",
              "--repeats",
              1,
              "--tokenizer",
              sample,
              "--verify-prompts",
              1);
      // 4: a busy machine may make the client late.
      assertTrue(ran.code() == Exit.DONE || ran.code() == Exit.BOUND_MISSED, ran.err());
      for (String run : List.of("clients-2-1", "clients-4-1")) {
        var options = RunFolder.open(sweep.resolve(run)).manifest().options();
        assertEquals(tokenizer.sha256(), options.get("prompt_tokenizer_sha256"));
        assertEquals("20", options.get("prompts_verified"), run);
        assertEquals("20", options.get("answers_counted"), run);
      }
    } finally {
      server.stop(0);
    }
  }
}
