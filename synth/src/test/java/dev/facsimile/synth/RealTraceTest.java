package dev.facsimile.synth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.synth.fit.TraceFit;
import dev.facsimile.synth.model.TrafficModel;
import dev.facsimile.trace.Progress;
import dev.facsimile.trace.Request;
import dev.facsimile.trace.SharedData;
import dev.facsimile.trace.file.TraceFile;
import dev.facsimile.trace.stats.PrefixHits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of real traces against their source: medians over seeds 1 to 5. */
class RealTraceTest {
  private static final int SEEDS = 5;
  private static final long LATTICE = 3_000_000_000L;

  @TempDir private Path folder;

  @Test
  void copiesOfAzureConversationHaveItsLengthsAndTheirDependence() throws IOException {
    TraceFile trace = RealTraces.azure(SharedData.AZURE_CONV, folder);
    Figures source = Figures.of(trace);
    List<Figures> copies = Figures.ofSeeds(fit(trace), SEEDS);
    // Bins are refined to 10 of 19,366 rows, 0.0005; two real halves differ by 0.012.
    assertBelow(0.002, copies, copy -> copy.inputDistance(source), "KS of input tokens");
    assertBelow(0.002, copies, copy -> copy.outputDistance(source), "KS of output tokens");
    // Spearman hardly sees this dependence (0.07); mutual information does (0.69 nats, by chance
    // 0.006), and a Gaussian copula keeps none of it.
    double information = Figures.median(copies, Figures::mutualInformation);
    assertEquals(1, information / source.mutualInformation(), 0.05, "mutual information, ratio");
    assertEquals(source.spearman(), Figures.median(copies, Figures::spearman), 0.01, "Spearman");
  }

  @Test
  void copiesOfAzureConversationAreAsBurstyAtEveryScale() throws IOException {
    TraceFile trace = RealTraces.azure(SharedData.AZURE_CONV, folder);
    TrafficModel model = fit(trace);
    // The sampling error of the source's own IDC at 300 s is 0.57 octaves, and five seeds are few.
    // Resampled gaps miss by 5 octaves, counts drawn per minute by half of one.
    assertDispersion(0.35, trace, model, 1, 10, 60, 300);
  }

  @Test
  void copiesOfAzureCodeAreAsBurstyAtEveryScale() throws IOException {
    TraceFile trace = RealTraces.azure(SharedData.AZURE_CODE, folder);
    // 24 minutes of heavy bursts: the source's own error is 0.38 octaves at 60 s, 0.69 at 300 s.
    assertDispersion(0.6, trace, fit(trace), 1, 10, 60);
  }

  @Test
  void copiesOfMooncakeShareAsManyBlocks() throws IOException {
    TraceFile trace = RealTraces.mooncake(folder);
    Figures source = Figures.of(trace);
    List<Figures> copies = Figures.ofSeeds(fit(trace), SEEDS);
    PrefixHits hits = source.hits(512);
    assertEquals(0.366, hits.blockShare(), 0.001, "the source's own, as published");
    for (Figures copy : copies) {
      PrefixHits drawn = copy.hits(512);
      // Seeds spread by 0.002, around 0.001 below the source.
      assertEquals(hits.blockShare(), drawn.blockShare(), 0.01, "hit blocks of all blocks");
      assertEquals(hits.tokenShare(), drawn.tokenShare(), 0.01, "hit tokens of all tokens");
      assertEquals(hits.requestMean(), drawn.requestMean(), 0.01, "mean share of a request");
    }
  }

  @Test
  void copiesOfMooncakeHitCachesOfEverySizeAsOften() throws IOException {
    TraceFile trace = RealTraces.mooncake(folder);
    Figures source = Figures.of(trace);
    Figures copy = Figures.of(fit(trace), 1);
    for (int capacity : new int[] {1_000, 3_000, 10_000, 20_000, 50_000}) {
      // Two halves of the source differ by up to 0.015, seeds by up to 0.027 from the source;
      // independent paths through a tree of prefixes, without time, miss by 0.109.
      assertEquals(
          source.lruHitShare(capacity), copy.lruHitShare(capacity), 0.035, capacity + " blocks");
    }
  }

  @Test
  void copiesOfMooncakeHaveBlocksForTheirLengthAndNoneOfTheSource() throws IOException {
    TraceFile trace = RealTraces.mooncake(folder);
    Set<Long> sourceIds = new HashSet<>();
    for (Request request : Figures.of(trace).requests()) {
      request.prefixBlocks().orElseThrow().stream().forEach(sourceIds::add);
    }
    for (Request request : Figures.of(fit(trace), 1).requests()) {
      assertEquals(
          (request.tokens().input().getAsInt() + 511) / 512,
          request.prefixBlocks().orElseThrow().size());
      assertTrue(request.prefixBlocks().get().stream().noneMatch(sourceIds::contains));
    }
  }

  @Test
  void aCoarseClockIsSeenAndCountsAreCopiedOnItsLattice() throws IOException {
    TraceFile trace = RealTraces.mooncake(folder);
    TrafficModel model = fit(trace);
    assertEquals(LATTICE, model.grid().latticeNanos().orElseThrow());
    assertEquals(LATTICE, model.grid().cellNanos());
    long duration = model.source().durationNanos();
    Figures source = Figures.of(trace).onLattice(LATTICE, true);
    List<Figures> copies =
        Figures.ofSeeds(model, SEEDS).stream().map(c -> c.onLattice(LATTICE, false)).toList();
    for (long seconds : new long[] {6, 12, 60, 300}) {
      // At 300 s there are 11 windows, whose variance has an error of about 0.6 octaves.
      assertOctaves(
          0.4,
          source.index(seconds, duration),
          Figures.median(copies, copy -> copy.index(seconds, duration)),
          "IDC at " + seconds + " s");
    }
  }

  private static TrafficModel fit(TraceFile trace) throws IOException {
    return new TraceFit(trace, Progress.SILENT).fit(false).model();
  }

  private static void assertDispersion(
      double octaves, TraceFile trace, TrafficModel model, long... widths) throws IOException {
    Figures source = Figures.of(trace);
    long duration = model.source().durationNanos();
    List<Figures> copies = Figures.ofSeeds(model, SEEDS);
    for (long seconds : widths) {
      assertOctaves(
          octaves,
          source.index(seconds, duration),
          Figures.median(copies, copy -> copy.index(seconds, duration)),
          "IDC at " + seconds + " s");
      assertOctaves(
          octaves,
          source.allanFactor(seconds, duration),
          Figures.median(copies, copy -> copy.allanFactor(seconds, duration)),
          "Allan factor at " + seconds + " s");
    }
  }

  private static void assertOctaves(double most, double source, double copy, String figure) {
    double octaves = Math.log(copy / source) / Math.log(2);
    assertTrue(
        Math.abs(octaves) <= most,
        () -> figure + ": " + copy + " for " + source + ", " + octaves + " octaves");
  }

  private static void assertBelow(
      double most, List<Figures> copies, ToDoubleFunction<Figures> figure, String name) {
    double median = Figures.median(copies, figure);
    assertTrue(median <= most, () -> name + " is " + median + ", expected at most " + most);
  }
}
