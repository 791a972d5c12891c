package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.Mix.Combination;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.Request;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Counts the combinations of the fields that are neither lengths nor times. Rare ones are pooled
 * into the most common: they tell more of one user than of the traffic. Holds every distinct
 * combination.
 */
final class MixFit {
  private static final int FEWEST = 5;
  private static final String OTHER = "other";
  private static final int MOST = 1_000;

  private record Key(
      Origin origin,
      Optional<Boolean> streaming,
      Optional<Boolean> cacheEligible,
      OptionalInt maxOutputTokens) {

    Key ofTenant(String tenant) {
      Origin other =
          new Origin(
              Optional.of(tenant),
              Optional.empty(),
              origin.model(),
              origin.adapter(),
              origin.region(),
              origin.endpoint());
      return new Key(other, streaming, cacheEligible, maxOutputTokens);
    }

    Combination with(long count) {
      return new Combination(count, origin, streaming, cacheEligible, maxOutputTokens);
    }
  }

  private final Map<Key, long[]> counts = new HashMap<>();
  private final int minCount;
  private Key lastKey =
      new Key(Origin.UNKNOWN, Optional.empty(), Optional.empty(), OptionalInt.empty());
  private long[] lastCount = counts.computeIfAbsent(lastKey, k -> new long[1]);

  /** Of combinations that at least {@code minCount} requests have; 1 where any may be told. */
  MixFit(int minCount) {
    this.minCount = minCount;
  }

  void add(Request request) {
    add(
        request.origin(),
        request.streaming(),
        request.cacheEligible(),
        request.tokens().maxOutput());
  }

  void add(
      Origin origin,
      Optional<Boolean> streaming,
      Optional<Boolean> cacheEligible,
      OptionalInt maxOutputTokens) {
    // Neighbouring rows often share their origin, which is one object then.
    boolean same =
        origin == lastKey.origin()
            && streaming.equals(lastKey.streaming())
            && cacheEligible.equals(lastKey.cacheEligible())
            && maxOutputTokens.equals(lastKey.maxOutputTokens());
    if (!same) {
      lastKey = new Key(origin, streaming, cacheEligible, maxOutputTokens);
      lastCount = counts.computeIfAbsent(lastKey, k -> new long[1]);
    }
    lastCount[0]++;
  }

  /** Takes the counts of other requests. */
  void merge(MixFit others) {
    others.counts.forEach(
        (key, count) -> counts.computeIfAbsent(key, k -> new long[1])[0] += count[0]);
  }

  /** Small tenants as one, named {@code other}. */
  private Map<Key, Long> withoutSmallTenants() {
    Map<Optional<String>, Long> tenants = new HashMap<>();
    counts.forEach((key, count) -> tenants.merge(key.origin().tenant(), count[0], Long::sum));
    Map<Key, Long> merged = new HashMap<>();
    counts.forEach(
        (key, count) -> {
          Optional<String> tenant = key.origin().tenant();
          boolean small = tenant.isPresent() && tenants.get(tenant) < minCount;
          if (count[0] > 0) {
            merged.merge(small ? key.ofTenant(OTHER) : key, count[0], Long::sum);
          }
        });
    return merged;
  }

  Mix mix() {
    long fewest = Math.max(FEWEST, minCount);
    Comparator<Map.Entry<Key, Long>> byCount = Comparator.comparingLong(e -> -e.getValue());
    List<Map.Entry<Key, Long>> sorted =
        withoutSmallTenants().entrySet().stream()
            .sorted(byCount.thenComparing(entry -> entry.getKey().toString()))
            .toList();
    List<Combination> kept = new ArrayList<>();
    long pooled = 0;
    for (Map.Entry<Key, Long> entry : sorted) {
      if (kept.isEmpty() || (entry.getValue() >= fewest && kept.size() < MOST)) {
        kept.add(entry.getKey().with(entry.getValue()));
      } else {
        pooled += entry.getValue();
      }
    }
    Map.Entry<Key, Long> common = sorted.get(0);
    kept.set(0, common.getKey().with(common.getValue() + pooled));
    return new Mix(kept);
  }
}
