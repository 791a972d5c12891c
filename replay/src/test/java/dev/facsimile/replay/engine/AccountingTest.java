package dev.facsimile.replay.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.endpoint.Ask;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.trace.Conversation;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever ends a run, what was offered in it has exactly one outcome each. */
@Timeout(60)
class AccountingTest {
  private static final long MILLI = 1_000_000;
  private static final long HOUR = 3_600_000 * MILLI;
  private static final OptionalLong NONE = OptionalLong.empty();

  private final List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch held = new CountDownLatch(1);
  private Optional<Duration> until = Optional.empty();
  private OptionalInt cap = OptionalInt.empty();

  private static WorkloadRow row(String id, long arrivalNanos, OptionalLong thinkNanos) {
    return new WorkloadRow(
        Request.of(id, arrivalNanos, 5, 3), new Intent(thinkNanos, NONE, NONE, Optional.empty()));
  }

  /** A turn of session {@code s}. */
  private static WorkloadRow turn(String id, long arrivalNanos, OptionalLong thinkNanos) {
    Request request = Request.of(id, arrivalNanos, 5, 3).within(Conversation.of(Optional.of("s")));
    return new WorkloadRow(request, new Intent(thinkNanos, NONE, NONE, Optional.empty()));
  }

  private static Endpoint endpoint() {
    return Endpoints.of(Endpoints.DEFAULT, new Endpoints.Settings("m", true));
  }

