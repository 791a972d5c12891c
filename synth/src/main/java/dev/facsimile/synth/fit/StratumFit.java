package dev.facsimile.synth.fit;

import dev.facsimile.synth.length.LengthCounts;
import dev.facsimile.synth.model.ClassModel;
import dev.facsimile.synth.model.PrefixReuse;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Fits one stratum, of which all requests are counted. Counts and ranks are of the requests that
 * start a session alone.
 */
final class StratumFit {
  private final Optional<String> requestClass;
  private final Optional<String> tenant;
  private final int number;
  private final int minCount;
  private final StratumCounts counts;
  private final RankFit ranks;

  /**
   * Of a class.
   *
   * @param tenant the one tenant that it is of; absent for several, or where there are none
   * @param number its position in the model
   * @param minCount fewest requests that a combination of fields, a shared block and how windows
   *     split have
   * @param counts of all its requests
   */
  StratumFit(
      Optional<String> requestClass,
      Optional<String> tenant,
      int number,
      int minCount,
      StratumCounts counts) {
    this.requestClass = requestClass;
    this.tenant = tenant;
    this.number = number;
    this.minCount = minCount;
    this.counts = counts;
    this.ranks = ranksOf();
  }

  private RankFit ranksOf() {
    boolean starts = counts.starts() >= minCount;
    LengthCounts input = counts.turnInput();
    LengthCounts output = counts.turnOutput();
    // A class that starts no session draws no first turn; its lengths are there to be read.
    if (!starts && input.total() < minCount) {
      input = LengthCounts.sum(input, counts.input());
      output = LengthCounts.sum(output, counts.output());
    }
    return new RankFit(
        requestClass.orElse("") + tenant.map(t -> "/" + t).orElse(""),
        starts ? counts.input() : input,
        starts ? counts.output() : output,
        counts.steps());
  }

  /** The stratum's position in the model. */
  int number() {
    return number;
  }

  /** What single requests tell. */
  StratumCounts counts() {
    return counts;
  }

  /** How the lengths depend on each other. */
  RankFit ranks() {
    return ranks;
  }

  /**
   * What was found.
   *
   * @param prefixes how prompts share their beginnings, where they have blocks
   */
  ClassModel model(long durationNanos, Optional<PrefixReuse> prefixes) {
    return new ClassModel(
        requestClass,
        tenant,
        counts.requests(),
        OptionalLong.of(counts.starts()),
        ranks.lengths(),
        counts.arrivals().cascade(durationNanos, minCount),
        counts.mix().mix(minCount),
        prefixes,
        Optional.empty());
  }
}
