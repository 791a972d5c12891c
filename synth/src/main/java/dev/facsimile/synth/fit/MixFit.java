package dev.facsimile.synth.fit;

import dev.facsimile.synth.model.Mix;
import dev.facsimile.synth.model.Mix.Combination;
import dev.facsimile.trace.Origin;
import dev.facsimile.trace.file.TraceBatch;
import dev.facsimile.trace.file.TraceColumn;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Counts the combinations of the fields that are neither lengths nor times. Rare ones are pooled
 * into the most common: they tell more of one user than of the traffic. Holds every distinct
 * combination.
 */
final class MixFit implements Serializable {
  private static final long serialVersionUID = 1;

  private static final int FEWEST = 5;
  private static final String OTHER = "other";
  private static final int MOST = 1_000;

  private record Key(
      Origin origin,
      Optional<Boolean> streaming,
      Optional<Boolean> cacheEligible,
      OptionalInt maxOutputTokens) {

    /** Of a key's fields as they are sent. */
    static Key of(List<String> sent) {
      Iterator<Optional<String>> next =
          sent.stream()
              .map(text -> Optional.of(text).filter(t -> !t.isEmpty()))
              .map(text -> text.map(t -> t.substring(1)))
              .iterator();
      return new Key(
          new Origin(next.next(), next.next(), next.next(), next.next(), next.next(), next.next()),
          next.next().map(Boolean::valueOf),
          next.next().map(Boolean::valueOf),
          next.next().stream().mapToInt(Integer::parseInt).findFirst());
    }

    /** The fields as they are sent: "" is absent, everything else stands behind a sign. */
    List<String> sent() {
      return Stream.of(
              origin.tenant(),
              origin.tenantTier(),
              origin.model(),
              origin.adapter(),
              origin.region(),
              origin.endpoint(),
              streaming,
              cacheEligible,
              maxOutputTokens.stream().boxed().findFirst())
          .map(field -> field.map(value -> "=" + value).orElse(""))
          .toList();
    }

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

  private final transient Map<Key, long[]> counts = new HashMap<>();
  private transient Key lastKey =
      new Key(Origin.UNKNOWN, Optional.empty(), Optional.empty(), OptionalInt.empty());
  private transient long[] lastCount = counts.computeIfAbsent(lastKey, k -> new long[1]);

  /** What was counted, as it is sent, since an {@link Optional} cannot be. */
  private record Sent(HashMap<List<String>, Long> counts) implements Serializable {
    private Object readResolve() {
      MixFit mix = new MixFit();
      counts.forEach((key, count) -> mix.add(Key.of(key), count));
      return mix;
    }
  }

  private Object writeReplace() {
    HashMap<List<String>, Long> sent = new HashMap<>();
    counts.forEach((key, count) -> sent.put(key.sent(), count[0]));
    return new Sent(sent);
  }

  private void add(Key key, long count) {
    counts.computeIfAbsent(key, k -> new long[1])[0] += count;
  }

  /** Takes a row, of which all columns of fields are read. */
  void add(TraceBatch batch, int row) {
    add(
        batch.origin(row),
        batch.flag(TraceColumn.STREAMING, row),
        batch.flag(TraceColumn.CACHE_ELIGIBLE, row),
        batch.tokens(TraceColumn.MAX_OUTPUT, row));
  }

  private void add(
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
    others.counts.forEach((key, count) -> add(key, count[0]));
  }

  /** Small tenants as one, named {@code other}. */
  private Map<Key, Long> withoutSmallTenants(int minCount) {
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

  /**
   * The combinations.
   *
   * @param minCount fewest requests that one which is told has; 1 where any may be told
   */
  Mix mix(int minCount) {
    long fewest = Math.max(FEWEST, minCount);
    Comparator<Map.Entry<Key, Long>> byCount = Comparator.comparingLong(e -> -e.getValue());
    List<Map.Entry<Key, Long>> sorted =
        withoutSmallTenants(minCount).entrySet().stream()
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
