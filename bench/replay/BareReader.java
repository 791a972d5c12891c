import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * The least that a client can do: one thread over a selector that sends a fixed request on each of N connections, counts
 * "data: {" in what comes back and sends again at the end of a response, parsing and recording nothing. What a load
 * generator reaches is to be compared with it, on the same machine in the same minute.
 *
 * <p>usage: java BareReader.java [PORT CONNECTIONS REQUESTS TOKENS]; without arguments it only tells how late an idle thread is woken
 */
final class BareReader {
  private static final byte[] END = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final class Stream {
    long sentNanos;
    boolean first = true;
    int ended;
  }

  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      idleGap();
      return;
    }
    int port = Integer.parseInt(args[0]);
    int connections = Integer.parseInt(args[1]);
    int requests = Integer.parseInt(args[2]);
    String body = "{\"model\":\"mock\",\"messages\":[{\"role\":\"user\",\"content\":\"" + "word ".repeat(100) + "\"}],\"max_tokens\":"
        + args[3] + ",\"stream\":true,\"stream_options\":{\"include_usage\":true}}";
    byte[] request = ("POST /v1/chat/completions HTTP/1.1\r\nHost: h\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
        .getBytes(StandardCharsets.US_ASCII);
    Selector selector = Selector.open();
    for (int i = 0; i < connections; i++) {
      SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, new Stream());
    }
    long begin = System.nanoTime();
    int sent = 0;
    for (SelectionKey key : selector.keys()) {
      sent += sent < requests ? send(key, request) : 0;
    }
    long events = 0;
    int done = 0;
    long[] ttft = new long[requests];
    int firsts = 0;
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    byte[] bytes = new byte[1 << 16];
    while (done < requests) {
      selector.select();
      long now = System.nanoTime();
      for (SelectionKey key : selector.selectedKeys()) {
        buffer.clear();
        int n = ((SocketChannel) key.channel()).read(buffer);
        if (n <= 0) {
          throw new IllegalStateException("the server closed a connection");
        }
        buffer.flip().get(bytes, 0, n);
        Stream stream = (Stream) key.attachment();
        int here = count(bytes, n);
        if (here > 0 && stream.first) {
          stream.first = false;
          ttft[firsts++] = now - stream.sentNanos;
        }
        events += here;
        if (n >= END.length && Arrays.equals(bytes, n - END.length, n, END, 0, END.length)) {
          done++;
          sent += sent < requests ? send(key, request) : 0;
        }
      }
      selector.selectedKeys().clear();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    Arrays.sort(ttft, 0, firsts);
    System.out.printf("bare reader: %d requests in %.2f s, %.0f events/s, %.1f us of thread CPU an event, TTFT mean %.1f p99 %.1f ms%n",
        done, seconds, events / seconds, cpu / 1e3 / events,
        Arrays.stream(ttft, 0, firsts).average().orElse(0) / 1e6, ttft[(int) (firsts * 0.99)] / 1e6);
    idleGap();
  }

  private static int send(SelectionKey key, byte[] request) throws Exception {
    Stream stream = (Stream) key.attachment();
    stream.sentNanos = System.nanoTime();
    stream.first = true;
    ((SocketChannel) key.channel()).write(ByteBuffer.wrap(request));
    return 1;
  }

  private static int count(byte[] bytes, int n) {
    int found = 0;
    for (int i = 0; i + 6 < n; i++) {
      if (bytes[i] == 'd' && bytes[i + 1] == 'a' && bytes[i + 2] == 't' && bytes[i + 4] == ':' && bytes[i + 6] == '{') {
        found++;
      }
    }
    return found;
  }

  /** How late a thread that does nothing else is woken: what no client on this machine can do better than. */
  private static void idleGap() throws InterruptedException {
    long[] late = new long[2_000];
    for (int i = 0; i < late.length; i++) {
      long due = System.nanoTime() + 1_000_000;
      java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
      late[i] = System.nanoTime() - due;
    }
    Arrays.sort(late);
    System.out.printf("idle thread woken late: p50 %.2f p99 %.2f max %.2f ms%n", late[1_000] / 1e6, late[1_980] / 1e6, late[1_999] / 1e6);
  }
}
