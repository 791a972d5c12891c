package dev.facsimile.replay.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.facsimile.replay.engine.LiveFigures;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;

/** How a run goes, as Prometheus metrics on loopback at {@code /metrics}, new every second. */
public final class LiveMetrics implements Consumer<LiveFigures>, Closeable {
  private final HttpServer server;
  private volatile String text = "";

  /**
   * Begins to listen.
   *
   * @param port 0 for any free one
   */
  public LiveMetrics(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/metrics", this::answer);
    server.start();
  }

  /** Where it listens. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
    exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
    try (exchange) {
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void accept(LiveFigures figures) {
    StringBuilder lines = new StringBuilder();
    counter(lines, "offered_total", "Requests scheduled.", figures.offered());
    counter(lines, "dispatched_total", "Requests sent.", figures.dispatched());
    counter(lines, "completed_total", "Requests completed.", figures.completed());
    counter(lines, "errors_total", "Requests that ended otherwise.", figures.errors());
    gauge(lines, "in_flight", "Requests in flight.", figures.inFlight());
    gauge(lines, "behind_seconds", "Wait of the first due request.", figures.behindNanos() / 1e9);
    figures
        .ttftP50Nanos()
        .ifPresent(n -> gauge(lines, "ttft_p50_seconds", "Median TTFT, last second.", n / 1e9));
    figures
        .ttftP99Nanos()
        .ifPresent(n -> gauge(lines, "ttft_p99_seconds", "p99 of TTFT, last second.", n / 1e9));
    text = lines.toString();
  }

  private static void counter(StringBuilder lines, String name, String help, long value) {
    line(lines, name, help, "counter", Long.toString(value));
  }

  private static void gauge(StringBuilder lines, String name, String help, double value) {
    line(lines, name, help, "gauge", String.format(Locale.ROOT, "%.6f", value));
  }

  private static void line(
      StringBuilder lines, String name, String help, String type, String value) {
    String full = "facsimile_replay_" + name;
    lines.append("# HELP ").append(full).append(' ').append(help).append('\n');
    lines.append("# TYPE ").append(full).append(' ').append(type).append('\n');
    lines.append(full).append(' ').append(value).append('\n');
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
