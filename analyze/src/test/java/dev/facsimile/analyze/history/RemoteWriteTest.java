package dev.facsimile.analyze.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.facsimile.analyze.run.Runs;
import io.airlift.compress.snappy.SnappyDecompressor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemoteWriteTest {
  @TempDir private Path scratch;

  /** A receiver on loopback that answers with a code and keeps what it got. */
  private static final class Receiver implements AutoCloseable {
    private final HttpServer server;
    private final int code;
    private final List<byte[]> bodies = new ArrayList<>();
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    Receiver(int code) throws IOException {
      this.code = code;
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/api/v1/write", this::take);
      server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
      bodies.add(exchange.getRequestBody().readAllBytes());
      exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
      byte[] answer = code == 204 ? new byte[0] : "out of bounds\n".getBytes(UTF_8);
      exchange.sendResponseHeaders(code, answer.length == 0 ? -1 : answer.length);
      exchange.getResponseBody().write(answer);
      exchange.close();
    }

    URI url() {
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api/v1/write");
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  /** A reader of protocol-buffer messages: the fields of one, bytes or numbers, in their order. */
  private record Field(int number, byte[] bytes, long value) {
    static List<Field> of(byte[] message) {
      ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
      List<Field> fields = new ArrayList<>();
      while (in.hasRemaining()) {
        long tag = varint(in);
        int number = (int) (tag >>> 3);
        switch ((int) (tag & 7)) {
          case 0 -> fields.add(new Field(number, new byte[0], varint(in)));
          case 1 -> fields.add(new Field(number, new byte[0], in.getLong()));
          case 2 -> {
            byte[] bytes = new byte[(int) varint(in)];
            in.get(bytes);
            fields.add(new Field(number, bytes, 0));
          }
          default -> throw new IllegalArgumentException("wire type " + (tag & 7));
        }
      }
      return fields;
    }

    private static long varint(ByteBuffer in) {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte b = in.get();
        value |= (long) (b & 0x7F) << shift;
        if (b >= 0) {
          return value;
        }
      }
    }
  }

  /** Series by their labels, each with its samples' times and values. */
  private static Map<Map<String, String>, Map<Long, Double>> series(byte[] packed) {
    byte[] room = new byte[SnappyDecompressor.getUncompressedLength(packed, 0)];
    int length =
        new SnappyDecompressor().decompress(packed, 0, packed.length, room, 0, room.length);
    Map<Map<String, String>, Map<Long, Double>> all = new LinkedHashMap<>();
    for (Field timeSeries : Field.of(Arrays.copyOf(room, length))) {
      Map<String, String> labels = new LinkedHashMap<>();
      Map<Long, Double> samples = new LinkedHashMap<>();
      for (Field part : Field.of(timeSeries.bytes())) {
        List<Field> pair = Field.of(part.bytes());
        if (part.number() == 1) {
          labels.put(
              new String(pair.get(0).bytes(), UTF_8), new String(pair.get(1).bytes(), UTF_8));
        } else {
          samples.put(pair.get(1).value(), Double.longBitsToDouble(pair.get(0).value()));
        }
      }
      all.put(labels, samples);
    }
    return all;
  }

  private Entry entry() throws IOException {
    return Entry.of(
        Runs.read(Runs.write(scratch.resolve("run"), Runs.outcomes(1, t -> t))),
        Map.of("commit", "3f2a"));
  }

  @Test
  void eachRunIsASampleOfItsSeriesAtTheTimeItStarted() throws IOException {
    Entry entry = entry();
    List<Entry> runs = List.of(HistoryTest.on(entry, 1, 300), HistoryTest.on(entry, 2, 450));
    Map<Map<String, String>, Map<Long, Double>> series = series(RemoteWrite.message(runs));
    Map<Long, Double> p90 =
        series.get(
            Map.of(
                "__name__", "facsimile_ttft_from_schedule_seconds",
                "commit", "3f2a",
                "load", "open",
                "model", "simulated",
                "quantile", "0.9",
                "url", "http://127.0.0.1:8080",
                "workload", "000000000000"));
    long first = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();
    assertEquals(Map.of(first, 0.3, first + 86_400_000L, 0.45), p90);
    // The protocol wants the labels of a series sorted by their names.
    series
        .keySet()
        .forEach(labels -> assertEquals(new TreeMap<>(labels).toString(), labels.toString()));
    // What the OpenMetrics text has of a run, the message has.
    assertEquals(Gauge.of(entry).size(), series.size());
  }

  @Test
  void itIsSentAsTheProtocolSays() throws IOException {
    byte[] message = RemoteWrite.message(List.of(HistoryTest.on(entry(), 1, 300)));
    try (Receiver receiver = new Receiver(204)) {
      RemoteWrite.send(receiver.url(), Optional.of("Bearer secret"), message);
      assertTrue(Arrays.equals(message, receiver.bodies.get(0)));
      assertEquals("snappy", receiver.headers.get("Content-Encoding"));
      assertEquals("application/x-protobuf", receiver.headers.get("Content-Type"));
      assertEquals("0.1.0", receiver.headers.get("X-Prometheus-Remote-Write-Version"));
      assertEquals("Bearer secret", receiver.headers.get("Authorization"));
    }
  }

  @Test
  void aServerThatRefusesIsQuotedAndOneThatIsNotThereIsNamed() throws IOException {
    byte[] message = RemoteWrite.message(List.of(HistoryTest.on(entry(), 1, 300)));
    try (Receiver receiver = new Receiver(400)) {
      IOException refused =
          assertThrows(
              IOException.class, () -> RemoteWrite.send(receiver.url(), Optional.empty(), message));
      assertEquals(
          receiver.url() + " answered 400 to the remote write: out of bounds",
          refused.getMessage());
    }
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    URI nobody = URI.create("http://127.0.0.1:" + port + "/api/v1/write");
    IOException unreachable =
        assertThrows(IOException.class, () -> RemoteWrite.send(nobody, Optional.empty(), message));
    assertTrue(unreachable.getMessage().contains(nobody.toString()), unreachable.getMessage());
  }
}
