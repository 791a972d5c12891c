package dev.facsimile.analyze.metric;

import dev.facsimile.trace.outcome.Answer;
import dev.facsimile.trace.outcome.Outcome;
import java.util.Optional;

/** How much of a prompt the server took from its prefix cache, by its own count. */
final class CacheState {
  private static final Optional<String> COLD = Optional.of("cold: no token cached");
  private static final Optional<String> WARM = Optional.of("warm: under half cached");
  private static final Optional<String> HIT = Optional.of("hit: half or more cached");

  private CacheState() {}

  /** Absent where the server does not tell, or the request never reached it. */
  static Optional<String> of(Outcome outcome) {
    if (!(outcome instanceof Outcome.Dispatched sent)) {
      return Optional.empty();
    }
    Answer.Usage usage = sent.answer().usage();
    if (usage.cachedTokens().isEmpty() || usage.inputTokens().isEmpty()) {
      return Optional.empty();
    }
    int cached = usage.cachedTokens().getAsInt();
    if (cached == 0) {
      return COLD;
    }
    return 2L * cached < usage.inputTokens().getAsInt() ? WARM : HIT;
  }
}
