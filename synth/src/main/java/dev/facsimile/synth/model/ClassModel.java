package dev.facsimile.synth.model;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One stratum: the requests of one class, or of one large tenant in it.
 *
 * @param requestClass the class; absent for the requests without one, whose rows have none again
 * @param tenant the one tenant whose requests these are; absent for all others together
 * @param requests source requests in it
 * @param starts those of them that start a session, of which alone the rest tells; absent in models
 *     of version 1, where each request does
 * @param lengths input and output tokens
 * @param arrivals when they come
 * @param mix the other fields
 * @param prefix how prompts share leading blocks; absent when the source has no blocks
 * @param patience how long clients wait; absent in fitted models, where it is endless
 */
public record ClassModel(
    Optional<String> requestClass,
    Optional<String> tenant,
    long requests,
    OptionalLong starts,
    LengthModel lengths,
    Cascade arrivals,
    Mix mix,
    Optional<PrefixReuse> prefix,
    Optional<Patience> patience) {

  public ClassModel {
    Objects.requireNonNull(lengths, "a class has no lengths");
    Objects.requireNonNull(arrivals, "a class has no arrivals");
    Objects.requireNonNull(mix, "a class has no mix");
    patience = patience == null ? Optional.empty() : patience;
    tenant = tenant == null ? Optional.empty() : tenant;
    starts = starts == null ? OptionalLong.empty() : starts;
    if (requests < 1) {
      throw new IllegalArgumentException("a class of " + requests + " requests, expected some");
    }
  }

  /** Source requests that start a session. */
  public long sessionStarts() {
    return starts.orElse(requests);
  }

  /** The stratum's name for people: {@code unclassified} without a class. */
  public String label() {
    return requestClass.orElse("unclassified") + tenant.map(t -> ", tenant " + t).orElse("");
  }
}
