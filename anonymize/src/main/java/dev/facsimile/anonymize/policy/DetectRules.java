package dev.facsimile.anonymize.policy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the detectors look for. A detector that fails ends the run: there is no other choice.
 *
 * @param packs detector packs, such as {@code secrets} or {@code pii-core}
 * @param decodeDepth layers of encoding that are opened, 0 to {@link #MOST_DEPTH}
 * @param languages ISO 639-1 codes; a message in any other language is replaced as a whole
 * @param regions ISO 3166-1 codes of countries whose national phone numbers are looked for
 */
public record DetectRules(
    List<String> packs, int decodeDepth, List<String> languages, List<String> regions) {
  /** Layers that a policy may ask for. */
  public static final int MOST_DEPTH = 5;

  /** What holds where a policy has no {@code detect}. */
  public static final DetectRules USUAL =
      new DetectRules(List.of("secrets", "pii-core"), MOST_DEPTH, List.of("en"), List.of("US"));

  public DetectRules {
    packs = List.copyOf(packs);
    languages = List.copyOf(languages);
    regions = List.copyOf(regions);
  }

  /** The rules as options of a step, from which {@link #in} reads them. */
  public Map<String, String> options() {
    return Map.of(
        "detect.packs", String.join(",", packs),
        "detect.decode_depth", String.valueOf(decodeDepth),
        "detect.languages", String.join(",", languages),
        "detect.regions", String.join(",", regions));
  }

  /** The rules that a step's options hold; absent where they hold none. */
  public static Optional<DetectRules> in(Function<String, Optional<String>> option) {
    return option
        .apply("detect.packs")
        .map(
            packs ->
                new DetectRules(
                    listed(packs),
                    option.apply("detect.decode_depth").map(Integer::valueOf).orElse(MOST_DEPTH),
                    listed(option.apply("detect.languages").orElse("")),
                    listed(option.apply("detect.regions").orElse(""))));
  }

  private static List<String> listed(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(","));
  }
}
