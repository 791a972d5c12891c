package dev.facsimile.trace;

import java.io.Closeable;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** A time server on loopback whose clock is ahead by a stated time. */
public final class NtpServer implements Closeable {
  private static final int PACKET = 48;

  private final DatagramSocket socket;
  private final Clock clock;
  private final int first;

  private NtpServer(Duration ahead, int first) throws IOException {
    this.socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    this.clock = Clock.offset(Clock.systemUTC(), ahead);
    this.first = first;
    Thread answers = new Thread(this::answer, "ntp-server");
    answers.setDaemon(true);
    answers.start();
  }

  /** One that knows the time. */
  public static NtpServer ahead(Duration by) throws IOException {
    return new NtpServer(by, 0x24);
  }

  /** One that says that it does not. */
  public static NtpServer unsynchronized() throws IOException {
    return new NtpServer(Duration.ZERO, 0xe4);
  }

  public String url() {
    return "ntp://127.0.0.1:" + socket.getLocalPort();
  }

  private void answer() {
    byte[] bytes = new byte[PACKET];
    DatagramPacket packet = new DatagramPacket(bytes, PACKET);
    while (!socket.isClosed()) {
      try {
        socket.receive(packet);
        long received = now();
        ByteBuffer answer = ByteBuffer.allocate(PACKET);
        answer.put(0, (byte) first).put(1, (byte) 2);
        answer.putLong(24, ByteBuffer.wrap(bytes).getLong(40)).putLong(32, received);
        answer.putLong(40, now());
        socket.send(new DatagramPacket(answer.array(), PACKET, packet.getSocketAddress()));
      } catch (IOException e) {
        // The socket is closed.
      }
    }
  }

  /** Seconds from 1900 and their 2^-32nd parts, until 2036. */
  private long now() {
    Instant at = clock.instant();
    long seconds = at.getEpochSecond() + 2_208_988_800L;
    return seconds << 32 | Math.round(at.getNano() / 1e9 * 0x1p32) & 0xffffffffL;
  }

  @Override
  public void close() {
    socket.close();
  }
}
