package dev.facsimile.trace;

import java.util.Optional;

/**
 * Where a request came from and where it was headed, each absent when the log has no such field.
 *
 * @param tenant who is billed: team, organisation or API key
 * @param tenantTier the tenant's plan
 * @param model the model asked for
 * @param adapter the LoRA adapter on top of the model
 * @param region the region that served it
 * @param endpoint the API route, such as {@code chat/completions}
 */
public record Origin(
    Optional<String> tenant,
    Optional<String> tenantTier,
    Optional<String> model,
    Optional<String> adapter,
    Optional<String> region,
    Optional<String> endpoint) {

  /** An origin of which nothing is known. */
  public static final Origin UNKNOWN =
      new Origin(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /** An origin of which at most the model is known. */
  public static Origin ofModel(Optional<String> model) {
    return new Origin(
        Optional.empty(),
        Optional.empty(),
        model,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
