package dev.facsimile.analyze.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.analyze.metric.Objectives;
import dev.facsimile.analyze.report.HeadlessBrowser;
import dev.facsimile.analyze.run.RunAnalysis;
import dev.facsimile.analyze.run.Runs;
import dev.facsimile.trace.outcome.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that serves {@code capacity} requests per second, one after another. */
class SweepReportTest {
  @TempDir private Path scratch;
  private int written;

  private RunAnalysis run(double perSecond, double capacity) throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    double free = 0;
    for (int i = 0; i < 600; i++) {
      double due = i / perSecond * 1000;
      double begun = Math.max(due, free);
      free = begun + 1000 / capacity;
      outcomes.add(Runs.completed(i, (long) due, (long) (free - due) + 20, 5));
    }
    outcomes.sort(Comparator.comparingLong(Outcome::endNanos));
    return Runs.read(Runs.write(scratch.resolve("r" + written++), outcomes));
  }

  private List<RunAnalysis> sweep(double capacity) throws IOException {
    List<RunAnalysis> runs = new ArrayList<>();
    for (double rate : new double[] {4, 8, 12, 16, 20, 26, 34}) {
      runs.add(run(rate, capacity));
      runs.add(run(rate, capacity));
    }
    return runs;
  }

  @Test
  void theKneeTheBestPointAndSaturationLieAtTheCapacity() throws IOException {
    SweepReport report = SweepReport.of(Objectives.DEFAULT, 0.95, "one", sweep(20));
    Stack stack = report.stacks().get(0);
    assertEquals(7, stack.points().size());
    assertEquals(2, stack.points().get(0).runs().size(), "repeats of one load are one point");
    // 20/s is the last load that it can serve; beyond, the queue grows without end.
    assertEquals(OptionalInt.of(4), stack.best());
    assertEquals(OptionalInt.of(4), stack.knee());
    assertTrue(stack.saturation().getAsInt() >= 4 && stack.saturation().getAsInt() <= 5);
    String text = SweepText.page(report);
    assertTrue(text.contains("best operating point at 20"), text);
  }

  @Test
  void twiceTheCapacityIsTwiceTheGoodputOnOnePage() throws Exception {
    SweepReport report =
        SweepReport.of(Objectives.DEFAULT, 0.95, "slow", sweep(12)).with("fast", sweep(20));
    assertEquals(OptionalInt.of(2), report.stacks().get(0).best());
    assertTrue(SweepText.page(report).contains("fast carries 1.6"), SweepText.page(report));
    assertTrue(SweepText.markdown(report).contains("fast carries 1.6"));
    HeadlessBrowser browser = HeadlessBrowser.require(scratch);
    assertEquals(List.of(), browser.faults(SweepText.html(report).html()));
  }

  @Test
  void aSweepThatMeetsNoObjectiveSaysSo() throws IOException {
    SweepReport report =
        SweepReport.of(Objectives.DEFAULT, 0.95, "dead", List.of(run(20, 2), run(40, 2)));
    assertEquals(OptionalInt.empty(), report.stacks().get(0).best());
    assertTrue(SweepText.page(report).contains("no load meets the objectives"));
  }
}
