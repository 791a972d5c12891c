package dev.facsimile.synth.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.length.Quantiles;
import dev.facsimile.synth.model.Marginal;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.BlockIds;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.WorkloadRow;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioTest {
  private static final double SECOND = 1e9;

  @TempDir private Path folder;

  private List<WorkloadRow> rows(String yaml, long seed) throws IOException {
    Path file = Files.writeString(folder.resolve("x.yaml"), yaml);
    TrafficModel model = ScenarioFile.model(file);
    List<WorkloadRow> rows = new ArrayList<>();
    new Generation(model, seed, model.source().durationNanos()).run(2, rows::add, Progress.SILENT);
    return rows;
  }

  private static double mean(List<WorkloadRow> rows, ToDoubleFunction<WorkloadRow> of) {
    return rows.stream().mapToDouble(of).average().orElseThrow();
  }

  private static double deviation(List<WorkloadRow> rows, ToDoubleFunction<WorkloadRow> of) {
    double mean = mean(rows, of);
    return Math.sqrt(mean(rows, r -> Math.pow(of.applyAsDouble(r) - mean, 2)));
  }

  private static double gapVariation(List<WorkloadRow> rows) {
    double sum = 0;
    double squares = 0;
    for (int i = 1; i < rows.size(); i++) {
      double gap = rows.get(i).request().arrivalNanos() - rows.get(i - 1).request().arrivalNanos();
      sum += gap;
      squares += gap * gap;
    }
    double mean = sum / (rows.size() - 1);
    return Math.sqrt(squares / (rows.size() - 1) - mean * mean) / mean;
  }

  private static String one(String arrivals, String lengths) {
    return "scenario: {id: one, version: 1}\nrate: 100/s\nduration: 200s\narrivals: "
        + arrivals
        + "\nclasses:\n  only: {"
        + lengths
        + "}\n";
  }

  /**
   * The traffic of {@code aiperf profile --request-rate 10 --arrival-pattern poisson
   * --synthetic-input-tokens-mean 512 --synthetic-input-tokens-stddev 128 --output-tokens-mean 128
   * --output-tokens-stddev 32 --random-seed 42 --request-count 200}.
   */
  @Test
  void theCommonCommandLineHasItsEquivalent() throws IOException {
    List<WorkloadRow> rows =
        rows(
            """
            scenario: {id: aiperf, version: 1}
            rate: 10/s
            duration: 30s
            arrivals: {process: poisson}
            classes:
              all: {input: {mean: 512, sd: 128}, output: {mean: 128, sd: 32}}
            """,
            42);
    // 300 ± 17 requests by chance, so that there are 200 to take.
    assertTrue(rows.size() > 220 && rows.size() < 380, () -> rows.size() + " requests");
    List<WorkloadRow> first = rows.subList(0, 200);
    // Standard errors of 200: 9 and 2.3 of the means, 6.4 and 1.6 of the deviations; four of them.
    assertEquals(512, mean(first, WorkloadRow::inputTokens), 36);
    assertEquals(128, mean(first, WorkloadRow::outputTokens), 9.2);
    assertEquals(128, deviation(first, WorkloadRow::inputTokens), 26);
    assertEquals(32, deviation(first, WorkloadRow::outputTokens), 6.5);
    double lasted = first.get(199).request().arrivalNanos() / SECOND;
    // A gamma time of 200 gaps of 0.1 s: 20 ± 1.4 s.
    assertEquals(20, lasted, 5.7);
    // The variation of 199 exponential gaps has a standard error of about 0.1.
    assertEquals(1, gapVariation(first), 0.3);
  }

  @Test
  void gapsAreAsTheProcessSays() throws IOException {
    String lengths = "input: 100, output: 10";
    assertEquals(0, gapVariation(rows(one("{process: constant}", lengths), 1)), 0.001);
    // 20,000 gaps: standard errors of 0.01 to 0.03, more where gaps are burstier.
    assertEquals(1, gapVariation(rows(one("{process: poisson}", lengths), 1)), 0.04);
    assertEquals(0.5, gapVariation(rows(one("{process: gamma, shape: 4}", lengths), 1)), 0.02);
    assertEquals(2, gapVariation(rows(one("{process: gamma, shape: 0.25}", lengths), 1)), 0.12);
    List<WorkloadRow> onOff = rows(one("{process: on-off, on: 1s, off: 3s}", lengths), 1);
    // Kuczura: variation² = 1 + 2 λ ω₁ / (ω₁ + ω₂)² with λ = 400/s on, ω₁ = 1/s, ω₂ = 1/3 s: 21.2.
    // 50 times on and off in all, so that a seventh more or less is chance.
    assertEquals(21.2, gapVariation(onOff), 6);
  }

  @Test
  void everyProcessHasTheRateThatWasAskedFor() throws IOException {
    for (String arrivals :
        List.of(
            "{process: constant}",
            "{process: poisson}",
            "{process: gamma, shape: 0.25}",
            "{process: poisson, diurnal: {period: 100s, amplitude: 0.8}}")) {
      List<WorkloadRow> rows = rows(one(arrivals, "input: 100, output: 10"), 2);
      // 20,000 requests; with a variation of 2 the count's standard error is 283.
      assertEquals(20_000, rows.size(), 1_200, arrivals);
    }
  }

  @Test
  void sessionsHaveAsManyTurnsAsWereAskedFor() throws IOException {
    List<WorkloadRow> rows =
        rows(
            """
            scenario: {id: turns, version: 1}
            rate: 20/s
            duration: 2000s
            classes:
              some: {input: 9, output: 9, turns: {values: {1: 5, 3: 3, 10: 2}}, think: 1s}
              many: {input: 9, output: 9, turns: {mean: 8, shape: exponential}, think: 1s}
            """,
            1);
    Map<String, Map<Integer, Long>> sizes =
        rows.stream()
            .filter(r -> r.request().arrivalNanos() < 1_900 * SECOND)
            .collect(
                Collectors.groupingBy(
                    r -> r.request().requestClass().orElseThrow(),
                    Collectors.groupingBy(
                        r -> r.request().conversation().turn().orElseThrow(),
                        TreeMap::new,
                        Collectors.counting())));
    Map<Integer, Long> some = sizes.get("some");
    // Of 5,900 sessions half have a third turn, a fifth a tenth, and none an eleventh.
    assertEquals(0.5, (double) some.get(2) / some.get(0), 0.03);
    assertEquals(0.2, (double) some.get(9) / some.get(0), 0.03);
    assertTrue(!some.containsKey(10));
    Map<Integer, Long> many = sizes.get("many");
    // From 1 on: P(T > 8) of an exponential of mean 8 without what is below a half.
    assertEquals(Math.exp(-1), (double) many.get(8) / many.get(0), 0.04);
    assertEquals(40_000, rows.size(), 2_500);
  }

  @Test
  void theRateGoesUpAndDownWithTheDay() throws IOException {
    List<WorkloadRow> rows =
        rows(
            """
            scenario: {id: day, version: 1}
            rate: 5/s
            duration: 2h
            arrivals: {diurnal: {period: 2h, amplitude: 0.5, peak: 30m}}
            classes: {all: {input: 100, output: 10}}
            """,
            1);
    Map<Long, Long> quarters =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    r -> r.request().arrivalNanos() / (1800 * 1_000_000_000L),
                    TreeMap::new,
                    Collectors.counting()));
    // Half-hours around the peak have 1 + 0.5 · 2√2/π = 1.45 times and 0.55 times the mean of 9,000
    // where the peak is in the middle; here it is at an edge: 1 + 0.5 · 2/π.
    assertEquals(9_000 * (1 + 1 / Math.PI), quarters.get(0L), 500);
    assertEquals(9_000 * (1 - 1 / Math.PI), quarters.get(2L), 400);
  }

  @Test
  void sharesAreOfRequestsOrOfTokens() throws IOException {
    String classes =
        "scenario: {id: two, version: 1}\nrate: 100/s\nduration: 100s\nclasses:\n"
            + "  small: {KEY: 50, input: 90, output: 10}\n"
            + "  large: {KEY: 50, input: 800, output: 100}\n";
    List<WorkloadRow> byRequests = rows(classes.replace("KEY", "share"), 1);
    List<WorkloadRow> byTokens = rows(classes.replace("KEY", "token_share"), 1);
    assertEquals(0.5, share(byRequests, "small"), 0.02);
    // As many tokens from requests of 100 as of 900: nine small ones for a large one.
    assertEquals(0.9, share(byTokens, "small"), 0.02);
  }

  private static double share(List<WorkloadRow> rows, String name) {
    return mean(rows, r -> r.request().requestClass().orElseThrow().equals(name) ? 1 : 0);
  }

  @Test
  void turnsKeepTheAnswersBeforeAndShareWholePrompts() throws IOException {
    List<WorkloadRow> rows =
        rows(
            """
            scenario: {id: turns, version: 1}
            rate: 30/s
            duration: 300s
            block_tokens: 16
            classes:
              chat:
                input: 100
                output: {min: 20, max: 60}
                system_prompt: {tokens: 320, variants: 1}
                turns: 3
                think: 5s
                new_input: 40
            """,
            1);
    Map<String, List<WorkloadRow>> sessions =
        rows.stream()
            .collect(
                Collectors.groupingBy(r -> r.request().conversation().sessionId().orElseThrow()));
    BlockIds system = rows.get(0).request().prefixBlocks().orElseThrow().prefix(20);
    for (List<WorkloadRow> session : sessions.values()) {
      WorkloadRow first = session.get(0);
      assertEquals(420, first.inputTokens());
      assertEquals(system, first.request().prefixBlocks().orElseThrow().prefix(20));
      boolean whole = first.request().arrivalNanos() < 285 * SECOND;
      assertTrue(!whole || session.size() == 3, () -> session.size() + " turns");
      for (int i = 1; i < session.size(); i++) {
        WorkloadRow before = session.get(i - 1);
        WorkloadRow turn = session.get(i);
        assertEquals(before.inputTokens() + before.outputTokens() + 40, turn.inputTokens());
        BlockIds shared = before.request().prefixBlocks().orElseThrow();
        assertEquals(shared, turn.request().prefixBlocks().orElseThrow().prefix(shared.size()));
        assertEquals(5.0, turn.intent().thinkNanos().orElseThrow() / SECOND, 0.01);
      }
    }
  }

  @Test
  void someClientsGoAwayAndSomeCannotWait() throws IOException {
    List<WorkloadRow> rows =
        rows(
            one(
                "{process: poisson}",
                "input: 10, output: 10, deadline: 2s, disconnect: {share: 0.25, after: 500ms}"),
            1);
    // 20,000 requests: a standard error of 0.003.
    assertEquals(0.25, mean(rows, r -> r.intent().cancelAfterNanos().isPresent() ? 1 : 0), 0.013);
    assertTrue(rows.stream().allMatch(r -> r.intent().deadlineNanos().orElseThrow() == 2 * SECOND));
    assertTrue(
        rows.stream()
            .flatMap(r -> r.intent().cancelAfterNanos().stream().boxed())
            .allMatch(nanos -> nanos == 500_000_000L));
  }

  @Test
  void percentilesComeOutAsTheyWentIn() {
    TreeMap<Double, Integer> told =
        new TreeMap<>(Map.of(0.0, 10, 50.0, 200, 90.0, 200, 100.0, 900));
    Quantiles quantiles = new Quantiles(Spread.percentiles(told));
    assertEquals(10, quantiles.at(0));
    assertEquals(200, quantiles.at(0.5));
    assertEquals(200, quantiles.at(0.7));
    assertEquals(550, quantiles.at(0.95), 2);
    assertEquals(900, quantiles.at(1 - 1e-9));
  }

  @Test
  void whatLiesBelowTheSmallestNumberIsLeftOutAndNotMovedOntoIt() {
    Marginal lengths = Spread.normal(100, 100, 1);
    double atOne = (double) lengths.segments().get(0).count() / lengths.total();
    assertTrue(atOne < 0.005, "a clipped normal would have 16 % there");
  }

  @Test
  void allErrorsAreToldAtOnceWithWhatWasMeant() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("wrong.yaml"),
            """
            scenario: {id: x, version: 1}
            rate: fast
            duraton: 10s
            arrivals: {process: poison}
            classes:
              a: {input: {mean: many, sd: 3}, output: 10, think: 3s}
            """);
    String found = assertThrows(InputException.class, () -> ScenarioFile.model(file)).getMessage();
    for (String part :
        List.of(
            "rate: is 'fast'",
            "did you mean duration?",
            "did you mean poisson?",
            "classes.a.input.mean: is 'many'",
            "classes.a.think: is there without turns")) {
      assertTrue(found.contains(part), () -> part + " in " + found);
    }
  }
}
