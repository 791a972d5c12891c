package dev.facsimile.anonymize.detect;

import dev.facsimile.anonymize.detect.rule.Detector;
import java.util.List;
import java.util.stream.Collectors;

/** Every detector, one line each, in the rule pack that switches it on. */
public final class Detectors {
  /** Credentials. */
  public static final RulePack SECRETS = new RulePack("secrets", "credentials", List.of());

  /** What points at a person or machine in any country. */
  public static final RulePack PII_CORE =
      new RulePack("pii-core", "e-mail, phone, cards, IBAN, addresses of machines", List.of());

  /** Every pack. */
  public static final List<RulePack> PACKS = List.of(SECRETS, PII_CORE);

  private Detectors() {}

  /**
   * The detectors of the packs named.
   *
   * @throws IllegalArgumentException if there is no such pack
   */
  public static List<Detector> of(List<String> packs) {
    return packs.stream().flatMap(name -> pack(name).detectors().stream()).distinct().toList();
  }

  /**
   * The pack named {@code name}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RulePack pack(String name) {
    return PACKS.stream()
        .filter(pack -> pack.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no rule pack '"
                        + name
                        + "', expected one of: "
                        + PACKS.stream().map(RulePack::name).collect(Collectors.joining(", "))));
  }
}