  private static PreparedRequest prepared(WorkloadRow row) {
    byte[] body = endpoint().body(Ask.of(row, "a b c d e"));
    String head = "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: " + body.length;
    return new PreparedRequest(
        row,
        (head + "\r\n\r\n" + new String(body, StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Rows whose id begins with {@code late} wait for the turn before, and are made by {@code how}.
   */
  private static Preparation lateOnes(Runnable how) {
    return row ->
        row.request().id().startsWith("late")
            ? PreparedRequest.waiting(
                row,
                0,
                NONE,
                () -> {
                  how.run();
                  return prepared(row);
                })
            : prepared(row);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      // The engine is closed and does not wait for what is still being made.
      Thread.currentThread().interrupt();
    }
  }

  private Engine engine(ScriptedServer server, Load load, RequestFeed feed, int loops) {
    Duration limit = Duration.ofSeconds(30);
    EngineSettings settings =
        EngineSettings.plain(
                server.address(),
                load,
                new Limits(limit, Optional.empty(), limit, Duration.ofMillis(50)))
            .within(until, List.of())
            .capped(cap);
    Results results =
        outcome -> {
          outcomes.add(outcome);
          if (outcome instanceof Outcome.NeverSent) {
            held.countDown();
          }
        };
    return new Engine(settings, endpoint(), feed, results, System::nanoTime, loops);
  }

  /** Status, and error where there is one, by id. */
  private Map<String, String> ended() {
    Map<String, String> ended = new TreeMap<>();
    for (Outcome outcome : outcomes) {
      String error =
          outcome instanceof Outcome.NeverSent held
              ? held.reason()
              : outcome instanceof Outcome.Cancelled cut ? cut.error() : "";
      String before =
          ended.put(
              outcome.planned().request().id(), (outcome.status().word() + " " + error).strip());
      assertEquals(null, before, "ended twice");
    }
    return ended;
  }

  private static int offered(EngineResult result) {
    return result.series().stream().mapToInt(Second::offered).sum();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aTurnThatIsBeingMadeWhenTheRunIsInterruptedWasOffered(int loops) throws Exception {
    CountDownLatch making = new CountDownLatch(1);
    CountDownLatch made = new CountDownLatch(1);
    Preparation slow =
        lateOnes(
            () -> {
              making.countDown();
              await(made);
            });
    List<WorkloadRow> rows =
        List.of(turn("s0", 0, NONE), turn("late", 0, NONE), row("far", HOUR, NONE));
    try (ScriptedServer server = new ScriptedServer((n, reply) -> ScriptedServer.answer(reply, 1));
        RequestFeed feed = new RequestFeed(new ListRows(rows), slow, true);
        Engine engine = engine(server, new Load.Open(1), feed, loops)) {
      CompletableFuture<EngineResult> running = engine.start();
      await(making);
      engine.stop("interrupted", "interrupted");
      EngineResult result = running.get(30, TimeUnit.SECONDS);
      assertEquals(Map.of("s0", "completed", "late", "never-sent interrupted"), ended());
      assertEquals(2, offered(result));
      made.countDown();
    }
    assertEquals(2, outcomes.size(), "nothing comes of it once it is made");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void rowsThatTheFeedWasTooSlowForWereOffered(int loops) throws Exception {
    cap = OptionalInt.of(1);
    CountDownLatch making = new CountDownLatch(1);
    List<String> written = Collections.synchronizedList(new ArrayList<>());
    Preparation slow =
        row -> {
          written.add(row.request().id());
          if (row.request().id().equals("r3")) {
            making.countDown();
            await(held);
          }
          return prepared(row);
        };
    List<WorkloadRow> rows = new ArrayList<>();
    IntStream.range(0, 200).forEach(i -> rows.add(row("r" + i, 0, NONE)));
    rows.add(row("far", HOUR, NONE));
    rows.add(row("farther", HOUR, NONE));
    // r0 is in flight, r1 held back by the cap, r2 all that may be ready ahead, and r3 is made
    // until the stop is seen, which refuses r1.
    try (ScriptedServer server = new ScriptedServer((n, reply) -> {});
        RequestFeed feed = new RequestFeed(new ListRows(rows), slow, false, 1);
        Engine engine = engine(server, new Load.Open(1), feed, loops)) {
      CompletableFuture<EngineResult> running = engine.start();
      await(making);
      engine.stop("interrupted", "interrupted");
      EngineResult result = running.get(30, TimeUnit.SECONDS);
      Map<String, String> ended = ended();
      assertEquals(200, ended.size());
      assertEquals(200, offered(result));
      assertFalse(ended.containsKey("far"), "it was not due");
      assertEquals("cancelled interrupted", ended.get("r0"));
      assertEquals("never-sent interrupted", ended.get("r199"));
      assertEquals(List.of("r0", "r1", "r2", "r3"), written, "no prompt is written in vain");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aRunThatCannotGoOnAccountsForWhatItHasOffered(int loops) throws Exception {
    Preparation broken =
        lateOnes(
            () -> {
              throw new IllegalStateException("no prompt for this one");
            });
    List<WorkloadRow> rows =
        List.of(
            new WorkloadRow(Request.of("hangs", 0, 5, 7), Intent.PLAIN),
            turn("s0", MILLI, NONE),
            turn("late", MILLI, NONE),
            row("far", HOUR, NONE));
    try (ScriptedServer server =
            new ScriptedServer(
                (n, reply) -> {
                  if (!reply.request().contains("\"max_tokens\":7")) {
                    ScriptedServer.answer(reply, 1);
                  }
                });
        RequestFeed feed = new RequestFeed(new ListRows(rows), broken, true);
        Engine engine = engine(server, new Load.Open(1), feed, loops)) {
      ExecutionException failed =
          assertThrows(ExecutionException.class, () -> engine.start().get(30, TimeUnit.SECONDS));
      assertEquals("no prompt for this one", failed.getCause().getMessage());
      Map<String, String> ended = ended();
      assertEquals("never-sent run failed", ended.get("late"));
      assertEquals(3, ended.size());
      assertTrue(ended.containsValue("cancelled run failed"), ended::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aClientThatThinksPastTheEndDoesNotEndTheRunOfTheOthers(int loops) throws Exception {
    until = Optional.of(Duration.ofSeconds(20));
    List<WorkloadRow> rows = new ArrayList<>();
    IntStream.range(0, 10)
        .forEach(i -> rows.add(row("r" + i, 0, i == 2 ? OptionalLong.of(HOUR) : NONE)));
    try (ScriptedServer server =
            new ScriptedServer(
                (n, reply) -> reply.after(5, () -> ScriptedServer.answer(reply, 1)));
        RequestFeed feed = new RequestFeed(new ListRows(rows), AccountingTest::prepared);
        Engine engine = engine(server, new Load.Closed(2), feed, loops)) {
      EngineResult result = engine.start().get(30, TimeUnit.SECONDS);
      assertEquals(9, ended().size());
      assertEquals(9, offered(result));
      assertFalse(ended().containsKey("r2"));
      assertTrue(result.durationNanos() < 10_000 * MILLI, "nobody waits for the end of the time");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aTurnThatIsDueBeforeTheEndIsOfferedThoughALaterRowIsNot(int loops) throws Exception {
    until = Optional.of(Duration.ofSeconds(20));
    List<WorkloadRow> rows =
        List.of(
            turn("s0", 0, NONE), turn("late1", 0, OptionalLong.of(MILLI)), row("far", HOUR, NONE));
    try (ScriptedServer server =
            new ScriptedServer(
                (n, reply) -> reply.after(20, () -> ScriptedServer.answer(reply, 1)));
        RequestFeed feed =
            new RequestFeed(new ListRows(rows), AccountingTest.lateOnes(() -> {}), true);
        Engine engine = engine(server, new Load.Open(1, Load.Turns.THINK), feed, loops)) {
      engine.start().get(30, TimeUnit.SECONDS);
      assertEquals(Map.of("s0", "completed", "late1", "completed"), ended());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theEndOfTheTimeEndsWhatWaitsForAnAnswer(int loops) throws Exception {
    until = Optional.of(Duration.ofMillis(200));
    List<WorkloadRow> rows = List.of(turn("s0", 0, NONE), turn("s1", 0, OptionalLong.of(MILLI)));
    try (ScriptedServer server = new ScriptedServer((n, reply) -> {});
        RequestFeed feed = new RequestFeed(new ListRows(rows), AccountingTest::prepared);
        Engine engine = engine(server, new Load.Open(1, Load.Turns.THINK), feed, loops)) {
      EngineResult result = engine.start().get(30, TimeUnit.SECONDS);
      // The next turn was not due: its think time begins at the end of this one.
      assertEquals(Map.of("s0", "cancelled run end"), ended());
      assertEquals(1, offered(result));
    }
  }
}
