package dev.facsimile.replay.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.endpoint.Ask;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.replay.simulator.ServerModel;
import dev.facsimile.replay.simulator.ServerSettings;
import dev.facsimile.replay.simulator.SimulatedServer;
import dev.facsimile.replay.tls.PemKey;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.outcome.Outcome;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs over HTTP/2, against Netty's server of it. */
@Timeout(60)
class Http2EngineTest {
  private static final long MILLI = 1_000_000;

  @TempDir private Path folder;
  private int loops = 1;
  private int streams = Peer.MOST_STREAMS;
  private int promptBytes = 20;
  private Retries retries = Retries.NONE;
  private Duration timeout = Duration.ofSeconds(30);
  private int ahead;
  private boolean fresh;

  private static Endpoint endpoint() {
    return Endpoints.of(Endpoints.DEFAULT, new Endpoints.Settings("m", true));
  }

  private PreparedRequest prepared(WorkloadRow row) {
    byte[] body = endpoint().body(Ask.of(row, "x".repeat(promptBytes)));
    String head =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
            + "\r\nContent-Length: ";
    return new PreparedRequest(
        row,
        (head + body.length + "\r\n\r\n" + new String(body, StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8));
  }

  private static List<WorkloadRow> rows(int count, long everyNanos) {
    return rows(count, everyNanos, OptionalLong.empty(), OptionalLong.empty());
  }

  private static List<WorkloadRow> rows(
      int count, long everyNanos, OptionalLong deadline, OptionalLong cancelAfter) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new WorkloadRow(
                    Request.of("r" + i, i * everyNanos, 5, 3),
                    new Intent(OptionalLong.empty(), deadline, cancelAfter, Optional.empty())))
        .toList();
  }

  private record Ran(List<Outcome> outcomes, EngineResult result) {
    long count(RequestStatus status) {
      return outcomes.stream().filter(o -> o.status() == status).count();
    }

    Outcome of(String id) {
      return outcomes.stream()
          .filter(o -> o.planned().request().id().equals(id))
          .findAny()
          .orElseThrow();
    }

    String error(String id) {
      Outcome outcome = of(id);
      return outcome instanceof Outcome.NeverSent held
          ? held.reason()
          : ((Outcome.Failed) outcome).error();
    }
  }

  private Ran run(Peer peer, Load load, List<WorkloadRow> rows) throws Exception {
    List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
    Limits limits =
        new Limits(Duration.ofSeconds(5), Optional.empty(), timeout, Duration.ofSeconds(30));
    EngineSettings settings =
        EngineSettings.plain(peer.address(), load, limits)
            .to(List.of(peer), fresh)
            .retried(retries)
            .started(ahead, OptionalLong.empty());
    try (RequestFeed feed = new RequestFeed(new ListRows(rows), this::prepared);
        Engine engine =
            new Engine(settings, endpoint(), feed, outcomes::add, System::nanoTime, loops)) {
      EngineResult result = engine.start().get(50, TimeUnit.SECONDS);
      assertEquals(rows.size(), outcomes.size());
      assertEquals(
          rows.size(), outcomes.stream().map(o -> o.planned().request().id()).distinct().count());
      return new Ran(List.copyOf(outcomes), result);
    }
  }

  private Peer http2(InetSocketAddress address) {
    return Peer.plain(address).speaking(HttpVersion.HTTP_2, streams);
  }

  private static InetSocketAddress address(SimulatedServer server) {
    return new InetSocketAddress("127.0.0.1", server.port());
  }

  private static SimulatedServer simulated(ServerSettings settings) throws Exception {
    SimulatedServer server =
        new SimulatedServer(
            new ServerModel(
                1_000, OptionalInt.empty(), Duration.ofMillis(5), 1e9, Duration.ofMillis(1), 1),
            settings);
    server.start(0);
    return server;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aClosedLoopSharesConnectionsWhateverTheNumberOfLoops(int number) throws Exception {
    loops = number;
    try (SimulatedServer server = simulated(ServerSettings.PLAIN)) {
      ahead = 300;
      Ran ran = run(http2(address(server)), new Load.Closed(300), rows(900, 0));
      assertEquals(900, ran.count(RequestStatus.COMPLETED));
      assertEquals(Set.of("2"), ran.result().httpVersions());
      ran.outcomes()
          .forEach(
              o -> {
                Outcome.Completed done = (Outcome.Completed) o;
                assertEquals(3, done.answer().eventTokens());
                assertTrue(done.ttftFromDispatchNanos().getAsLong() >= 5 * MILLI);
              });
      // 300 places for 300 clients, and one in eight more ahead; a connection has a hundred.
      assertTrue(ran.result().connections() <= 2L * number + 4, () -> ran.result().toString());
    }
  }

  @Test
  void anOpenLoopIsSentOnOneConnectionInOrder() throws Exception {
    try (SimulatedServer server = simulated(ServerSettings.PLAIN)) {
      ahead = 1;
      Ran ran = run(http2(address(server)), new Load.Open(1), rows(50, 2 * MILLI));
      assertEquals(50, ran.count(RequestStatus.COMPLETED));
      assertEquals(1, ran.result().connections());
      long before = -1;
      for (int i = 0; i < 50; i++) {
        long dispatched = ((Outcome.Completed) ran.of("r" + i)).sending().dispatchedNanos();
        assertTrue(dispatched > before && dispatched >= 2 * MILLI * i);
        before = dispatched;
      }
    }
  }

  @Test
  void moreConnectionsAreOpenedBeyondTheServersLimitOfStreams() throws Exception {
    List<ScriptedHttp2Server.Reply> held = new ArrayList<>();
    try (ScriptedHttp2Server server =
        new ScriptedHttp2Server(
            Http2Settings.defaultSettings().maxConcurrentStreams(4),
            Optional.empty(),
            (n, reply) -> {
              held.add(reply);
              if (held.size() == 10) {
                held.forEach(r -> r.answer(1));
              }
            })) {
      Ran ran = run(http2(server.address()), new Load.Open(1), rows(10, 0));
      assertEquals(10, ran.count(RequestStatus.COMPLETED));
      assertEquals(3, server.connections());
    }
  }

  @Test
  void theLimitOfOurOwnIsKeptToThoughTheServerTakesMore() throws Exception {
    streams = 2;
    List<ScriptedHttp2Server.Reply> held = new ArrayList<>();
    try (ScriptedHttp2Server server =
        new ScriptedHttp2Server(
            (n, reply) -> {
              held.add(reply);
              if (held.size() == 6) {
                held.forEach(r -> r.answer(1));
              }
            })) {
      Ran ran = run(http2(server.address()), new Load.Open(1), rows(6, 0));
      assertEquals(6, ran.count(RequestStatus.COMPLETED));
      assertEquals(3, server.connections());
    }
  }

  @Test
  void whatIsCutIsResetAndTheConnectionGoesOn() throws Exception {
    try (ScriptedHttp2Server server =
        new ScriptedHttp2Server(
            (n, reply) -> {
              reply.status("200", false).tokens(1);
              if (n % 2 == 1) {
                reply.end();
              }
            })) {
      // Long enough for an answer on a busy machine.
      List<WorkloadRow> rows = rows(20, 0, OptionalLong.empty(), OptionalLong.of(150 * MILLI));
      Ran ran = run(http2(server.address()), new Load.Closed(1), rows);
      assertEquals(10, ran.count(RequestStatus.COMPLETED));
      assertEquals(10, ran.count(RequestStatus.CANCELLED));
      assertEquals(1, server.connections());
      assertEquals(10, server.resets());
    }
  }

  @Test
  void aDeadlineAndTheTotalTimeResetTheStreamAlone() throws Exception {
    timeout = Duration.ofMillis(50);
    try (ScriptedHttp2Server server =
        new ScriptedHttp2Server(
            (n, reply) -> {
              if (n == 2) {
                reply.answer(1);
              }
            })) {
      List<WorkloadRow> rows =
          new ArrayList<>(rows(1, 0, OptionalLong.of(20 * MILLI), OptionalLong.empty()));
      rows.add(new WorkloadRow(Request.of("b", 0, 5, 3), Intent.PLAIN));
      rows.add(new WorkloadRow(Request.of("c", 0, 5, 3), Intent.PLAIN));
      Ran ran = run(http2(server.address()), new Load.Closed(1), rows);
      assertEquals("deadline of 20 ms passed", ((Outcome.TimedOut) ran.of("r0")).error());
      assertEquals("total time over 50 ms", ((Outcome.TimedOut) ran.of("b")).error());
      assertEquals(RequestStatus.COMPLETED, ran.of("c").status());
      assertEquals(1, server.connections());
    }
  }

  @Test
  void aGoAwayReplacesTheConnectionAndLosesNoAnswer() throws Exception {
    try (ScriptedHttp2Server server =
        new ScriptedHttp2Server(
            (n, reply) -> {
              reply.status("200", false).tokens(1);
              if (n % 5 == 4) {
                reply.goAway();
              }
              reply.after(5, () -> reply.tokens(1).end());
            })) {
      Ran ran = run(http2(server.address()), new Load.Closed(1), rows(20, 0));
      assertEquals(20, ran.count(RequestStatus.COMPLETED));
      assertEquals(4, server.connections());
    }
  }

  @Test
  void whatWasNotProcessedMayBeSentAgain() throws Exception {
    retries = new Retries(2, Duration.ofMillis(1), Duration.ofSeconds(1));
    try (ScriptedHttp2Server server =
        new ScriptedHttp2Server(
            (n, reply) -> {
              if (n == 0) {
                reply.reset(Http2Error.REFUSED_STREAM);
              } else {
                reply.answer(2);
              }
            })) {
      Ran ran = run(http2(server.address()), new Load.Closed(1), rows(2, 0));
      assertEquals(2, ran.count(RequestStatus.COMPLETED));
      assertEquals(2, ((Outcome.Completed) ran.of("r0")).sending().attempts());
      assertEquals(1, server.connections());
    }
  }

  @Test
  void withoutRetriesItIsAFailureThatSaysSo() throws Exception {
    try (ScriptedHttp2Server server =
        new ScriptedHttp2Server((n, reply) -> reply.reset(Http2Error.REFUSED_STREAM))) {
      Ran ran = run(http2(server.address()), new Load.Closed(1), rows(1, 0));
      assertEquals("HTTP/2: not processed: REFUSED_STREAM", ran.error("r0"));
    }
  }

  @Test
  void aRejectionIsOneWhateverTheVersion() throws Exception {
    try (ScriptedHttp2Server server =
        new ScriptedHttp2Server((n, reply) -> reply.status("429", true))) {
      Ran ran = run(http2(server.address()), new Load.Closed(1), rows(3, 0));
      assertEquals(3, ran.count(RequestStatus.REJECTED));
      assertEquals(1, server.connections());
    }
  }

  @Test
  void aServerThatDiesLeavesFailuresAndIsConnectedToAgain() throws Exception {
    try (ScriptedHttp2Server server =
        new ScriptedHttp2Server(
            (n, reply) -> {
              if (n == 2) {
                reply.status("200", false).tokens(1);
                reply.after(5, reply::closeConnection);
              } else if (n > 2) {
                reply.answer(1);
              }
            })) {
      Ran ran = run(http2(server.address()), new Load.Closed(3), rows(6, 0));
      assertEquals(3, ran.count(RequestStatus.FAILED));
      assertEquals(3, ran.count(RequestStatus.COMPLETED));
      assertTrue(server.connections() > 1);
    }
  }

  @Test
  void longPromptsGoThroughTheServersWindows() throws Exception {
    promptBytes = 300_000;
    try (ScriptedHttp2Server server = new ScriptedHttp2Server((n, reply) -> reply.answer(1))) {
      Ran ran = run(http2(server.address()), new Load.Open(1), rows(8, 0));
      assertEquals(8, ran.count(RequestStatus.COMPLETED));
      assertEquals(1, server.connections());
      assertTrue(server.bodyBytes() > 8L * 300_000);
      ran.outcomes()
          .forEach(o -> assertTrue(((Outcome.Dispatched) o).sending().writtenNanos().isPresent()));
    }
  }

  @Test
  void freshConnectionsAreOneForEachRequest() throws Exception {
    fresh = true;
    try (ScriptedHttp2Server server = new ScriptedHttp2Server((n, reply) -> reply.answer(1))) {
      assertEquals(
          5,
          run(http2(server.address()), new Load.Closed(2), rows(5, 0))
              .count(RequestStatus.COMPLETED));
      assertEquals(5, server.connections());
    }
  }

  @Test
  void aServerOfHttp11IsNoServerOfHttp2() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer((n, reply) -> ScriptedServer.answer(reply, 1))) {
      timeout = Duration.ofSeconds(1);
      try (var answering = new GreetingServer("HTTP/1.1 400 Bad Request\r\n\r\n")) {
        Ran ran = run(http2(answering.address()), new Load.Closed(1), rows(1, 0));
        assertEquals("HTTP/2: not HTTP/2: it begins with 'HTTP/1.1 '", ran.error("r0"));
      }
      assertEquals(0, server.connections());
    }
  }

  /** Says one thing to whoever has said something, and nothing more. */
  private static final class GreetingServer implements AutoCloseable {
    private final java.net.ServerSocket socket =
        new java.net.ServerSocket(0, 50, java.net.InetAddress.getLoopbackAddress());

    GreetingServer(String says) throws java.io.IOException {
      Thread thread =
          new Thread(
              () -> {
                try (java.net.Socket client = socket.accept()) {
                  assertTrue(client.getInputStream().read() >= 0);
                  client.getOutputStream().write(says.getBytes(StandardCharsets.US_ASCII));
                  client.getInputStream().readAllBytes();
                } catch (java.io.IOException e) {
                  // The test is over.
                  return;
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    InetSocketAddress address() {
      return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    @Override
    public void close() throws java.io.IOException {
      socket.close();
    }
  }

  private static ApplicationProtocolConfig offering(String... names) {
    return new ApplicationProtocolConfig(
        ApplicationProtocolConfig.Protocol.ALPN,
        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
        names);
  }

  private static SslContext serverTls(TestKeys keys, String... names) throws Exception {
    return SslContextBuilder.forServer(keys.keys())
        .sslProvider(SslProvider.JDK)
        .applicationProtocolConfig(offering(names))
        .build();
  }

  private Peer secured(int port, TestKeys keys, HttpVersion http) throws Exception {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .trustManager(keys.certificate().toFile());
    if (http != HttpVersion.HTTP_1_1) {
      builder.applicationProtocolConfig(
          http == HttpVersion.AUTO ? offering("h2", "http/1.1") : offering("h2"));
    }
    return new Peer(
            new InetSocketAddress("127.0.0.1", port),
            "localhost",
            port,
            Optional.of(builder.build()),
            Way.DIRECT)
        .speaking(http, streams);
  }

  @Test
  void overTlsTheServerChooses() throws Exception {
    TestKeys keys = TestKeys.make(folder);
    SslContext both = serverTls(keys, "h2", "http/1.1");
    ahead = 30;
    try (SimulatedServer server = simulated(ServerSettings.PLAIN.securedBy(both))) {
      for (HttpVersion asked : HttpVersion.values()) {
        Ran ran = run(secured(server.port(), keys, asked), new Load.Closed(30), rows(60, 0));
        assertEquals(60, ran.count(RequestStatus.COMPLETED), asked::toString);
        boolean http2 = asked != HttpVersion.HTTP_1_1;
        assertEquals(Set.of(http2 ? "2" : "1.1"), ran.result().httpVersions());
        assertEquals(http2 ? 1 : 30, ran.result().connections(), asked::toString);
      }
    }
  }

  @Test
  void aServerThatAsksForACertificateGetsTheClientsOwn() throws Exception {
    TestKeys keys = TestKeys.make(folder);
    SslContext asking =
        SslContextBuilder.forServer(keys.keys())
            .sslProvider(SslProvider.JDK)
            .trustManager(keys.certificate().toFile())
            .clientAuth(ClientAuth.REQUIRE)
            .build();
    try (SimulatedServer server = simulated(ServerSettings.PLAIN.securedBy(asking))) {
      for (boolean shown : new boolean[] {true, false}) {
        SslContextBuilder builder =
            SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .trustManager(keys.certificate().toFile());
        if (shown) {
          PemKey own = PemKey.read(keys.certificate(), keys.key());
          builder.keyManager(own.key(), own.certificates());
        }
        Peer peer =
            new Peer(
                address(server),
                "localhost",
                server.port(),
                Optional.of(builder.build()),
                Way.DIRECT);
        Ran ran = run(peer, new Load.Closed(2), rows(4, 0));
        assertEquals(shown ? 4 : 0, ran.count(RequestStatus.COMPLETED));
      }
    }
  }

  @Test
  void aServerThatChoosesHttp11IsSpokenToInItUnlessTheUserInsists() throws Exception {
    TestKeys keys = TestKeys.make(folder);
    try (SimulatedServer server =
        simulated(ServerSettings.PLAIN.securedBy(serverTls(keys, "http/1.1")))) {
      Ran auto =
          run(secured(server.port(), keys, HttpVersion.AUTO), new Load.Closed(5), rows(10, 0));
      assertEquals(10, auto.count(RequestStatus.COMPLETED));
      assertEquals(Set.of("1.1"), auto.result().httpVersions());
      Ran insisting =
          run(secured(server.port(), keys, HttpVersion.HTTP_2), new Load.Closed(1), rows(1, 0));
      assertEquals("TLS: the server does not agree to HTTP/2 (ALPN)", insisting.error("r0"));
    }
  }
}
