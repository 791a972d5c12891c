package dev.facsimile.replay.run;

import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A time server that several generators set their start against: it is asked by NTP (RFC 5905,
 * client mode) a few times, and the exchange with the shortest delay counts. What the reference
 * itself is off by does not matter, as long as it is the same for all of them.
 */
public final class ClockReference {
  private static final int PORT = 123;
  private static final int EXCHANGES = 8;
  private static final Duration PAUSE = Duration.ofMillis(30);
  private static final int TIMEOUT_MILLIS = 1_000;

  private static final int PACKET = 48;
  private static final byte CLIENT_V4 = 0x23;
  private static final int SERVER_MODE = 4;
  private static final int MODE_MASK = 7;
  private static final int UNSYNCHRONIZED = 3;
  private static final int LEAP_SHIFT = 6;
  private static final int STRATUM_AT = 1;
  private static final int ORIGIN_AT = 24;
  private static final int RECEIVED_AT = 32;
  private static final int TRANSMITTED_AT = 40;

  /** Seconds from 1900, where NTP's era 0 begins, to 1970. */
  private static final long EPOCH = 2_208_988_800L;

  private static final long ERA = 1L << 32;
  private static final long SECOND = 1_000_000_000L;

  private final String url;
  private final InetSocketAddress address;
  private final Clock wallClock;
  private final LongSupplier nanoTime;

  private ClockReference(
      String url, InetSocketAddress address, Clock wallClock, LongSupplier nanoTime) {
    this.url = url;
    this.address = address;
    this.wallClock = wallClock;
    this.nanoTime = nanoTime;
  }

  /**
   * A reference by its URL, {@code ntp://HOST} or {@code ntp://HOST:PORT}.
   *
   * @param wallClock ours, that is measured
   * @param nanoTime our monotonic clock
   * @throws InputException if the URL is another, or the name has no address
   */
  public static ClockReference of(String url, Clock wallClock, LongSupplier nanoTime)
      throws IOException {
    URI uri = URI.create(url.matches("ntp://[\\w.:\\[\\]-]+") ? url : "none");
    if (!"ntp".equals(uri.getScheme()) || uri.getHost() == null) {
      throw new InputException("--clock-reference is '" + url + "', expected ntp://HOST or :PORT");
    }
    InetAddress host = InetAddress.getByName(uri.getHost());
    int port = uri.getPort() < 0 ? PORT : uri.getPort();
    return new ClockReference(url, new InetSocketAddress(host, port), wallClock, nanoTime);
  }

  /**
   * Measures our clock against it; takes about a third of a second.
   *
   * @throws IOException if it does not answer, or says that it does not know the time
   */
  public ClockReading measure() throws IOException {
    Optional<Exchange> best = Optional.empty();
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(address);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      for (int i = 0; i < EXCHANGES; i++) {
        Optional<Exchange> one = exchange(socket);
        if (one.isPresent()
            && (best.isEmpty() || one.get().delayNanos() < best.get().delayNanos())) {
          best = one;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
    Exchange found =
        best.orElseThrow(
            () ->
                new IOException(
                    "nobody tells the time at " + url + ", asked " + EXCHANGES + " times"));
    return new ClockReading(url, found.offsetNanos(), (found.delayNanos() + 1) / 2);
  }

  /** One question and its answer. */
  private record Exchange(long offsetNanos, long delayNanos) {}

  private Optional<Exchange> exchange(DatagramSocket socket) throws IOException {
    Instant sentAt = wallClock.instant();
    long sent = nanoTime.getAsLong();
    ByteBuffer question = ByteBuffer.allocate(PACKET).put(0, CLIENT_V4);
    question.putLong(TRANSMITTED_AT, stamp(sentAt));
    socket.send(new DatagramPacket(question.array(), PACKET));
    ByteBuffer answer = ByteBuffer.allocate(PACKET);
    DatagramPacket packet = new DatagramPacket(answer.array(), PACKET);
    long deadline = sent + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
    do {
      try {
        socket.receive(packet);
      } catch (SocketTimeoutException e) {
        return Optional.empty();
      }
      // An answer to an earlier question may come late.
    } while (answer.getLong(ORIGIN_AT) != stamp(sentAt) && nanoTime.getAsLong() < deadline);
    long tookNanos = nanoTime.getAsLong() - sent;
    boolean same = packet.getLength() == PACKET && answer.getLong(ORIGIN_AT) == stamp(sentAt);
    return same && knowsTheTime(answer)
        ? Optional.of(exchange(answer, sentAt, tookNanos))
        : Optional.empty();
  }

  private static boolean knowsTheTime(ByteBuffer answer) {
    int first = answer.get(0) & 0xff;
    return (first & MODE_MASK) == SERVER_MODE
        && first >> LEAP_SHIFT != UNSYNCHRONIZED
        && answer.get(STRATUM_AT) != 0;
  }

  private static Exchange exchange(ByteBuffer answer, Instant sentAt, long tookNanos) {
    Instant received = instant(answer.getLong(RECEIVED_AT));
    Instant transmitted = instant(answer.getLong(TRANSMITTED_AT));
    long there = Duration.between(sentAt, received).toNanos();
    long back = Duration.between(sentAt.plusNanos(tookNanos), transmitted).toNanos();
    long held = Duration.between(received, transmitted).toNanos();
    return new Exchange((there + back) / 2, Math.max(0, tookNanos - held));
  }

  /** NTP's 64 bits: seconds from 1900, and their 2^-32nd parts. */
  static long stamp(Instant at) {
    long seconds = (at.getEpochSecond() + EPOCH) & (ERA - 1);
    return seconds << 32 | (((long) at.getNano() << 32) / SECOND & (ERA - 1));
  }

  /** Era 0 ends in 2036: what looks like the first half of an era is of the next one. */
  static Instant instant(long stamp) {
    long seconds = stamp >>> 32;
    long sinceEra0 = seconds < ERA / 2 ? seconds + ERA : seconds;
    long nanos = ((stamp & (ERA - 1)) * SECOND + ERA / 2) >>> 32;
    return Instant.ofEpochSecond(sinceEra0 - EPOCH, nanos);
  }
}
