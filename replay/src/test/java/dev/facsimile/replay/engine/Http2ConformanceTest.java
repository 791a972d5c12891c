package dev.facsimile.replay.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.endpoint.Ask;
import dev.facsimile.replay.endpoint.Endpoint;
import dev.facsimile.replay.endpoint.Endpoints;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.outcome.Planned;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What servers may send by RFC 9113, what they may not, and what becomes of the exchanges. */
class Http2ConformanceTest {
  private static final Endpoint ENDPOINT =
      Endpoints.of(Endpoints.DEFAULT, new Endpoints.Settings("m", true));

  private final List<String> heard = new ArrayList<>();
  private final RunClock clock = new RunClock(System::nanoTime);
  private final ServerFrames server = new ServerFrames();
  private final ClientFrames client = new ClientFrames();
  private int window = 1 << 20;
  private int mostStreams = 100;
  private Http2Connection connection;
  private EmbeddedChannel channel = new EmbeddedChannel();

  @AfterEach
  void release() {
    channel.finishAndReleaseAll();
  }

  private void connect() {
    release();
    heard.clear();
    connection =
        new Http2Connection(
            clock, new Traffic(), listener(), new byte[4096], "http", mostStreams, window);
    channel = new EmbeddedChannel(connection);
  }

  /** A connection on which the server has told its settings. */
  private void open(Http2Settings settings) throws Exception {
    connect();
    receive(server.settings(settings));
    client.of(channel);
  }

  private void open() throws Exception {
    open(new Http2Settings());
  }

  private void receive(ServerFrames frames) {
    receive(frames.bytes());
  }

  private void receive(byte[] bytes) {
    channel.writeInbound(Unpooled.wrappedBuffer(bytes));
  }

