package dev.facsimile.analyze.run;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.YamlSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a user pays, from a price file.
 *
 * @param currency such as {@code USD}
 * @param tokens what tokens cost; absent where they are not billed
 * @param servers what the servers cost; absent where they are not the user's
 */
public record Prices(String currency, Optional<Tokens> tokens, Optional<Servers> servers) {
  private static final double MOST = 1e9;

  /**
   * Prices of a million tokens.
   *
   * @param input of prompt tokens that were not cached
   * @param cachedInput of cached ones; the same as input where the file does not say
   * @param output of generated tokens
   */
  public record Tokens(double input, double cachedInput, double output) {}

  /** Servers and what one costs in an hour. */
  public record Servers(int count, double perHour) {}

  /**
   * Reads a price file.
   *
   * @throws InputException with everything that is wrong with it
   */
  public static Prices read(Path file) throws IOException {
    List<String> errors = new ArrayList<>();
    YamlSection root = YamlSection.read(file, errors);
    root.only(List.of("currency", "per_million_tokens", "servers"));
    Optional<String> currency = root.text("currency");
    Optional<Tokens> tokens = Optional.empty();
    if (root.has("per_million_tokens")) {
      YamlSection of = root.section("per_million_tokens");
      of.only(List.of("input", "cached_input", "output"));
      double input = number(of, "input");
      tokens =
          Optional.of(
              new Tokens(
                  input,
                  of.has("cached_input") ? number(of, "cached_input") : input,
                  number(of, "output")));
    }
    Optional<Servers> servers = Optional.empty();
    if (root.has("servers")) {
      YamlSection of = root.section("servers");
      of.only(List.of("count", "per_hour"));
      servers =
          Optional.of(
              new Servers(of.whole("count", 1, 1_000_000).orElse(1), number(of, "per_hour")));
    }
    if (tokens.isEmpty() && servers.isEmpty()) {
      root.missing("per_million_tokens", "prices of tokens, of servers, or of both");
    }
    if (!errors.isEmpty()) {
      throw new InputException(file, "is no price file: " + String.join("; ", errors));
    }
    return new Prices(currency.orElseThrow(), tokens, servers);
  }

  private static double number(YamlSection of, String key) {
    if (!of.has(key)) {
      of.missing(key, "a price");
    }
    return of.number(key, 0, MOST).orElse(0);
  }
}
