package dev.facsimile.synth.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientStatisticsTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;

  private void client(String name, List<String> windows, String lengths) throws IOException {
    Files.write(folder.resolve(name + "-trace.csv"), windows);
    Files.writeString(folder.resolve(name + "-dataset.json"), lengths);
  }

  private static List<String> windows(int count, double rate, double cv) {
    List<String> windows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      windows.add(String.format(Locale.ROOT, "%d,%s,%s,Gamma,1,1", i * 600, rate, cv));
    }
    return windows;
  }

  private static String stretch(long start, String input, String output) {
    return "\"%d\": {\"input_tokens\": \"%s\", \"output_tokens\": \"%s\", \"reason_ratio\": \"{}\"}"
        .formatted(start, input, output);
  }

  private static String lengths(String... stretches) {
    return "{" + String.join(", ", stretches) + "}";
  }

  private static List<WorkloadRow> rows(TrafficModel model) throws IOException {
    List<WorkloadRow> rows = new ArrayList<>();
    new Generation(model, 7, model.source().durationNanos()).run(2, rows::add, Progress.SILENT);
    return rows;
  }

  @Test
  void eachClientHasItsOwnRateAndLengthsOfTheTimeOfDay() throws IOException {
    client(
        "steady",
        windows(12, 1, 1),
        lengths(
            stretch(0, "{10: 0.5, 20: 0.5}", "{1: 1.0}"),
            stretch(3600, "{1000: 0.25, 2000: 0.75}", "{7: 1.0}")));
    client("rare", windows(12, 0.1, 1), lengths(stretch(0, "{5: 1.0}", "{6: 1.0}")));
    ClientStatistics.Fitted fitted = ClientStatistics.fit(folder);
    List<WorkloadRow> rows = rows(fitted.model());
    List<WorkloadRow> steady = of("steady", rows);
    // Poisson numbers of 7,200 and 720: five standard deviations.
    assertEquals(7_200, steady.size(), 5 * Math.sqrt(7_200));
    assertEquals(720, of("rare", rows).size(), 5 * Math.sqrt(720));
    for (WorkloadRow row : steady) {
      boolean morning = row.request().arrivalNanos() < 3_600 * SECOND;
      assertTrue((morning ? Set.of(10, 20) : Set.of(1000, 2000)).contains(row.inputTokens()));
      assertEquals(morning ? 1 : 7, row.outputTokens());
    }
    long large = steady.stream().filter(row -> row.inputTokens() == 2000).count();
    // Drawn by systematic sampling, a share of 3/4 in half of 7,200 rows is nearly exact.
    assertEquals(0.75 * 3_600, large, 0.03 * 3_600);
    assertEquals(List.of(), fitted.leftOut());
  }

  private static List<WorkloadRow> of(String client, List<WorkloadRow> rows) {
    return rows.stream()
        .filter(row -> row.request().origin().tenant().orElseThrow().equals(client))
        .toList();
  }

  @Test
  void countsVaryAsThoseOfTheClientsRenewalProcessInLongAndShortWindows() throws IOException {
    int count = 1_000;
    client("bursty", windows(count, 1, 4), lengths(stretch(0, "{5: 1.0}", "{6: 1.0}")));
    List<WorkloadRow> rows = rows(ClientStatistics.fit(folder).model());
    RenewalCounts theory = new RenewalCounts(1, 4);
    // 1,000 windows tell a variance to about 5 %, of skewed counts to about 7 %.
    for (int seconds : new int[] {600, 75}) {
      double[] counts = new double[count * 600 / seconds];
      rows.forEach(row -> counts[(int) (row.request().arrivalNanos() / (seconds * SECOND))]++);
      assertEquals(1, variance(counts) / theory.variance(seconds), 0.2, "of " + seconds + " s");
    }
  }

  private static double variance(double[] counts) {
    double sum = 0;
    double squares = 0;
    for (double count : counts) {
      sum += count;
      squares += count * count;
    }
    double mean = sum / counts.length;
    return squares / counts.length - mean * mean;
  }

  @Test
  void lengthsOfOneClientAreNotDrawnByOneNumber() throws IOException {
    client(
        "both", windows(12, 1, 1), lengths(stretch(0, "{10: 0.5, 20: 0.5}", "{1: 0.5, 2: 0.5}")));
    List<WorkloadRow> rows = rows(ClientStatistics.fit(folder).model());
    long both = rows.stream().filter(r -> r.inputTokens() == 20 && r.outputTokens() == 2).count();
    // A quarter where they are independent, a half where they rise together.
    assertEquals(0.25, (double) both / rows.size(), 0.03);
  }

  @Test
  void clientsOfUnknownLengthsAreLeftOutAndTold() throws IOException {
    client("known", windows(6, 3, 1), lengths(stretch(0, "{5: 1.0}", "{6: 1.0}")));
    client("unknown", windows(6, 1, 1), lengths(stretch(0, "{}", "{}")));
    ClientStatistics.Fitted fitted = ClientStatistics.fit(folder);
    assertEquals(List.of("unknown"), fitted.leftOut());
    assertEquals(0.25, fitted.leftOutShare(), 1e-9);
    assertEquals(1, fitted.model().classes().size());
  }

  @Test
  void whatIsNoDistributionIsRefusedWithItsPlaceAndNeverEvaluated() throws IOException {
    client("bad", windows(2, 1, 1), lengths(stretch(600, "__import__('os')", "{6: 1.0}")));
    InputException refused = assertThrows(InputException.class, () -> ClientStatistics.fit(folder));
    assertTrue(refused.getMessage().contains("bad-dataset.json"), refused::getMessage);
    assertTrue(refused.getMessage().contains("stretch 600 of input_tokens"), refused::getMessage);
  }

  @Test
  void aLineThatIsNoWindowIsRefusedWithItsNumber() throws IOException {
    client("bad", List.of("0,1,1,Gamma,1,1", "600,-1,1,,0,0"), lengths());
    InputException refused = assertThrows(InputException.class, () -> ClientStatistics.fit(folder));
    assertTrue(refused.getMessage().contains("the rate is '-1'"), refused::getMessage);
    assertTrue(refused.getMessage().contains("2"), refused::getMessage);
  }

  @Test
  void aFolderWithoutClientsIsRefused() {
    InputException refused = assertThrows(InputException.class, () -> ClientStatistics.fit(folder));
    assertTrue(refused.getMessage().contains("has no client"), refused::getMessage);
  }

  @Test
  void realStatisticsBecomeAModelWithTheirRequests() throws IOException {
    TrafficModel model =
        ClientStatistics.fit(SharedData.require("servegen/reason/deepseek-r1")).model();
    List<WorkloadRow> rows = rows(model);
    // Counts are overdispersed: a client's index is up to some hundreds.
    assertEquals(1, (double) rows.size() / model.source().rows(), 0.05);
    assertEquals(18, model.classes().size());
  }
}
