package dev.facsimile.synth.model;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.facsimile.trace.Origin;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The combinations of the fields that are neither lengths nor times, with their frequencies.
 *
 * @param combinations at least one
 */
public record Mix(@JsonValue List<Combination> combinations) {

  /**
   * One combination that the source has.
   *
   * @param count source requests with it, 1 or more
   * @param origin tenant, model, route
   * @param streaming whether the answer was asked for as a stream
   * @param cacheEligible whether the prompt may be served from a prefix cache
   * @param maxOutputTokens the request's own limit
   */
  public record Combination(
      long count,
      Origin origin,
      Optional<Boolean> streaming,
      Optional<Boolean> cacheEligible,
      OptionalInt maxOutputTokens) {

    public Combination {
      Objects.requireNonNull(origin, "a combination has no origin");
    }
  }

  public Mix {
    combinations = List.copyOf(combinations);
    if (combinations.isEmpty() || combinations.stream().anyMatch(c -> c.count() < 1)) {
      throw new IllegalArgumentException("a mix without a combination that has a count");
    }
  }
}
