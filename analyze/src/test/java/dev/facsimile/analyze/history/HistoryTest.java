package dev.facsimile.analyze.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.analyze.run.Runs;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  @TempDir private Path scratch;

  private Entry entry() throws IOException {
    RunAnalysis run = Runs.read(Runs.write(scratch.resolve("run"), Runs.outcomes(1, t -> t)));
    return Entry.of(run, Map.of("commit", "3f2a"));
  }

  /** The same run on another day, its TTFT p90 {@code ms}. */
  static Entry on(Entry entry, int day, double ms) {
    Map<String, Double> figures = new TreeMap<>(entry.figures());
    figures.put("ttft_from_schedule.p90", ms * 1e6);
    return new Entry(
        entry.format(),
        entry.formatVersion(),
        entry.methodVersion(),
        entry.toolVersion(),
        "run" + day,
        "2026-03-%02dT12:00:00Z".formatted(day),
        entry.workload(),
        entry.model(),
        entry.url(),
        entry.load(),
        entry.verdict(),
        entry.state(),
        entry.labels(),
        figures);
  }

  @Test
  void aRunIsAddedOnceAndNothingIsEverChanged() throws IOException {
    Path folder = scratch.resolve("history");
    Entry entry = entry();
    assertTrue(History.add(folder, entry).isPresent());
    assertFalse(History.add(folder, entry).isPresent());
    assertTrue(History.add(folder, on(entry, 2, 300)).isPresent());
    History history = History.read(folder);
    assertEquals(2, history.entries().size());
    assertEquals(entry, history.entries().get(0));
  }

  @Test
  void aLeakThatCreepsInOverDaysIsADriftAndASteadyServerIsNone() throws IOException {
    Entry entry = entry();
    Path leaking = scratch.resolve("leaking");
    Path steady = scratch.resolve("steady");
    double[] noise = {3, -2, 1, -4, 2, 0, -1, 4, -3, 1};
    for (int day = 1; day <= 10; day++) {
      History.add(leaking, on(entry, day, 300 + 5 * day + noise[day - 1]));
      History.add(steady, on(entry, day, 300 + noise[day - 1]));
    }
    History.Drift drift = drift(leaking);
    assertTrue(drift.moved());
    // The truth is 5 ms a day.
    assertEquals(5e6, drift.perDay(), 0.7e6);
    assertFalse(drift(steady).moved());
    assertTrue(HistoryText.page(History.read(leaking)).contains("ttft_from_schedule.p90"));
  }

  private static History.Drift drift(Path folder) throws IOException {
    return History.read(folder).drifts().stream()
        .filter(d -> d.figure().equals("ttft_from_schedule.p90"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void openMetricsAreSecondsOfTheLatestRunAndEndAsTheyMust() throws IOException {
    Path folder = scratch.resolve("history");
    Entry entry = entry();
    History.add(folder, on(entry, 1, 300));
    History.add(folder, on(entry, 2, 450));
    String text = OpenMetrics.of(History.read(folder));
    assertTrue(text.endsWith("# EOF\n"));
    assertTrue(
        text.contains(
            "facsimile_ttft_from_schedule_seconds{commit=\"3f2a\",load=\"open\","
                + "model=\"simulated\",quantile=\"0.9\",url=\"http://127.0.0.1:8080\","
                + "workload=\"000000000000\"} 0.45\n"),
        text);
    assertFalse(text.contains(" 0.3\n"), "an earlier run is not the latest");
    // Every family is declared once, before its samples.
    assertEquals(
        text.lines().filter(l -> l.startsWith("# TYPE")).count(),
        text.lines().filter(l -> l.startsWith("# TYPE")).distinct().count());
  }

  @Test
  void aFileThatIsNoEntryIsRefused() throws IOException {
    Path folder = Files.createDirectory(scratch.resolve("history"));
    Files.writeString(folder.resolve("x.json"), "{}");
    assertThrows(InputException.class, () -> History.read(folder));
  }
}
