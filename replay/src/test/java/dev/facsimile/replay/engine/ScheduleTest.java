package dev.facsimile.replay.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.shape.Expected;
import dev.facsimile.replay.shape.LoadCheck;
import dev.facsimile.trace.Intent;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.WorkloadRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final WorkloadRow ROW = new WorkloadRow(Request.of("r", 0, 1, 1), Intent.PLAIN);

  private static Load.Stage stage(String name, long seconds, double from, double to) {
    return new Load.Stage(Optional.of(name), Duration.ofSeconds(seconds), from, to);
  }

  private static List<Long> all(ArrivalProcess process, long seed, Load.Stage... stages) {
    Schedule schedule = Schedule.of(new Load.Rate(List.of(stages), process, seed));
    List<Long> due = new ArrayList<>();
    for (OptionalLong next = schedule.dueNanos(ROW);
        next.isPresent();
        next = schedule.dueNanos(ROW)) {
      due.add(next.getAsLong());
    }
    return due;
  }

  @Test
  void aConstantRateIsEvenFromZeroOn() {
    assertEquals(
        List.of(0L, 250_000_000L, 500_000_000L, 750_000_000L),
        all(new ArrivalProcess.Constant(), 1, stage("a", 1, 4, 4)));
  }

  @Test
  void aRampsArrivalsComeCloserTogether() {
    // From 0 to 8 per second in 2 s: 8 arrivals, the n-th where 2 t² = n.
    List<Long> due = all(new ArrivalProcess.Constant(), 1, stage("ramp", 2, 0, 8));
    assertEquals(8, due.size());
    for (int n = 0; n < due.size(); n++) {
      assertEquals(Math.sqrt(n / 2.0) * 1e9, due.get(n), 1);
    }
  }

  @Test
  void stagesFollowEachOtherAndNameTheirTime() {
    Load.Rate rate =
        new Load.Rate(
            List.of(stage("low", 10, 5, 5), stage("spike", 2, 50, 50), stage("after", 8, 5, 5)),
            new ArrivalProcess.Constant(),
            1);
    assertEquals(
        List.of(
            new Window("low", 0, 10_000_000_000L),
            new Window("spike", 10_000_000_000L, 12_000_000_000L),
            new Window("after", 12_000_000_000L, 20_000_000_000L)),
        rate.windows());
    List<Long> due = all(rate.process(), 1, rate.stages().toArray(Load.Stage[]::new));
    assertEquals(50 + 100 + 40, due.size());
    long inSpike = due.stream().filter(t -> t >= 10e9 && t < 12e9).count();
    assertEquals(100, inSpike);
    assertEquals(Optional.of("spike"), Window.of(rate.windows(), 10_000_000_000L));
    assertEquals(Optional.empty(), Window.of(rate.windows(), 20_000_000_000L));
  }

  @Test
  void aStageWithoutRequestsIsAPause() {
    List<Long> due =
        all(
            new ArrivalProcess.Constant(),
            1,
            stage("on", 1, 2, 2),
            stage("off", 5, 0, 0),
            stage("on", 1, 2, 2));
    assertEquals(List.of(0L, 500_000_000L, 6_000_000_000L, 6_500_000_000L), due);
  }

  @Test
  void poissonArrivalsArePoissonAndTheSameForASeed() {
    List<Long> due = all(new ArrivalProcess.Poisson(), 5, stage("a", 100, 40, 40));
    assertEquals(due, all(new ArrivalProcess.Poisson(), 5, stage("a", 100, 40, 40)));
    assertFalse(due.equals(all(new ArrivalProcess.Poisson(), 6, stage("a", 100, 40, 40))));
    // Five standard deviations of a Poisson count of 4,000.
    assertEquals(4000, due.size(), 5 * Math.sqrt(4000));
    assertSound(due, new Expected.Poisson());
  }

  @Test
  void gammaArrivalsHaveTheVariationThatWasAskedFor() {
    for (double variation : new double[] {0.5, 3}) {
      List<Long> due = all(new ArrivalProcess.Gamma(variation), 5, stage("a", 200, 40, 40));
      assertSound(due, new Expected.Gamma(variation));
    }
  }

  private static void assertSound(List<Long> due, Expected expected) {
    long[] times = due.stream().mapToLong(Long::longValue).toArray();
    for (LoadCheck.Finding finding : LoadCheck.process(times, expected)) {
      assertTrue(finding.sound(), finding.toString());
    }
  }
}
