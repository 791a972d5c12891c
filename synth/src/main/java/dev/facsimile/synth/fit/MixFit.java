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
  private static final long FEWEST = 5;
  private static final int MOST = 1_000;

  private record Key(
      Origin origin,
      Optional<Boolean> streaming,
      Optional<Boolean> cacheEligible,
      OptionalInt maxOutputTokens) {

    Combination with(long count) {
      return new Combination(count, origin, streaming, cacheEligible, maxOutputTokens);
    }
  }

  private final Map<Key, Long> counts = new HashMap<>();

  void add(Request request) {
    Key key =
        new Key(
            request.origin(),
            request.streaming(),
            request.cacheEligible(),
            request.tokens().maxOutput());
    counts.merge(key, 1L, Long::sum);
  }

  Mix mix() {
    Comparator<Map.Entry<Key, Long>> byCount = Comparator.comparingLong(e -> -e.getValue());
    List<Map.Entry<Key, Long>> sorted =
        counts.entrySet().stream()
            .sorted(byCount.thenComparing(entry -> entry.getKey().toString()))
            .toList();
    List<Combination> kept = new ArrayList<>();
    long pooled = 0;
    for (Map.Entry<Key, Long> entry : sorted) {
      if (kept.isEmpty() || (entry.getValue() >= FEWEST && kept.size() < MOST)) {
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
