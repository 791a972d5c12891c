package dev.facsimile.synth.model;

import java.util.Objects;
import java.util.Optional;

/**
 * One stratum: the requests of one class.
 *
 * @param requestClass the class; absent for the requests without one, whose rows have none again
 * @param requests source requests in it
 * @param lengths input and output tokens
 * @param arrivals when they come
 * @param mix the other fields
 * @param prefix how prompts share leading blocks; absent when the source has no blocks
 */
public record ClassModel(
    Optional<String> requestClass,
    long requests,
    LengthModel lengths,
    Cascade arrivals,
    Mix mix,
    Optional<PrefixReuse> prefix) {

  public ClassModel {
    Objects.requireNonNull(lengths, "a class has no lengths");
    Objects.requireNonNull(arrivals, "a class has no arrivals");
    Objects.requireNonNull(mix, "a class has no mix");
    if (requests < 1) {
      throw new IllegalArgumentException("a class of " + requests + " requests, expected some");
    }
  }

  /** The class's name for people and for naming random streams: {@code unclassified} without. */
  public String label() {
    return requestClass.orElse("unclassified");
  }
}
