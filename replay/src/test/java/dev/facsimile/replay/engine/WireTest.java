package dev.facsimile.replay.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.endpoint.Ask;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.RequestStatus;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.outcome.Attempt;
import dev.facsimile.trace.outcome.Outcome;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How the engine gets to servers: TLS, proxies, several of them, again after a failure. */
@Timeout(60)
class WireTest {
  private static final Limits LIMITS =
      new Limits(
          Duration.ofSeconds(5), Optional.empty(), Duration.ofSeconds(20), Duration.ofSeconds(20));

  @TempDir private Path folder;

  private static List<WorkloadRow> rows(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new WorkloadRow(Request.of("r" + i, 0, 5, 3), Intent.PLAIN))
        .toList();
  }

  private static Endpoint endpoint() {
    return Endpoints.of(Endpoints.DEFAULT, new Endpoints.Settings("m", true));
  }

  private static byte[] bytes(WorkloadRow row) {
    byte[] body = endpoint().body(Ask.of(row, "a b c d e"));
    String head = "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: " + body.length;
    return (head + "\r\n\r\n" + new String(body, StandardCharsets.UTF_8))
        .getBytes(StandardCharsets.UTF_8);
  }

  private record Ran(List<Outcome> outcomes, List<Attempt> attempts, EngineResult result) {
    long count(RequestStatus status) {
      return outcomes.stream().filter(o -> o.status() == status).count();
    }

    Outcome of(String id) {
      return outcomes.stream()
          .filter(o -> o.planned().request().id().equals(id))
          .findAny()
          .orElseThrow();
    }
  }

  private static EngineSettings settings(Peer... peers) {
    return EngineSettings.plain(peers[0].address(), new Load.Closed(1), LIMITS)
        .to(List.of(peers), false);
  }

  private static Ran run(EngineSettings settings, List<WorkloadRow> rows) throws Exception {
    List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
    List<Attempt> attempts = Collections.synchronizedList(new ArrayList<>());
    Results results =
        new Results() {
          @Override
          public void outcome(Outcome outcome) {
            outcomes.add(outcome);
          }

          @Override
          public void attempt(Attempt attempt) {
            attempts.add(attempt);
          }
        };
    AtomicInteger turn = new AtomicInteger();
    int peers = settings.peers().size();
    try (RequestFeed feed =
            new RequestFeed(
                new ListRows(rows),
                row ->
                    new PreparedRequest(
                        row, turn.getAndIncrement() % peers, bytes(row), OptionalLong.empty()));
        Engine engine = new Engine(settings, endpoint(), feed, results, System::nanoTime)) {
      EngineResult result = engine.start().get(50, TimeUnit.SECONDS);
      assertEquals(rows.size(), outcomes.size());
      return new Ran(List.copyOf(outcomes), List.copyOf(attempts), result);
    }
  }

  private static SslContext trusting(Path certificate) throws Exception {
    return SslContextBuilder.forClient()
        .sslProvider(SslProvider.JDK)
        .trustManager(certificate.toFile())
        .build();
  }

  private static ScriptedServer behindTls(TestKeys keys) throws Exception {
    SslContext tls = SslContextBuilder.forServer(keys.keys()).sslProvider(SslProvider.JDK).build();
    return new ScriptedServer((n, reply) -> ScriptedServer.answer(reply, 3), Optional.of(tls));
  }

  @Test
  void requestsGoThroughTlsAndTheConnectionIsKept() throws Exception {
    TestKeys keys = TestKeys.make(folder);
    try (ScriptedServer server = behindTls(keys)) {
      Peer peer =
          new Peer(
              server.address(),
              "localhost",
              server.address().getPort(),
              Optional.of(trusting(keys.certificate())),
              Way.DIRECT);
      Ran ran = run(settings(peer), rows(10));
      assertEquals(10, ran.count(RequestStatus.COMPLETED));
      assertEquals(1, server.connections());
      Outcome.Completed first = (Outcome.Completed) ran.of("r0");
      assertEquals(3, first.answer().eventTokens());
      assertTrue(first.connectLagNanos() > 0, "the handshake is part of the connecting");
    }
  }

  @Test
  void aCertificateOfAnotherHostOrOfNobodyKnownIsATlsErrorInTheData() throws Exception {
    TestKeys keys = TestKeys.make(folder);
    try (ScriptedServer server = behindTls(keys)) {
      int port = server.address().getPort();
      SslContext trusted = trusting(keys.certificate());
      Peer other =
          new Peer(server.address(), "example.org", port, Optional.of(trusted), Way.DIRECT);
      Outcome.NeverSent wrongName = (Outcome.NeverSent) run(settings(other), rows(1)).of("r0");
      assertTrue(wrongName.reason().startsWith("TLS: "), wrongName.reason());
      SslContext jvms = SslContextBuilder.forClient().sslProvider(SslProvider.JDK).build();
      Peer unknown = new Peer(server.address(), "localhost", port, Optional.of(jvms), Way.DIRECT);
      Outcome.NeverSent nobody = (Outcome.NeverSent) run(settings(unknown), rows(1)).of("r0");
      assertTrue(nobody.reason().startsWith("TLS: "), nobody.reason());
    }
  }

  /** A proxy that opens tunnels, or answers with {@code status} alone. */
  private static final class Proxy implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    Proxy(int status, InetSocketAddress server) throws IOException {
      Thread thread =
          new Thread(
              () -> {
                while (!socket.isClosed()) {
                  try {
                    serve(socket.accept(), status, server);
                  } catch (IOException e) {
                    return;
                  }
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    private void serve(Socket client, int status, InetSocketAddress server) throws IOException {
      StringBuilder head = new StringBuilder();
      InputStream in = client.getInputStream();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.read());
      }
      asked.add(head.substring(0, head.indexOf("\r\n")));
      client
          .getOutputStream()
          .write(("HTTP/1.1 " + status + " So\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      if (status == 200) {
        Socket onward = new Socket(server.getAddress(), server.getPort());
        pump(client, onward);
        pump(onward, client);
      }
    }

    private static void pump(Socket from, Socket to) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  from.getInputStream().transferTo(to.getOutputStream());
                  to.close();
                } catch (IOException e) {
                  // The other side has closed: the tunnel is over.
                  return;
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    Peer peer(int serverPort, Optional<SslContext> tls) {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
      return new Peer(address, "localhost", serverPort, tls, Way.HTTP_PROXY);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Test
  void aProxyIsAskedForATunnelAndTlsGoesThroughIt() throws Exception {
    TestKeys keys = TestKeys.make(folder);
    try (ScriptedServer server = behindTls(keys);
        Proxy proxy = new Proxy(200, server.address())) {
      int port = server.address().getPort();
      Peer peer = proxy.peer(port, Optional.of(trusting(keys.certificate())));
      Ran ran = run(settings(peer), rows(4));
      assertEquals(4, ran.count(RequestStatus.COMPLETED));
      assertEquals(List.of("CONNECT localhost:" + port + " HTTP/1.1"), proxy.asked);
    }
  }

  @Test
  void aProxyThatRefusesIsAReason() throws Exception {
    try (Proxy proxy = new Proxy(407, new InetSocketAddress("127.0.0.1", 1))) {
      Ran ran = run(settings(proxy.peer(1, Optional.empty())), rows(1));
      assertEquals(
          "proxy: the proxy answered HTTP 407", ((Outcome.NeverSent) ran.of("r0")).reason());
    }
  }

  /** A SOCKS 5 proxy that opens one tunnel, to whatever server it is asked for. */
  private static final class SocksProxy implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    SocksProxy(InetSocketAddress server) throws IOException {
      Thread thread =
          new Thread(
              () -> {
                try {
                  Socket client = socket.accept();
                  InputStream in = client.getInputStream();
                  in.readNBytes(3);
                  client.getOutputStream().write(new byte[] {5, 0});
                  int length = in.readNBytes(5)[4];
                  asked.add(new String(in.readNBytes(length), StandardCharsets.US_ASCII));
                  in.readNBytes(2);
                  Socket onward = new Socket(server.getAddress(), server.getPort());
                  client.getOutputStream().write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
                  Proxy.pump(client, onward);
                  Proxy.pump(onward, client);
                } catch (IOException e) {
                  // The test is over.
                  return;
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Test
  void aSocksProxyIsAskedForATunnelAndTlsGoesThroughIt() throws Exception {
    TestKeys keys = TestKeys.make(folder);
    try (ScriptedServer server = behindTls(keys);
        SocksProxy proxy = new SocksProxy(server.address())) {
      Peer peer =
          new Peer(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.socket.getLocalPort()),
              "localhost",
              server.address().getPort(),
              Optional.of(trusting(keys.certificate())),
              Way.SOCKS_PROXY);
      assertEquals(4, run(settings(peer), rows(4)).count(RequestStatus.COMPLETED));
      assertEquals(List.of("localhost"), proxy.asked);
    }
  }

  @Test
  void severalServersTakeTurns() throws Exception {
    AtomicInteger first = new AtomicInteger();
    AtomicInteger second = new AtomicInteger();
    try (ScriptedServer one =
            new ScriptedServer(
                (n, reply) -> {
                  first.incrementAndGet();
                  ScriptedServer.answer(reply, 1);
                });
        ScriptedServer two =
            new ScriptedServer(
                (n, reply) -> {
                  second.incrementAndGet();
                  ScriptedServer.answer(reply, 1);
                })) {
      Ran ran = run(settings(Peer.plain(one.address()), Peer.plain(two.address())), rows(11));
      assertEquals(11, ran.count(RequestStatus.COMPLETED));
      assertEquals(6, first.get());
      assertEquals(5, second.get());
    }
  }

  @Test
  void freshConnectionsAreOneForEachRequest() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer((n, reply) -> ScriptedServer.answer(reply, 1))) {
      EngineSettings fresh =
          settings(Peer.plain(server.address())).to(List.of(Peer.plain(server.address())), true);
      Ran ran = run(fresh, rows(7));
      assertEquals(7, ran.count(RequestStatus.COMPLETED));
      assertEquals(7, server.connections());
      assertEquals(7, ran.result().connections());
      ran.outcomes()
          .forEach(
              o -> assertTrue(((Outcome.Dispatched) o).sending().connectedNanos().isPresent()));
    }
  }

  private static String status(int code, String more) {
    return "HTTP/1.1 " + code + " So\r\nContent-Length: 0\r\n" + more + "\r\n";
  }

  private static EngineSettings retried(ScriptedServer server, int most) {
    return settings(Peer.plain(server.address()))
        .retried(new Retries(most, Duration.ofMillis(1), Duration.ofSeconds(2)));
  }

  @Test
  void withoutRetriesARejectionIsFinal() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer((n, reply) -> reply.send(status(503, "Retry-After: 1\r\n")))) {
      Ran ran = run(settings(Peer.plain(server.address())), rows(3));
      assertEquals(3, ran.count(RequestStatus.REJECTED));
      assertEquals(List.of(), ran.attempts());
      assertEquals(0, ran.result().retries());
    }
  }

  @Test
  void everyAttemptIsRecordedAndCountedApart() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              if (n % 3 == 2) {
                ScriptedServer.answer(reply, 2);
              } else {
                reply.send(status(n % 3 == 0 ? 429 : 500, ""));
              }
            })) {
      Ran ran = run(retried(server, 2), rows(2));
      assertEquals(2, ran.count(RequestStatus.COMPLETED));
      assertEquals(4, ran.result().retries());
      assertEquals(6, ran.attempts().size());
      assertEquals(
          List.of(RequestStatus.REJECTED, RequestStatus.FAILED, RequestStatus.COMPLETED),
          ran.attempts().subList(0, 3).stream().map(Attempt::status).toList());
      Outcome.Completed done = (Outcome.Completed) ran.of("r0");
      assertEquals(3, done.sending().attempts());
      // What a user felt: from the first attempt's dispatch to the last one's first token.
      assertEquals(
          ran.attempts().get(0).dispatchedNanos().getAsLong(), done.sending().dispatchedNanos());
      assertTrue(done.writeLagNanos() < 1_000_000_000L, "no attempt is taken for slow writing");
    }
  }

  @Test
  void theServersRetryAfterIsWaitedForAndOneThatIsTooLongIsFinal() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              if (n == 0) {
                reply.send(status(429, "Retry-After: 1\r\n"));
              } else if (n == 1) {
                ScriptedServer.answer(reply, 1);
              } else {
                reply.send(status(429, "Retry-After: 3600\r\n"));
              }
            })) {
      Ran ran = run(retried(server, 5), rows(2));
      Attempt again = ran.attempts().get(1);
      assertEquals(OptionalLong.of(1_000_000_000L), ran.attempts().get(0).retryAfterNanos());
      assertTrue(
          again.dispatchedNanos().getAsLong() - ran.attempts().get(0).endNanos() >= 1_000_000_000L);
      assertEquals(RequestStatus.COMPLETED, ran.of("r0").status());
      assertEquals(RequestStatus.REJECTED, ran.of("r1").status());
      assertEquals(3, ran.attempts().size());
    }
  }

  @Test
  void anAnswerThatBrokeAfterATokenIsNotAskedForAgain() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            (n, reply) -> {
              reply.send(ScriptedServer.STREAM + ScriptedServer.TOKEN);
              reply.close();
            })) {
      Ran ran = run(retried(server, 3), rows(1));
      assertEquals(1, ran.attempts().size());
      assertEquals("truncated stream", ((Outcome.Failed) ran.of("r0")).error());
    }
  }

  @Test
  void aRequestThatIsWrongIsNotRepeated() throws Exception {
    try (ScriptedServer server = new ScriptedServer((n, reply) -> reply.send(status(400, "")))) {
      assertEquals(1, run(retried(server, 3), rows(1)).attempts().size());
    }
  }

  /** Answers nobody before {@code all} requests have come. */
  private static ScriptedServer untilAllHaveCome(int all) {
    List<ScriptedServer.Reply> held = new ArrayList<>();
    return new ScriptedServer(
        (n, reply) -> {
          held.add(reply);
          if (held.size() == all) {
            held.forEach(r -> ScriptedServer.answer(r, 1));
          }
        });
  }

  private static EngineSettings open(ScriptedServer server, int connectionsAhead) {
    return EngineSettings.plain(server.address(), new Load.Open(1), LIMITS)
        .started(connectionsAhead, OptionalLong.empty());
  }

  @Test
  void aRequestFindsAConnectionThatWasOpenedBeforeTheStart() throws Exception {
    try (ScriptedServer server = untilAllHaveCome(10)) {
      Ran ran = run(open(server, 10), rows(10));
      for (Outcome outcome : ran.outcomes()) {
        assertTrue(((Outcome.Dispatched) outcome).sending().connectedNanos().isEmpty());
      }
    }
  }

  @Test
  void aRisingLoadHasConnectionsOpenedBeyondThoseInUse() throws Exception {
    try (ScriptedServer server = untilAllHaveCome(80)) {
      Ran ran = run(open(server, 1), rows(80));
      assertEquals(80, ran.count(RequestStatus.COMPLETED));
      // All 80 were in flight at once; one in eight more is kept, where a pooled one was taken.
      assertTrue(ran.result().connections() > 80, () -> ran.result().connections() + " opened");
    }
  }

  @Test
  void noMoreConnectionsAreOpenedAheadThanTheUsersCapLetsBeUsed() throws Exception {
    try (ScriptedServer server = untilAllHaveCome(10)) {
      Ran ran = run(open(server, 30).capped(OptionalInt.of(10)), rows(10));
      assertEquals(10, ran.count(RequestStatus.COMPLETED));
      assertEquals(10, ran.result().connections());
    }
  }
}
