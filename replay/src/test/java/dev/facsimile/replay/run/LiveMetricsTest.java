package dev.facsimile.replay.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.engine.LiveFigures;
import dev.facsimile.trace.outcome.ServerSample;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LiveMetricsTest {
  private static final LiveFigures FIGURES =
      new LiveFigures(
          5_000_000_000L,
          100,
          90,
          80,
          2,
          8,
          20,
          19,
          250_000_000L,
          OptionalLong.of(50_000_000L),
          OptionalLong.empty());

  @Test
  void howARunGoesIsServedAsPrometheusMetrics() throws Exception {
    try (LiveMetrics metrics = new LiveMetrics(0)) {
      metrics.accept(FIGURES);
      URI uri = URI.create("http://127.0.0.1:" + metrics.port() + "/metrics");
      String text = new String(uri.toURL().openStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(text.contains("\nfacsimile_replay_offered_total 100\n"), text);
      assertTrue(text.contains("\nfacsimile_replay_behind_seconds 0.250000\n"), text);
      assertTrue(text.contains("\nfacsimile_replay_ttft_p50_seconds 0.050000\n"), text);
    }
  }

  @Test
  void aServersMetricsAreReadWhileARunGoesOn() throws Exception {
    try (LiveMetrics server = new LiveMetrics(0)) {
      server.accept(FIGURES);
      List<ServerSample> samples = Collections.synchronizedList(new ArrayList<>());
      CountDownLatch read = new CountDownLatch(1);
      String url = "http://127.0.0.1:" + server.port();
      try (Scrape scrape =
          new Scrape(
              List.of(url + "/metrics", url + "/nowhere"),
              () -> 7,
              sample -> {
                samples.add(sample);
                read.countDown();
              })) {
        scrape.start();
        assertTrue(read.await(20, TimeUnit.SECONDS));
      }
      assertEquals(
          new ServerSample(7, url, "facsimile_replay_offered_total", "", 100), samples.get(0));
    }
  }
}
