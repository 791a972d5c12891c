package dev.facsimile.analyze.fidelity;

import dev.facsimile.analyze.cache.HitRatioCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What prefix caches make of the requests: the hit-ratio curve of LRU caches over all capacities,
 * FIFO caches, an infinite cache in three definitions, over both halves of the requests and for
 * each tenant. The noise is between halves of the source by whole sessions, or, where it has none,
 * by whole families of prompts.
 */
final class CacheAxis implements FidelityAxis {
  private static final String UNIT = "hit ratio";
  private static final double NEGLIGIBLE = 0.02;

  @Override
  public AxisId id() {
    return AxisId.CACHE;
  }

  @Override
  public boolean needsEveryRequest() {
    return true;
  }

  @Override
  public boolean needsSplits() {
    return false;
  }

  @Override
  public AxisResult judge(Comparison whole) {
    Optional<String> unfit = PrefixFit.problem(whole);
    if (unfit.isPresent()) {
      return new AxisResult.NotJudged(id(), unfit.get());
    }
    boolean exact = exact(whole.source()) && exact(whole.other());
    Comparison looked = whole.withBlocks();
    Comparison comparison = exact ? inCommonTime(whole, looked) : looked;
    Traffic source = comparison.source().held().orElseThrow();
    Traffic other = comparison.other().held().orElseThrow();
    Optional<String> tooSmall = Splits.tooSmall(source, other);
    return tooSmall.isPresent()
        ? new AxisResult.NotJudged(id(), "of the requests with blocks, " + tooSmall.get())
        : judged(comparison, exact);
  }

  private static Comparison inCommonTime(Comparison whole, Comparison looked) {
    return looked == whole ? whole.common() : looked.until(whole.commonSpanNanos());
  }

  private static boolean exact(Traffic traffic) {
    return traffic.prefixes().orElseThrow().exact();
  }

  private AxisResult judged(Comparison comparison, boolean exact) {
    CacheSplits splits = CacheSplits.of(comparison, PrefixFit.scheme(comparison.sourceSide()));
    CacheFigures source = splits.whole(true);
    CacheFigures other = splits.whole(false);
    HitRatioCurve sourceCurve =
        exact ? source.lru() : comparison.source().prefixes().orElseThrow().lru();
    HitRatioCurve otherCurve =
        exact ? other.lru() : comparison.other().prefixes().orElseThrow().lru();
    HitRatioCurve.Difference lru = sourceCurve.difference(otherCurve);
    NoiseRatio noise = NoiseRatio.of(splits.measured(), NoiseRatio.Growth.LINEAR);

    List<AxisResult.Part> parts = new ArrayList<>();
    parts.add(
        part(
            String.format(Locale.ROOT, "LRU of %,d blocks, the worst", lru.capacity()),
            sourceCurve.at(lru.capacity()),
            otherCurve.at(lru.capacity()),
            noise.parts()[0]));
    List<CacheSplits.Figure> figures = splits.figures();
    for (int i = 0; i < figures.size(); i++) {
      parts.add(
          part(
              figures.get(i).name(),
              figures.get(i).of().applyAsDouble(source),
              figures.get(i).of().applyAsDouble(other),
              noise.parts()[i + 1]));
    }
    return new AxisResult.Judged(
        id(),
        lru.value(),
        UNIT,
        noise.ratio(),
        noise.nStar(),
        parts.stream().allMatch(part -> Math.abs(part.effect()) <= NEGLIGIBLE),
        String.format(Locale.ROOT, "LRU %+.3f at %,d blocks", lru.value(), lru.capacity()),
        parts,
        notes(comparison, exact, parts, noise));
  }

  private static List<String> notes(
      Comparison comparison, boolean exact, List<AxisResult.Part> parts, NoiseRatio noise) {
    List<String> notes = new ArrayList<>();
    AxisResult.Part worst = parts.get(noise.worst());
    notes.add(
        String.format(
            Locale.ROOT,
            "worst: %s %.3f/%.3f",
            worst.what(),
            worst.source().orElse(0),
            worst.other().orElse(0)));
    PrefixFit.scopes(comparison).ifPresent(notes::add);
    if (!exact) {
      notes.add(
          String.format(
              Locale.ROOT,
              "over %,d blocks: the LRU curves are sampled, of %.3g %% and %.3g %% of the blocks;"
                  + " the other figures are of whole sessions with as many blocks",
              Prefixes.MOST_EXACT,
              100 * comparison.source().prefixes().orElseThrow().sampleRate(),
              100 * comparison.other().prefixes().orElseThrow().sampleRate()));
    }
    return notes;
  }

  private static AxisResult.Part part(String what, double source, double other, double noiseRatio) {
    return new AxisResult.Part(
        what,
        OptionalDouble.of(source),
        OptionalDouble.of(other),
        other - source,
        UNIT,
        noiseRatio);
  }

  /** Tenants of both sides with enough requests, those with the most first. */
  static List<String> tenants(Traffic source, Traffic other, int most) {
    int[] ofSource = counts(source);
    int[] ofOther = counts(other);
    return IntStream.range(0, ofSource.length)
        .filter(tenant -> ofSource[tenant] >= Comparison.FEWEST_IN_CLASS)
        .filter(
            tenant -> {
              int same = other.tenantNames().indexOf(source.tenantNames().get(tenant));
              return same >= 0 && ofOther[same] >= Comparison.FEWEST_IN_CLASS;
            })
        .boxed()
        .sorted((a, b) -> Integer.compare(ofSource[b], ofSource[a]))
        .limit(most)
        .map(source.tenantNames()::get)
        .filter(name -> source.tenantNames().size() > 1)
        .toList();
  }

  private static int[] counts(Traffic traffic) {
    int[] counts = new int[traffic.tenantNames().size()];
    for (int tenant : traffic.tenants()) {
      counts[tenant]++;
    }
    return counts;
  }
}
