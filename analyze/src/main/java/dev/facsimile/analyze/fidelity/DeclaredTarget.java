package dev.facsimile.analyze.fidelity;

import dev.facsimile.trace.header.Declared;
import dev.facsimile.trace.random.SeededStreams;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * What the declared what-ifs of the other side make of the source: the target that it is judged
 * against.
 *
 * <p>Another mix of classes is reached by leaving out sessions at random, of every class but the
 * one that grows most. Nothing can be left out or added to make another <em>rate</em> without
 * inventing arrivals; the axes that look at counts ask for {@link #countFactor} times the counts.
 *
 * @param traffic the source, or what is left of it
 * @param countFactor requests of the other side in a stretch of time ÷ those of {@link #traffic}
 * @param rateFactor declared rate ÷ the source's, where declared
 * @param durationNanos the declared duration, where it is not the source's
 * @param meantToDiffer axes for which no target can be worked out: they are shown, not graded
 * @param sentences what was declared and how it was taken
 */
record DeclaredTarget(
    Traffic traffic,
    double countFactor,
    OptionalDouble rateFactor,
    OptionalLong durationNanos,
    Set<AxisId> meantToDiffer,
    List<String> sentences) {

  /** The random choice of sessions that is left of a source. */
  static final String SHARES = "fidelity declared shares";

  static DeclaredTarget of(Traffic source, Declared declared, long seed) {
    Traffic target =
        declared.classShares().isPresent()
            ? withShares(source, declared.classShares().get(), seed)
            : source;
    return of(target, (double) source.rows() / target.rows(), declared);
  }

  /** Of a source that is not held whole and from which requests were left out already. */
  static DeclaredTarget of(LongSide source, Declared declared) {
    return of(source.sample(), (double) source.rowsRead() / source.rows(), declared);
  }

  private static DeclaredTarget of(Traffic target, double leftOutFactor, Declared declared) {
    Set<AxisId> meant = EnumSet.noneOf(AxisId.class);
    List<String> sentences = new ArrayList<>();
    double rate = declared.rateFactor().orElse(1);
    if (rate != 1) {
      meant.addAll(List.of(AxisId.FINE_TIMING, AxisId.CACHE, AxisId.PREFIX_SHAPE, AxisId.IMPACT));
      sentences.add(
          String.format(
              Locale.ROOT,
              "rate × %.4g: envelope and burst are judged against it",
              declared.rateFactor().getAsDouble()));
    }
    if (declared.classShares().isPresent()) {
      meant.addAll(
          List.of(
              AxisId.BURST, AxisId.FINE_TIMING, AxisId.CACHE, AxisId.PREFIX_SHAPE, AxisId.IMPACT));
      sentences.add("class shares: every axis is judged against the source at those shares");
    }
    declared
        .durationNanos()
        .ifPresent(
            nanos ->
                sentences.add(
                    "duration "
                        + FidelityText.duration(nanos)
                        + ": times are compared as far as"
                        + " both sides go, and a longer side goes round"));
    declared.axes().orElse(List.of()).forEach(word -> AxisId.of(word).ifPresent(meant::add));
    return new DeclaredTarget(
        target,
        rate * leftOutFactor,
        declared.rateFactor(),
        declared.durationNanos(),
        meant,
        List.copyOf(sentences));
  }

  /** The same target of some of its requests. */
  DeclaredTarget of(Traffic some) {
    return new DeclaredTarget(
        some, countFactor, rateFactor, durationNanos, meantToDiffer, sentences);
  }

  /** The sessions that bring the classes to these shares; all of them if that cannot be. */
  private static Traffic withShares(Traffic source, SortedMap<String, Double> shares, long seed) {
    SortedMap<String, Double> chanceOf = chances(source.classCounts(), shares);
    if (chanceOf.isEmpty()) {
      return source;
    }
    LongUnaryOperator values = new SeededStreams(seed).values(SHARES);
    double[] chances = source.classNames().stream().mapToDouble(chanceOf::get).toArray();
    int[] kept =
        IntStream.range(0, source.rows())
            .filter(
                row ->
                    SeededStreams.unit(values.applyAsLong(source.sessions()[row]))
                        < chances[source.classes()[row]])
            .toArray();
    return kept.length == 0 ? source : source.rows(kept);
  }

  /**
   * The share of each class's sessions that is left; none where no class is asked for.
   *
   * @param counts requests of each class
   */
  static TreeMap<String, Double> chances(
      Map<String, Long> counts, SortedMap<String, Double> shares) {
    TreeMap<String, Double> growth = new TreeMap<>();
    long rows = counts.values().stream().mapToLong(Long::longValue).sum();
    counts.forEach(
        (name, count) -> growth.put(name, shares.getOrDefault(name, 0.0) * rows / count));
    double most = growth.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    growth.replaceAll((name, times) -> times / most);
    return most == 0 ? new TreeMap<>() : growth;
  }
}