  private Carrier ask(String id, int promptBytes) {
    WorkloadRow row = new WorkloadRow(Request.of(id, 0, 5, 3), Intent.PLAIN);
    byte[] body = ENDPOINT.body(Ask.of(row, "x".repeat(promptBytes)));
    String head = "POST /v1/chat/completions HTTP/1.1\r\nHost: h:1\r\nX-A: b\r\nContent-Length: ";
    byte[] bytes =
        (head + body.length + "\r\n\r\n" + new String(body, StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8);
    Exchange exchange =
        new Exchange(
            new Planned(row.request(), Optional.empty(), 0),
            new PreparedRequest(row, bytes),
            ENDPOINT.reader(row),
            0,
            0);
    Carrier carrier = connection.take();
    exchange.dispatched(carrier, 0);
    carrier.send(exchange, bytes);
    return carrier;
  }

  private Carrier ask(String id) {
    return ask(id, 5);
  }

  private Connection.Listener listener() {
    return new Connection.Listener() {
      @Override
      public void answered(
          Connection from, Exchange exchange, boolean whole, boolean reusable, long atNanos) {
        var ending = exchange.reader().end(whole);
        heard.add(
            exchange.planned().request().id()
                + " "
                + ending.status().word()
                + " "
                + exchange.reader().eventTokens()
                + " "
                + ending.error());
      }

      @Override
      public void broken(Exchange exchange, String why) {
        heard.add(exchange.planned().request().id() + " broken " + why);
      }

      @Override
      public void freed(Connection from) {
        heard.add("freed");
      }

      @Override
      public void closed(Connection from) {
        heard.add("closed");
      }

      @Override
      public void tokens(int count, long atNanos) {
        // The reader counts them.
      }

      @Override
      public void server(String name) {
        heard.add("server " + name);
      }

      @Override
      public void bug(Throwable error) {
        throw new IllegalStateException(error);
      }
    };
  }

  private List<String> heardOf(String id) {
    return heard.stream().filter(h -> h.startsWith(id + " ")).toList();
  }

  @Test
  void theClientBeginsAsTheStandardSaysAndStandsOnceTheSettingsCame() throws Exception {
    connect();
    assertEquals(
        List.of("SETTINGS push=false window=1048576", "WINDOW 0 " + ((1 << 20) - 65_535)),
        client.of(channel));
    assertFalse(connection.stands().isDone());
    receive(server.settings());
    assertTrue(connection.stands().isSuccess());
    assertEquals(List.of("SETTINGS ack"), client.of(channel));
  }

  @Test
  void aRequestIsPseudoHeadersHeadersInLowerCaseAndABody() throws Exception {
    open();
    ask("a");
    List<String> sent = client.of(channel);
    String head = sent.get(0);
    assertTrue(head.startsWith("HEADERS 1 :"), head);
    for (String part :
        List.of(
            ":method=POST",
            ":scheme=http",
            ":path=/v1/chat/completions",
            ":authority=h:1",
            "x-a=b")) {
      assertTrue(head.contains(" " + part), head);
    }
    String length = head.replaceFirst(".*content-length=(\\d+).*", "$1");
    assertEquals(List.of("DATA 1 " + length + " last"), sent.subList(1, sent.size()));
    ask("b", 77);
    String second = client.of(channel).get(0);
    assertTrue(second.startsWith("HEADERS 3 :"), second);
    assertEquals(
        Integer.parseInt(length) + 72,
        Integer.parseInt(second.replaceFirst(".*content-length=(\\d+).*", "$1")));
  }

  /**
   * Everything that may come between: padding, priorities, unknown frames, trailers, an interim.
   */
  private byte[] oddButSound() {
    return server
        .settings()
        .headers(1, new DefaultHttp2Headers().status("103").add("link", "x"), 3, false)
        .priority(1)
        .headers(1, ServerFrames.streamHead().add("x-long", "y".repeat(40_000)), 9, false)
        .unknown(0x2a, 1)
        .unknown(0x2b, 0)
        .data(1, "", 0, false)
        .token(1)
        .data(1, "data: {\"choices\":[{\"delta\":{\"content\":\"b\"}}]}\n\n", 200, false)
        .data(1, "", 17, false)
        .window(1, 5)
        .token(1)
        .ping(7)
        .data(1, "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n", 0, false)
        .headers(1, new DefaultHttp2Headers().add("x-took", "3"), 0, true)
        .bytes();
  }

  @Test
  void framesCutAtEveryByteGiveTheSameAnswer() {
    byte[] all = oddButSound();
    // The long header's middle is the same everywhere: it is cut at some places alone.
    for (int cut = 0; cut <= all.length; cut += cut > 500 && cut < all.length - 1_500 ? 331 : 1) {
      heard.clear();
      connect();
      ask("a");
      receive(Arrays.copyOf(all, cut));
      receive(Arrays.copyOfRange(all, cut, all.length));
      assertEquals(List.of("server frames", "a completed 3 "), heard, "cut at " + cut);
      channel.releaseOutbound();
    }
  }

  @Test
  void framesThatComeByteByByteGiveTheSameAnswer() throws Exception {
    byte[] all = oddButSound();
    connect();
    ask("a");
    for (byte one : all) {
      receive(new byte[] {one});
    }
    assertEquals(List.of("server frames", "a completed 3 "), heard);
    List<String> sent = client.of(channel);
    assertEquals(List.of("SETTINGS ack", "PING ack 7"), sent.subList(sent.size() - 2, sent.size()));
  }

  @Test
  void answersOfSeveralStreamsAreToldApart() throws Exception {
    open();
    ask("a");
    ask("b");
    ask("c");
    receive(server.head(3).token(3).head(1).token(1).head(5).token(3).end(3).token(1).end(1));
    assertEquals(List.of("b completed 2 "), heardOf("b"));
    assertEquals(List.of("a completed 2 "), heardOf("a"));
    assertEquals(List.of(), heardOf("c"));
    assertEquals(99, connection.room());
  }

  @Test
  void aGoAwayInTheMiddleEndsWhatWasNotProcessedAndLetsTheRestGoOn() throws Exception {
    open();
    ask("a");
    ask("b");
    receive(server.head(1).token(1).goAway(1, 0));
    assertEquals(List.of("b broken HTTP/2: not processed: GOAWAY (NO_ERROR)"), heardOf("b"));
    assertEquals(0, connection.room());
    assertFalse(connection.isUsable(Long.MIN_VALUE));
    assertTrue(channel.isActive());
    receive(server.token(1).end(1));
    assertEquals(List.of("a completed 2 "), heardOf("a"));
    assertFalse(channel.isActive(), "it closes after its last answer");
    assertFalse(heard.contains("freed"), "it takes no more");
  }

  @Test
  void aGoAwayOfAllStreamsWithoutAnyOpenClosesTheConnection() throws Exception {
    open();
    receive(server.goAway(0, 11));
    assertEquals("closed", heard.get(0));
    assertFalse(channel.isActive());
  }

  @TestFactory
  Stream<DynamicTest> aResetIsToldByItsName() {
    Map<Long, String> names = new LinkedHashMap<>();
    names.put(0L, "HTTP/2: stream reset: NO_ERROR");
    names.put(1L, "HTTP/2: stream reset: PROTOCOL_ERROR");
    names.put(2L, "HTTP/2: stream reset: INTERNAL_ERROR");
    names.put(3L, "HTTP/2: stream reset: FLOW_CONTROL_ERROR");
    names.put(4L, "HTTP/2: stream reset: SETTINGS_TIMEOUT");
    names.put(5L, "HTTP/2: stream reset: STREAM_CLOSED");
    names.put(6L, "HTTP/2: stream reset: FRAME_SIZE_ERROR");
    names.put(7L, "HTTP/2: not processed: REFUSED_STREAM");
    names.put(8L, "HTTP/2: stream reset: CANCEL");
    names.put(9L, "HTTP/2: stream reset: COMPRESSION_ERROR");
    names.put(10L, "HTTP/2: stream reset: CONNECT_ERROR");
    names.put(11L, "HTTP/2: stream reset: ENHANCE_YOUR_CALM");
    names.put(12L, "HTTP/2: stream reset: INADEQUATE_SECURITY");
    names.put(13L, "HTTP/2: stream reset: HTTP_1_1_REQUIRED");
    names.put(99L, "HTTP/2: stream reset: code 99");
    return names.entrySet().stream()
        .map(
            of ->
                DynamicTest.dynamicTest(
                    "code " + of.getKey(),
                    () -> {
                      heard.clear();
                      ServerFrames frames = new ServerFrames();
                      connect();
                      receive(frames.settings());
                      ask("a");
                      ask("b");
                      receive(frames.head(1).token(1).reset(1, of.getKey()).answer(3, 1));
                      assertEquals(List.of("a broken " + of.getValue()), heardOf("a"));
                      assertEquals(List.of("b completed 1 "), heardOf("b"));
                    }));
  }

  @Test
  void aBodyWaitsForTheServersWindowsAndKeepsToItsFrames() throws Exception {
    open();
    ask("a", 200_000);
    List<String> first = client.of(channel);
    assertEquals(
        List.of("DATA 1 16384", "DATA 1 16384", "DATA 1 16384", "DATA 1 16383"),
        first.subList(1, first.size()));
    receive(server.window(0, 1_000_000));
    assertEquals(List.of(), client.of(channel), "the stream's own window is used up");
    receive(server.window(1, 20_000));
    assertEquals(List.of("DATA 1 16384", "DATA 1 3616"), client.of(channel));
    receive(server.window(1, 1_000_000));
    List<String> rest = client.of(channel);
    assertTrue(rest.get(rest.size() - 1).endsWith(" last"), rest::toString);
    receive(server.answer(1, 1));
    assertEquals(List.of("a completed 1 "), heardOf("a"));
  }

  @Test
  void theWindowOfTheConnectionIsSharedByItsStreams() throws Exception {
    open(new Http2Settings().initialWindowSize(1 << 20));
    ask("a", 60_000);
    ask("b", 60_000);
    client.of(channel);
    receive(server.window(0, 100_000));
    List<String> rest = client.of(channel);
    assertTrue(rest.stream().allMatch(f -> f.startsWith("DATA 3 ")), rest::toString);
    assertTrue(rest.get(rest.size() - 1).endsWith(" last"), rest::toString);
  }

  @Test
  void settingsMayChangeInTheMiddle() throws Exception {
    open(new Http2Settings().maxConcurrentStreams(3));
    assertEquals(3, connection.room());
    ask("a", 100_000);
    client.of(channel);
    // Less than what was sent already: the window is below 0, and grows from there.
    receive(server.settings(new Http2Settings().initialWindowSize(100).maxConcurrentStreams(1)));
    assertEquals(0, connection.room());
    receive(server.window(0, 1_000_000).window(1, 65_435));
    assertEquals(List.of("SETTINGS ack"), client.of(channel));
    receive(server.settings(new Http2Settings().initialWindowSize(200_000).maxFrameSize(32_768)));
    client.frameSize(32_768);
    List<String> rest = client.of(channel);
    assertTrue(rest.contains("DATA 1 32768"), rest::toString);
    assertTrue(rest.get(rest.size() - 1).endsWith(" last"), rest::toString);
    heard.clear();
    receive(server.settings(new Http2Settings().maxConcurrentStreams(1_000)));
    assertEquals(List.of("freed"), heard);
    assertEquals(99, connection.room(), "never over the limit of our own");
  }

  @Test
  void theServersHeaderTableMayShrinkAndGrow() throws Exception {
    open();
    ask("a");
    client.of(channel);
    for (long size : List.of(0L, 64L, 4096L)) {
      receive(server.settings(new Http2Settings().headerTableSize(size)));
      client.tableSize(size);
      ask("after " + size);
      ask("again " + size);
      List<String> sent = client.of(channel);
      assertEquals(
          2, sent.stream().filter(f -> f.contains(":authority=h:1")).count(), sent::toString);
    }
  }

  @Test
  void headersOfAStreamThatWasGivenUpStillCountForLaterOnes() throws Exception {
    open();
    Carrier first = ask("a");
    first.drop();
    List<String> sent = client.of(channel);
    assertEquals("RESET 1 8", sent.get(sent.size() - 1));
    assertEquals(List.of("freed"), heard);
    ask("b");
    // The second head refers to the entries of the first one, whose stream is gone.
    receive(server.answer(1, 2).answer(3, 1));
    assertEquals(List.of("freed", "server frames", "b completed 1 "), heard);
  }

  @Test
  void theClientsWindowsAreRenewedBeforeTheyAreUsedUp() throws Exception {
    window = 100_000;
    open();
    Carrier first = ask("a");
    ask("b");
    client.of(channel);
    receive(server.head(1).head(3));
    String comment = ":" + "c".repeat(9_998) + "\n";
    for (int i = 0; i < 5; i++) {
      receive(server.data(1, comment, 0, false));
    }
    assertEquals(List.of(), client.of(channel));
    receive(server.data(1, comment, 10, false));
    assertEquals(List.of("WINDOW 0 60010", "WINDOW 1 60010"), client.of(channel));
    first.drop();
    client.of(channel);
    for (int i = 0; i < 6; i++) {
      receive(server.data(1, comment, 0, false));
    }
    assertEquals(
        List.of("WINDOW 0 60000"), client.of(channel), "what comes too late is counted as well");
  }

  @Test
  void anAnswerBeforeTheWholeQuestionEndsIt() throws Exception {
    open();
    ask("a", 100_000);
    client.of(channel);
    receive(server.answer(1, 1));
    assertEquals(List.of("a completed 1 "), heardOf("a"));
    assertEquals(List.of("RESET 1 0"), client.of(channel));
    receive(server.window(0, 1_000_000));
    assertEquals(List.of(), client.of(channel));
  }

  @Test
  void aServerThatClosesLeavesTruncatedAnswers() throws Exception {
    open();
    ask("a");
    ask("b");
    receive(server.head(1).token(1));
    channel.close();
    assertEquals(List.of("a failed 1 truncated stream"), heardOf("a"));
    assertEquals(List.of("b failed 0 connection closed before a response"), heardOf("b"));
  }

  private static Http2Headers status(String status) {
    return new DefaultHttp2Headers(false).status(status);
  }

  /** Streams that are not sound, and what is said of them; the others go on. */
  @TestFactory
  Stream<DynamicTest> oneUnsoundAnswerLeavesTheOthersAlone() {
    Map<String, java.util.function.UnaryOperator<ServerFrames>> cases = new LinkedHashMap<>();
    cases.put("a body without a head", f -> f.data(1, "x", 0, false));
    cases.put("a response with the status '101'", f -> f.headers(1, status("101"), 0, false));
    cases.put(
        "a response with the status ''", f -> f.headers(1, new DefaultHttp2Headers(), 0, true));
    cases.put("a response with the status 'ok'", f -> f.headers(1, status("ok"), 0, true));
    cases.put(
        "a response that ends with the status 100", f -> f.headers(1, status("100"), 0, true));
    cases.put(
        "trailers that are not the end",
        f -> f.head(1).headers(1, new DefaultHttp2Headers().add("a", "b"), 0, false));
    cases.put(
        "a body of 1 bytes where 5 were announced",
        f ->
            f.headers(1, status("200").add("content-length", "5"), 0, false).data(1, "x", 0, true));
    cases.put("a stream that ends without a head", f -> f.data(1, "", 0, true));
    cases.put("a window update of 0 bytes", f -> f.raw(4, 8, 0, 1, new byte[4]));
    cases.put("a window of 21475", f -> f.window(1, Integer.MAX_VALUE));
    cases.put("headers: ", f -> f.headers(1, status("200").add("Upper", "case"), 0, false));
    return cases.entrySet().stream()
        .map(
            of ->
                DynamicTest.dynamicTest(
                    of.getKey(),
                    () -> {
                      heard.clear();
                      ServerFrames frames = new ServerFrames();
                      connect();
                      receive(frames.settings());
                      ask("a");
                      ask("b");
                      receive(of.getValue().apply(frames).answer(3, 2));
                      String end = heardOf("a").get(0);
                      assertTrue(end.startsWith("a broken not HTTP/2: " + of.getKey()), end);
                      assertEquals(List.of("b completed 2 "), heardOf("b"));
                      assertTrue(channel.isActive());
                    }));
  }

  /** What ends the whole connection. */
  @TestFactory
  Stream<DynamicTest> whatIsNotHttp2EndsTheConnectionWithItsReason() {
    Map<String, java.util.function.UnaryOperator<ServerFrames>> cases = new LinkedHashMap<>();
    cases.put("a frame of 16385 bytes", f -> f.raw(16_385, 0, 0, 1, new byte[0]));
    cases.put("a frame of type 0 on stream 0", f -> f.raw(1, 0, 0, 0, new byte[1]));
    cases.put("a frame of type 1 on stream 0", f -> f.raw(1, 1, 4, 0, new byte[1]));
    cases.put("a frame of type 3 on stream 0", f -> f.raw(4, 3, 0, 0, new byte[4]));
    cases.put("a frame of type 4 on stream 1", f -> f.raw(0, 4, 0, 1, new byte[0]));
    cases.put("a frame of type 6 on stream 1", f -> f.raw(8, 6, 0, 1, new byte[8]));
    cases.put("a frame of type 7 on stream 1", f -> f.raw(8, 7, 0, 1, new byte[8]));
    cases.put("a frame of type 3 with 5 bytes", f -> f.raw(5, 3, 0, 1, new byte[5]));
    cases.put("a frame of type 2 with 4 bytes", f -> f.raw(4, 2, 0, 1, new byte[4]));
    cases.put("a frame of type 4 with 5 bytes", f -> f.raw(5, 4, 0, 0, new byte[5]));
    cases.put("a frame of type 4 with 6 bytes", f -> f.raw(6, 4, 1, 0, new byte[6]));
    cases.put("a frame of type 6 with 7 bytes", f -> f.raw(7, 6, 0, 0, new byte[7]));
    cases.put("a frame of type 7 with 7 bytes", f -> f.raw(7, 7, 0, 0, new byte[7]));
    cases.put("a frame of type 8 with 3 bytes", f -> f.raw(3, 8, 0, 0, new byte[3]));
    cases.put("a frame of type 5 on stream 1", f -> f.push(1));
    cases.put("a frame of type 0 with more padding", f -> f.raw(2, 0, 8, 1, new byte[] {2, 0}));
    cases.put("a frame of type 1 with more padding", f -> f.raw(2, 1, 12, 1, new byte[] {9, 0}));
    cases.put("a frame inside of a header block", f -> f.raw(0, 1, 0, 1, new byte[0]).token(3));
    cases.put("a frame on stream 2, never opened", f -> f.head(2));
    cases.put("a frame on stream 9, never opened", f -> f.window(9, 1));
    cases.put("headers: ", f -> f.raw(4, 1, 4, 1, new byte[] {-1, -1, -1, -1}));
    cases.put("a window update of 0 bytes", f -> f.raw(4, 8, 0, 0, new byte[4]));
    cases.put("a window update of 2147483647 bytes", f -> f.window(0, Integer.MAX_VALUE));
    cases.put("frames of up to 1 bytes", f -> f.raw(6, 4, 0, 0, new byte[] {0, 5, 0, 0, 0, 1}));
    cases.put(
        "a window of 4294967295 bytes", f -> f.raw(6, 4, 0, 0, new byte[] {0, 4, -1, -1, -1, -1}));
    cases.put(
        "a server that asks for pushes", f -> f.raw(6, 4, 0, 0, new byte[] {0, 2, 0, 0, 0, 1}));
    return cases.entrySet().stream()
        .map(
            of ->
                DynamicTest.dynamicTest(
                    of.getKey(),
                    () -> {
                      heard.clear();
                      ServerFrames frames = new ServerFrames();
                      ClientFrames sent = new ClientFrames();
                      connect();
                      receive(frames.settings());
                      ask("a");
                      ask("b");
                      sent.of(channel);
                      receive(of.getValue().apply(frames));
                      for (String id : List.of("a", "b")) {
                        String end = heardOf(id).get(0);
                        assertTrue(end.startsWith(id + " broken not HTTP/2: " + of.getKey()), end);
                      }
                      assertFalse(channel.isActive());
                      assertTrue(sent.of(channel).get(0).startsWith("GOAWAY 0 "));
                    }));
  }

  @Test
  void aServerThatAnswersInHttp11IsNamedAsSuch() {
    connect();
    receive("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    assertEquals(
        "not HTTP/2: it begins with 'HTTP/1.1 '", connection.stands().cause().getMessage());
    assertFalse(channel.isActive());
  }

  @Test
  void aHeaderBlockWithoutEndIsCutOff() throws Exception {
    open();
    ask("a");
    server.raw(0, 1, 0, 1, new byte[0]);
    for (int i = 0; i < 17; i++) {
      server.raw(16_384, 9, 0, 1, new byte[16_384]);
    }
    receive(server);
    assertEquals(List.of("a broken not HTTP/2: a header block of over 262144 bytes"), heardOf("a"));
  }
}
