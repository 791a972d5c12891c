package dev.facsimile.analyze.history;

import io.airlift.compress.snappy.SnappyCompressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of runs in Prometheus' remote-write protocol, version 1.0: a snappy-compressed
 * protocol-buffer message of time series, each run at the time it started. See
 * https://prometheus.io/docs/specs/prw/remote_write_spec/.
 */
public final class RemoteWrite {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int BYTES = 2;
  private static final int MOST_OF_AN_ANSWER = 300;

  /** A value at a time, in milliseconds since 1970. */
  private record Sample(long millis, double value) {}

  private final Map<SortedMap<String, String>, List<Sample>> series = new LinkedHashMap<>();

  private RemoteWrite() {}

  /**
   * A message of these runs.
   *
   * @param entries runs, in the order of their starts; those that do not know theirs have no place
   *     in a time series and are left out
   * @return its bytes, compressed
   */
  public static byte[] message(List<Entry> entries) {
    RemoteWrite write = new RemoteWrite();
    for (Entry entry : entries) {
      entry
          .started()
          .ifPresent(at -> Gauge.of(entry).forEach(gauge -> write.add(gauge, at.toEpochMilli())));
    }
    byte[] bytes = write.bytes();
    SnappyCompressor snappy = new SnappyCompressor();
    byte[] packed = new byte[snappy.maxCompressedLength(bytes.length)];
    int length = snappy.compress(bytes, 0, bytes.length, packed, 0, packed.length);
    return Arrays.copyOf(packed, length);
  }

  /**
   * Sends a message.
   *
   * @param authorization value of the header of that name
   * @throws IOException if the server cannot be reached or does not take it, with what it answered
   */
  public static void send(URI url, Optional<String> authorization, byte[] message)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(PATIENCE)
            .header("Content-Type", "application/x-protobuf")
            .header("Content-Encoding", "snappy")
            .header("X-Prometheus-Remote-Write-Version", "0.1.0")
            .header("User-Agent", "facsimile")
            .POST(BodyPublishers.ofByteArray(message));
    authorization.ifPresent(value -> request.header("Authorization", value));
    HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    try {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        String body = answer.body().strip().replaceAll("\\s+", " ");
        throw new IOException(
            url
                + " answered "
                + answer.statusCode()
                + " to the remote write: "
                + body.substring(0, Math.min(MOST_OF_AN_ANSWER, body.length())));
      }
    } catch (IOException e) {
      // Its own exceptions often have no message at all.
      throw e.getMessage() == null
          ? new IOException(url + " cannot be reached for the remote write", e)
          : e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted in the remote write to " + url, e);
    }
  }

  private void add(Gauge gauge, long millis) {
    SortedMap<String, String> labels = new TreeMap<>(gauge.labels());
    labels.put("__name__", gauge.family());
    series.computeIfAbsent(labels, l -> new ArrayList<>()).add(new Sample(millis, gauge.value()));
  }

  /** WriteRequest { repeated TimeSeries timeseries = 1; }. */
  private byte[] bytes() {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    series.forEach((labels, samples) -> block(request, 1, timeSeries(labels, samples)));
    return request.toByteArray();
  }

  /** TimeSeries { repeated Label labels = 1; repeated Sample samples = 2; }, labels by name. */
  private static byte[] timeSeries(SortedMap<String, String> labels, List<Sample> samples) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    labels.forEach(
        (name, value) -> {
          // A label without a value is no label.
          if (!value.isEmpty()) {
            block(out, 1, label(name, value));
          }
        });
    samples.forEach(sample -> block(out, 2, sample(sample)));
    return out.toByteArray();
  }

  /** Label { string name = 1; string value = 2; }. */
  private static byte[] label(String name, String value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    block(out, 1, name.getBytes(StandardCharsets.UTF_8));
    block(out, 2, value.getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  /** Sample { double value = 1; int64 timestamp = 2; }. */
  private static byte[] sample(Sample sample) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    varint(out, 1 << 3 | FIXED64);
    long bits = Double.doubleToLongBits(sample.value());
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      out.write((int) (bits >>> shift));
    }
    varint(out, 2 << 3 | VARINT);
    varint(out, sample.millis());
    return out.toByteArray();
  }

  private static void block(ByteArrayOutputStream out, int field, byte[] content) {
    varint(out, (long) field << 3 | BYTES);
    varint(out, content.length);
    out.writeBytes(content);
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long left = value;
    while ((left & ~0x7FL) != 0) {
      out.write((int) (left & 0x7F | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }
}
