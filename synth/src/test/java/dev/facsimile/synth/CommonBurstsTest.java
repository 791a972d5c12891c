package dev.facsimile.synth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.generate.Generation;
import dev.facsimile.synth.model.CommonBursts;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.approval.Admission;
import dev.facsimile.trace.random.SeededStreams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tenants whose traffic comes and goes every 8 s, all at once or each by itself. */
class CommonBurstsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long DURATION = 4_000 * SECOND;
  private static final long ON_OFF = 8;
  private static final int SEEDS = 5;
  private static final String[] TENANTS = {"a", "b", "c"};

  @TempDir private Path folder;

  @Test
  void tenantsThatBurstTogetherDoSoInTheCopy() throws IOException {
    List<Request> source = requests(true);
    TrafficModel model = fit(source);
    CommonBursts common = model.commonBursts().orElseThrow();
    // Halves of 8 s: what is more likely in one of them is so for all. Each tenant's own clustering
    // is known to about a tenth.
    double share = common.levels().get(2).tenants();
    assertTrue(share > 0.8, "of splits in 8 s tenants have " + share + " in common");
    assertEquals(0, common.levels().get(2).classes());
    // Three that burst together are three times as bursty as one, three apart as much as one; the
    // envelope is common in both.
    assertEquals(3, timesOne(new Figures(source)), 0.3);
    assertEquals(3, Figures.median(copies(model, 1), CommonBurstsTest::timesOne), 0.6);
    assertTrue(Figures.median(copies(without(model), 1), CommonBurstsTest::timesOne) < 1.8);
  }

  @Test
  void tenantsThatBurstByThemselvesHaveNothingInCommon() throws IOException {
    assertEquals(Optional.empty(), fit(requests(false)).commonBursts());
  }

  @Test
  void classesThatBurstTogetherDoSoInTheCopy() throws IOException {
    List<Request> source =
        requests(true).stream()
            .map(r -> r.inClass(r.origin().tenant().orElseThrow()).from(Origin.UNKNOWN))
            .toList();
    TrafficModel model = fit(source);
    CommonBursts.Share share = model.commonBursts().orElseThrow().levels().get(2);
    assertTrue(share.classes() > 0.8, "of splits in 8 s classes have " + share + " in common");
    double once = index(fit(requests(true)), 4, 1);
    assertEquals(once, index(model, 4, 1), 0.1 * once, "as tenants do");
  }

  @Test
  void aTenantsOwnBurstsAreTheSameWithWhatAllHaveInCommon() throws IOException {
    TrafficModel model = fit(requests(true));
    double together = Figures.median(copies(model, 1), c -> tenant(c).index(4, DURATION));
    double apart = Figures.median(copies(without(model), 1), c -> tenant(c).index(4, DURATION));
    // Medians of five copies of about 1,300 requests each.
    assertEquals(1, together / apart, 0.15);
  }

  @Test
  void atTwiceTheRateWhatIsInCommonGrowsAndWhatIsNotStays() throws IOException {
    TrafficModel model = fit(requests(true));
    double once = index(model, 4, 1);
    double twice = index(model, 4, 2);
    double apart = index(without(model), 4, 2) / index(without(model), 4, 1);
    // Var ÷ mean − 1 of a common rate grows with it. Of copies apart only the envelope's part does.
    assertEquals(2, (twice - 1) / (once - 1), 0.3);
    assertTrue(apart < 1.3, "apart it grew to " + apart);
  }

  @Test
  void aModelHasCommonBurstsForEachLevelOrNone() throws IOException {
    TrafficModel model = fit(requests(true));
    List<CommonBursts.Share> levels = model.commonBursts().orElseThrow().levels();
    CommonBursts fewer = new CommonBursts(levels.subList(1, levels.size()));
    assertThrows(IllegalArgumentException.class, () -> with(model, Optional.of(fewer)));
    assertThrows(IllegalArgumentException.class, () -> new CommonBursts.Share(1, 0.2, 0.3));
  }

  @Test
  void aModelFileKeepsThem() throws IOException {
    TrafficModel model = fit(requests(true));
    model.write(folder.resolve("x.model.json"));
    assertEquals(
        model.commonBursts(), TrafficModel.read(folder.resolve("x.model.json")).commonBursts());
  }

  private TrafficModel fit(List<Request> requests) throws IOException {
    var trace = RealTraces.write(folder.resolve("x.trace.parquet"), requests, Optional.empty());
    return new TraceFit(trace, Progress.SILENT).fit(Admission.CARRIED).model();
  }

  private static TrafficModel without(TrafficModel model) {
    return with(model, Optional.empty());
  }

  private static TrafficModel with(TrafficModel of, Optional<CommonBursts> common) {
    return new TrafficModel(
        of.format(),
        of.formatVersion(),
        of.toolVersion(),
        of.source(),
        of.grid(),
        of.blocks(),
        of.tokensPerBlock(),
        of.classes(),
        of.sessions(),
        of.renewal(),
        common,
        of.notReproduced(),
        of.sharing(),
        of.attribution(),
        of.provenance());
  }

  private static double index(TrafficModel model, long seconds, double scale) throws IOException {
    return Figures.median(copies(model, scale), copy -> copy.index(seconds, DURATION));
  }

  private static List<Figures> copies(TrafficModel model, double scale) throws IOException {
    List<Figures> copies = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<Request> requests = new ArrayList<>();
      new Generation(model, seed, DURATION, scale)
          .run(2, row -> requests.add(row.request()), Progress.SILENT);
      copies.add(new Figures(requests));
    }
    return copies;
  }

  /** Var ÷ mean − 1 in 4 s, of all tenants ÷ that of one. */
  private static double timesOne(Figures all) {
    return (all.index(4, DURATION) - 1) / (tenant(all).index(4, DURATION) - 1);
  }

  private static Figures tenant(Figures all) {
    return new Figures(
        all.requests().stream()
            .filter(r -> r.origin().tenant().orElseThrow().equals(TENANTS[0]))
            .toList());
  }

  private static Origin ofTenant(String tenant) {
    return new Origin(
        Optional.of(tenant),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Every 8 s the traffic of a tenant is on with a chance of 1/4, of all or of each by itself. */
  private static List<Request> requests(boolean together) {
    UniformRandomProvider random = new SeededStreams(5).stream("bursts");
    List<Request> requests = new ArrayList<>();
    for (long from = 0; from < DURATION / SECOND; from += ON_OFF) {
      boolean all = random.nextInt(4) == 0;
      for (String tenant : TENANTS) {
        boolean own = random.nextInt(4) == 0;
        int count = (together ? all : own) ? 6 + random.nextInt(8) : random.nextInt(2);
        for (int i = 0; i < count; i++) {
          long arrival = from * SECOND + random.nextLong(ON_OFF * SECOND);
          requests.add(
              Request.of("r", arrival, 100 + random.nextInt(900), 50 + random.nextInt(100))
                  .from(ofTenant(tenant)));
        }
      }
    }
    requests.sort(Comparator.comparingLong(Request::arrivalNanos));
    return requests;
  }
}
