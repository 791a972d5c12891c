package dev.facsimile.replay.run;

import dev.facsimile.trace.outcome.ServerSample;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Reads servers' Prometheus metrics once a second, on a thread of its own. A reading that fails is
 * counted and left out: a server under test may well be too busy to tell.
 */
final class Scrape implements Closeable {
  private static final int TIMEOUT_MILLIS = 900;
  private static final int LARGEST = 8 << 20;

  private final List<String> urls;
  private final LongSupplier runNanos;
  private final Consumer<ServerSample> samples;
  private final AtomicLong failures = new AtomicLong();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread own = new Thread(work, "facsimile-scrape");
            own.setDaemon(true);
            return own;
          });

  /**
   * A reader that does not read yet.
   *
   * @param runNanos time from the run's zero
   * @param samples takes what was read
   */
  Scrape(List<String> urls, LongSupplier runNanos, Consumer<ServerSample> samples) {
    this.urls = List.copyOf(urls);
    this.runNanos = runNanos;
    this.samples = samples;
  }

  /** Begins to read. */
  void start() {
    if (!urls.isEmpty()) {
      thread.scheduleAtFixedRate(this::readAll, 0, 1, TimeUnit.SECONDS);
    }
  }

  private void readAll() {
    for (String url : urls) {
      long at = runNanos.getAsLong();
      try {
        PrometheusText.samples(read(url), at, source(url)).forEach(samples);
      } catch (IOException e) {
        failures.incrementAndGet();
      }
    }
  }

  /** Readings that failed so far. */
  long failures() {
    return failures.get();
  }

  private static String source(String url) {
    URI uri = URI.create(url);
    return uri.getScheme() + "://" + uri.getRawAuthority();
  }

  private static String read(String url) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setInstanceFollowRedirects(false);
    if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException("HTTP " + connection.getResponseCode());
    }
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8);
    }
  }

  /** Waits for the reading that is going on. */
  @Override
  public void close() throws IOException {
    thread.shutdown();
    try {
      thread.awaitTermination(
          2L * TIMEOUT_MILLIS * Math.max(1, urls.size()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.shutdownNow();
  }
}
