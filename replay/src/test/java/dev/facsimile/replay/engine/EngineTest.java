package dev.facsimile.replay.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.endpoint.Ask;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.header.RunManifest.Counts;
import dev.facsimile.trace.outcome.Accounting;
import dev.facsimile.trace.outcome.Outcome;
import dev.facsimile.trace.outcome.Second;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineTest {
  private static final long MILLI = 1_000_000;

  private Duration timeout = Duration.ofSeconds(30);
  private Duration drain = Duration.ofSeconds(30);
  private Optional<Duration> firstTokenTimeout = Optional.empty();
  private Retries retries = Retries.NONE;
  private OptionalInt cap = OptionalInt.empty();

  /** What a run gave. */
  private record Ran(List<Outcome> outcomes, EngineResult result) {
    long count(RequestStatus status) {
      return outcomes.stream().filter(o -> o.status() == status).count();
    }

    Outcome.Dispatched sent(String id) {
      return outcomes.stream()
          .filter(o -> o.planned().request().id().equals(id))
          .map(o -> (Outcome.Dispatched) o)
          .findAny()
          .orElseThrow();
    }
  }

  private static List<WorkloadRow> rows(int count, long everyNanos) {
    return IntStream.range(0, count)
        .mapToObj(i -> new WorkloadRow(Request.of("r" + i, i * everyNanos, 5, 3), Intent.PLAIN))
        .toList();
  }

  /** How many event loops the engine has. */
  int loops() {
    return 1;
  }

  private Engine engine(
      InetSocketAddress target, Load load, RequestFeed feed, List<Outcome> outcomes) {
    EngineSettings settings =
        EngineSettings.plain(
                target, load, new Limits(Duration.ofSeconds(5), firstTokenTimeout, timeout, drain))
            .capped(cap)
            .retried(retries);
    return new Engine(settings, endpoint(), feed, outcomes::add, System::nanoTime, loops());
  }

  private static Endpoint endpoint() {
    return Endpoints.of(Endpoints.DEFAULT, new Endpoints.Settings("m", true));
  }

  private static byte[] bytes(WorkloadRow row) {
    byte[] body = endpoint().body(Ask.of(row, "a b c d e"));
    return ("POST /v1/chat/completions HTTP/1.1\r\nContent-Length: "
            + body.length
            + "\r\n\r\n"
            + new String(body, StandardCharsets.UTF_8))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static PreparedRequest prepared(WorkloadRow row) {
    return new PreparedRequest(row, bytes(row));
  }

  /** Runs and checks what must hold of every run. */
  private Ran run(InetSocketAddress target, Load load, List<WorkloadRow> rows) throws Exception {
    List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
    try (RequestFeed feed = new RequestFeed(new ListRows(rows), EngineTest::prepared);
        Engine engine = engine(target, load, feed, outcomes)) {
      EngineResult result = engine.start().get(50, TimeUnit.SECONDS);
      Ran ran = new Ran(List.copyOf(outcomes), result);
      everyRowEndsExactlyOnce(rows, ran.outcomes());
      theSeriesAddsUp(ran);
      return ran;
    }
  }

  private static void everyRowEndsExactlyOnce(List<WorkloadRow> rows, List<Outcome> outcomes) {
    assertEquals(rows.size(), outcomes.size());
    TreeSet<String> planned = new TreeSet<>();
    rows.forEach(row -> planned.add(row.request().id()));
    TreeSet<String> ended = new TreeSet<>();
    outcomes.forEach(outcome -> ended.add(outcome.planned().request().id()));
    assertEquals(planned, ended);
  }

  private static void theSeriesAddsUp(Ran ran) {
    Accounting accounting = new Accounting();
    ran.outcomes().forEach(accounting::add);
    Counts counts = accounting.counts();
    List<Second> series = ran.result().series();
    assertEquals(counts.offered(), series.stream().mapToInt(Second::offered).sum());
    assertEquals(counts.dispatched(), series.stream().mapToInt(Second::dispatched).sum());
    assertEquals(counts.completed(), series.stream().mapToInt(Second::completed).sum());
    assertEquals(counts.rejected(), series.stream().mapToInt(Second::rejected).sum());
    assertEquals(
        counts.timedOut() + counts.cancelled() + counts.failed(),
        series.stream().mapToInt(Second::failed).sum());
    assertEquals(0, series.get(series.size() - 1).inFlight());
  }

  @Test
  void anOpenLoopSendsEachRequestAtItsTimeAndNeverBefore() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer((n, reply) -> ScriptedServer.answer(reply, 3))) {
      Ran ran = run(server.address(), new Load.Open(2), rows(40, 10 * MILLI));
      assertEquals(40, ran.count(RequestStatus.COMPLETED));
      for (int i = 0; i < 40; i++) {
        Outcome.Dispatched sent = ran.sent("r" + i);
        assertEquals(i * 5 * MILLI, sent.planned().scheduledNanos());
        assertTrue(sent.wakeLagNanos() >= 0 && sent.slotLagNanos() == 0, () -> sent.toString());
        assertEquals(3, sent.answer().eventTokens());
      }
      assertEquals(Optional.of("scripted"), ran.result().server());
    }
  }

  @Test
  void theTimesOfARequestComeInOrder() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              reply.send(ScriptedServer.STREAM);
              reply.after(
                  20,
                  () -> {
                    reply.send(ScriptedServer.TOKEN);
                    reply.after(20, () -> reply.send(ScriptedServer.TOKEN + ScriptedServer.END));
                  });
            })) {
      Outcome.Dispatched sent = run(server.address(), new Load.Open(1), rows(1, 0)).sent("r0");
      long[] times = {
        sent.planned().scheduledNanos(),
        sent.sending().wokenNanos(),
        sent.sending().admittedNanos(),
        sent.sending().connectedNanos().orElseThrow(),
        sent.sending().dispatchedNanos(),
        sent.sending().writtenNanos().orElseThrow(),
        sent.answer().headersNanos().orElseThrow(),
        sent.answer().firstTokenNanos().orElseThrow(),
        sent.answer().lastTokenNanos().orElseThrow(),
        sent.endNanos()
      };
      for (int i = 1; i < times.length; i++) {
        assertTrue(times[i - 1] <= times[i], "time " + i + " of " + sent);
      }
      // The server's own timer waits at least 20 ms for each token.
      assertTrue(sent.ttftFromDispatchNanos().getAsLong() >= 20 * MILLI);
      assertEquals(
          sent.sendLagNanos(),
          sent.wakeLagNanos()
              + sent.slotLagNanos()
              + sent.connectLagNanos()
              + sent.writeLagNanos());
    }
  }

  @Test
  void aConnectionIsKeptForTheNextRequest() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer((n, reply) -> ScriptedServer.answer(reply, 1))) {
      Ran ran = run(server.address(), new Load.Closed(1), rows(20, 0));
      assertEquals(20, ran.count(RequestStatus.COMPLETED));
      assertEquals(loops(), server.connections());
      assertFalse(ran.sent("r19").sending().connectedNanos().isPresent());
    }
  }

  @Test
  void aClosedLoopKeepsExactlyItsClientsInFlight() throws Exception {
    AtomicInteger inFlight = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<ScriptedServer.Reply> waiting = new ArrayList<>();
    // Answers only once four requests wait: with fewer clients at work the run would never end.
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
              waiting.add(reply);
              if (waiting.size() == 4) {
                inFlight.addAndGet(-4);
                waiting.forEach(r -> ScriptedServer.answer(r, 1));
                waiting.clear();
              }
            })) {
      Ran ran = run(server.address(), new Load.Closed(4), rows(40, 0));
      assertEquals(40, ran.count(RequestStatus.COMPLETED));
      assertEquals(4, most.get());
    }
  }

  @Test
  void aStallOfTheServerShowsFromTheScheduleInAnOpenLoopAndHidesInAClosedOne() throws Exception {
    cap = OptionalInt.of(1);
    Ran open = runWithStall(new Load.Open(1));
    // Due 50 ms after the stalled one, let through only when the 400 ms were over.
    Outcome.Dispatched held = open.sent("r1");
    assertTrue(held.ttftFromScheduleNanos().getAsLong() >= 350 * MILLI);
    assertTrue(held.slotLagNanos() >= 300 * MILLI, "the wait is the cap's: " + held);
    assertTrue(
        held.ttftFromScheduleNanos().getAsLong() - held.ttftFromDispatchNanos().getAsLong()
            >= 300 * MILLI);

    cap = OptionalInt.empty();
    Ran closed = runWithStall(new Load.Closed(1));
    Outcome.Dispatched hidden = closed.sent("r1");
    assertTrue(closed.sent("r0").ttftFromDispatchNanos().getAsLong() >= 400 * MILLI);
    assertTrue(
        hidden.ttftFromScheduleNanos().getAsLong() - hidden.ttftFromDispatchNanos().getAsLong()
            < 300 * MILLI,
        "a closed loop forgets that r1 had to wait");
  }

  private Ran runWithStall(Load load) throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              if (n == 0) {
                reply.after(400, () -> ScriptedServer.answer(reply, 1));
              } else {
                ScriptedServer.answer(reply, 1);
              }
            })) {
      return run(server.address(), load, rows(6, 50 * MILLI));
    }
  }

  @Test
  void aServerThatClosesMidStreamFailsTheRequestAndKeepsWhatCame() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              if (n % 2 == 0) {
                reply.send(ScriptedServer.STREAM + ScriptedServer.TOKEN + "ff\r\ndata: {\"ch");
                reply.close();
              } else {
                ScriptedServer.answer(reply, 2);
              }
            })) {
      Ran ran = run(server.address(), new Load.Closed(1), rows(10, 0));
      assertEquals(5, ran.count(RequestStatus.FAILED));
      assertEquals(5, ran.count(RequestStatus.COMPLETED));
      Outcome.Failed cut = (Outcome.Failed) ran.sent("r0");
      assertEquals("truncated stream", cut.error());
      assertEquals(1, cut.answer().eventTokens());
    }
  }

  @Test
  void aServerThatClosesWithoutAWordFailsTheRequest() throws Exception {
    try (ScriptedServer server = new ScriptedServer((n, reply) -> reply.close())) {
      Ran ran = run(server.address(), new Load.Closed(2), rows(6, 0));
      assertEquals(6, ran.count(RequestStatus.FAILED));
    }
  }

  @Test
  void aServerThatSpeaksNoHttpFailsTheRequest() throws Exception {
    try (ScriptedServer server = new ScriptedServer((n, reply) -> reply.send("220 smtp\r\n"))) {
      Ran ran = run(server.address(), new Load.Closed(1), rows(2, 0));
      assertEquals(
          "not HTTP/1.1: the status line '220 smtp'", ((Outcome.Failed) ran.sent("r1")).error());
    }
  }

  @Test
  void tooManyRequestsIsRejectedAndTheConnectionGoesOn() throws Exception {
    String full = "{\"error\":{\"message\":\"the queue is full\"}}";
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              if (n % 2 == 0) {
                reply.send(
                    "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\n"
                        + "Content-Length: "
                        + full.length()
                        + "\r\n\r\n"
                        + full);
              } else {
                ScriptedServer.answer(reply, 1);
              }
            })) {
      Ran ran = run(server.address(), new Load.Closed(1), rows(10, 0));
      assertEquals(5, ran.count(RequestStatus.REJECTED));
      assertEquals(5, ran.count(RequestStatus.COMPLETED));
      assertEquals("HTTP 429: the queue is full", ((Outcome.Rejected) ran.sent("r0")).error());
      assertEquals(loops(), server.connections());
    }
  }

  @Test
  void whereNobodyListensNothingIsSent() throws Exception {
    InetSocketAddress nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
    }
    Ran ran = run(nobody, new Load.Closed(3), rows(500, 0));
    assertEquals(500, ran.count(RequestStatus.NEVER_SENT));
    assertEquals(
        "connect: Connection refused", ((Outcome.NeverSent) ran.outcomes().get(0)).reason());
  }

  @Test
  void aRequestThatTakesTooLongTimesOut() throws Exception {
    timeout = Duration.ofMillis(150);
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              if (n % 2 == 0) {
                reply.send(ScriptedServer.STREAM + ScriptedServer.TOKEN);
              } else {
                ScriptedServer.answer(reply, 1);
              }
            })) {
      Ran ran = run(server.address(), new Load.Closed(1), rows(4, 0));
      assertTrue(ran.count(RequestStatus.TIMED_OUT) >= 2);
      Outcome.TimedOut late = (Outcome.TimedOut) ran.sent("r0");
      assertEquals("total time over 150 ms", late.error());
      assertTrue(late.endNanos() - late.sending().dispatchedNanos() >= 150 * MILLI);
      assertEquals(1, late.answer().eventTokens());
    }
  }

  @Test
  void whatIsInFlightWhenTheDrainEndsIsCancelled() throws Exception {
    drain = Duration.ofMillis(100);
    try (ScriptedServer server = new ScriptedServer((n, reply) -> {})) {
      Ran ran = run(server.address(), new Load.Open(1), rows(3, 0));
      assertEquals(3, ran.count(RequestStatus.CANCELLED));
      assertEquals("run end", ((Outcome.Cancelled) ran.sent("r0")).error());
    }
  }

  @Test
  void aPlannedDisconnectIsACancellation() throws Exception {
    Intent leave =
        new Intent(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.of(50 * MILLI),
            Optional.of("p"));
    List<WorkloadRow> rows = List.of(new WorkloadRow(Request.of("r0", 0, 5, 3), leave));
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> reply.send(ScriptedServer.STREAM + ScriptedServer.TOKEN))) {
      Ran ran = run(server.address(), new Load.Open(1), rows);
      assertEquals("planned disconnect", ((Outcome.Cancelled) ran.sent("r0")).error());
      assertEquals(Optional.of("p"), ran.sent("r0").planned().phase());
    }
  }

  @Test
  void theUsersCapIsNeverPassed() throws Exception {
    cap = OptionalInt.of(2);
    AtomicInteger inFlight = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
              reply.after(
                  5,
                  () -> {
                    inFlight.decrementAndGet();
                    ScriptedServer.answer(reply, 1);
                  });
            })) {
      Ran ran = run(server.address(), new Load.Open(1), rows(30, 0));
      assertEquals(30, ran.count(RequestStatus.COMPLETED));
      assertEquals(2, most.get());
    }
  }

  @Test
  void stoppingEndsWhatIsInFlightAndWritesDownWhatWasDue() throws Exception {
    cap = OptionalInt.of(1);
    drain = Duration.ofMillis(50);
    CompletableFuture<Void> arrived = new CompletableFuture<>();
    List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
    List<WorkloadRow> rows = new ArrayList<>(rows(3, 0));
    rows.add(new WorkloadRow(Request.of("far", 3_600_000 * MILLI, 5, 3), Intent.PLAIN));
    try (ScriptedServer server = new ScriptedServer((n, reply) -> arrived.complete(null));
        RequestFeed feed = new RequestFeed(new ListRows(rows), EngineTest::prepared);
        Engine engine = engine(server.address(), new Load.Open(1), feed, outcomes)) {
      CompletableFuture<EngineResult> running = engine.start();
      arrived.get(30, TimeUnit.SECONDS);
      engine.stop("interrupted", "interrupted");
      EngineResult result = running.get(30, TimeUnit.SECONDS);
      assertTrue(result.interrupted());
      Ran ran = new Ran(List.copyOf(outcomes), result);
      assertEquals(1, ran.count(RequestStatus.CANCELLED));
      assertEquals(2, ran.count(RequestStatus.NEVER_SENT));
      assertEquals(3, ran.outcomes().size(), "what was not due yet is no part of the run");
      theSeriesAddsUp(ran);
    }
  }

  @Test
  void aRowThatCannotBeReadEndsTheRunWithItsReason() {
    List<WorkloadRow> rows = rows(3, 0);
    List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
    try (ScriptedServer server = new ScriptedServer((n, reply) -> ScriptedServer.answer(reply, 1));
        RequestFeed feed =
            new RequestFeed(
                new ListRows(rows),
                row -> {
                  if (row.request().id().equals("r2")) {
                    throw new IllegalStateException("row 2");
                  }
                  return prepared(row);
                });
        Engine engine = engine(server.address(), new Load.Closed(1), feed, outcomes)) {
      Exception failure =
          org.junit.jupiter.api.Assertions.assertThrows(
              Exception.class, () -> engine.start().get(30, TimeUnit.SECONDS));
      assertEquals("row 2", failure.getCause().getMessage());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void tenThousandArrivalsAtOneInstantAreAllSent() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer((n, reply) -> ScriptedServer.answer(reply, 1))) {
      Ran ran = run(server.address(), new Load.Open(1), rows(10_000, 0));
      assertEquals(10_000, ran.count(RequestStatus.COMPLETED));
      assertTrue(
          ran.outcomes().stream().allMatch(o -> o.planned().scheduledNanos() == 0),
          "none is moved to a later time");
      // Connections are opened a hundred at a time and used again, not ten thousand at once.
      assertTrue(server.connections() < 9_000, server.connections() + " connections");
    }
  }

  @Test
  void aFirstTokenThatTakesTooLongTimesOut() throws Exception {
    firstTokenTimeout = Optional.of(Duration.ofMillis(100));
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              if (n == 0) {
                reply.send(ScriptedServer.STREAM);
              } else {
                // In time with its first token, and slower than that limit to its end.
                reply.send(ScriptedServer.STREAM + ScriptedServer.TOKEN);
                reply.after(200, () -> reply.send(ScriptedServer.TOKEN + ScriptedServer.END));
              }
            })) {
      Ran ran = run(server.address(), new Load.Closed(1), rows(2, 0));
      assertEquals("first token over 100 ms", ((Outcome.TimedOut) ran.sent("r0")).error());
      assertEquals(RequestStatus.COMPLETED, ran.sent("r1").status());
    }
  }

  @Test
  void aDeadlineCountsFromTheScheduleAndHoldsBehindTheCapToo() throws Exception {
    cap = OptionalInt.of(1);
    Intent deadline =
        new Intent(
            OptionalLong.empty(),
            OptionalLong.of(300 * MILLI),
            OptionalLong.empty(),
            Optional.empty());
    List<WorkloadRow> rows =
        List.of(
            new WorkloadRow(Request.of("r0", 0, 5, 3), deadline),
            new WorkloadRow(Request.of("r1", 0, 5, 3), deadline));
    try (ScriptedServer server = new ScriptedServer((n, reply) -> {})) {
      Ran ran = run(server.address(), new Load.Open(1), rows);
      assertEquals("deadline of 300 ms passed", ((Outcome.TimedOut) ran.sent("r0")).error());
      Outcome held =
          ran.outcomes().stream()
              .filter(o -> o.planned().request().id().equals("r1"))
              .findAny()
              .orElseThrow();
      assertEquals("deadline of 300 ms passed", ((Outcome.NeverSent) held).reason());
    }
  }
}
