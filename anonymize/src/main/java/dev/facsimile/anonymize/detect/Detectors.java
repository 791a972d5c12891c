package dev.facsimile.anonymize.detect;

import dev.facsimile.anonymize.detect.pii.PiiDetectors;
import dev.facsimile.anonymize.detect.pii.national.NationalIdDetector;
import dev.facsimile.anonymize.detect.pii.national.NationalIds;
import dev.facsimile.anonymize.detect.rule.Detector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Every detector, one line each, in the rule pack that switches it on. */
public final class Detectors {
  /** Countries whose national phone numbers are looked for where a policy names none. */
  public static final List<String> USUAL_REGIONS = List.of("US");

  /** Credentials. */
  public static final RulePack SECRETS = new RulePack("secrets", "credentials", List.of());

  /** What points at a person or machine in any country. */
  public static final RulePack PII_CORE =
      new RulePack(
          "pii-core",
          "e-mail, phone, cards, IBAN, addresses of machines, accounts, user names in fields",
          PiiDetectors.core(USUAL_REGIONS));

  /** Every pack. */
  public static final List<RulePack> PACKS =
      List.of(
          SECRETS,
          PII_CORE,
          new RulePack(
              "pii-us", "numbers of the United States and Canada", List.of(NationalIds.US)),
          new RulePack("pii-uk", "numbers of the United Kingdom", List.of(NationalIds.UK)),
          new RulePack("pii-eu", "numbers of European countries", List.of(NationalIds.EU)),
          new RulePack("pii-asia", "numbers of Asian countries", List.of(NationalIds.ASIA)),
          new RulePack("pii-latam", "numbers of Latin America", List.of(NationalIds.LATIN_AMERICA)),
          new RulePack(
              "pii-oceania", "numbers of Australia, New Zealand", List.of(NationalIds.OCEANIA)),
          new RulePack(
              "pii-africa", "numbers of Nigeria, South Africa", List.of(NationalIds.AFRICA)),
          new RulePack("times", "absolute times", PiiDetectors.times()),
          new RulePack("urls", "every URL, public ones too", PiiDetectors.urls()));

  private Detectors() {}

  /**
   * The detectors of the packs named, for national phone numbers of {@link #USUAL_REGIONS}.
   *
   * @throws IllegalArgumentException if there is no such pack
   */
  public static List<Detector> of(List<String> packs) {
    return of(packs, USUAL_REGIONS);
  }

  /**
   * The detectors of the packs named; the numbers of several countries become one detector.
   *
   * @param regions countries whose national phone numbers are looked for, ISO 3166-1
   * @throws IllegalArgumentException if there is no such pack
   */
  public static List<Detector> of(List<String> packs, List<String> regions) {
    List<Detector> detectors = new ArrayList<>();
    List<NationalIdDetector> national = new ArrayList<>();
    for (String name : packs.stream().distinct().toList()) {
      RulePack pack = pack(name);
      for (Detector detector : pack == PII_CORE ? PiiDetectors.core(regions) : pack.detectors()) {
        if (detector instanceof NationalIdDetector numbers) {
          national.add(numbers);
        } else {
          detectors.add(detector);
        }
      }
    }
    if (!national.isEmpty()) {
      detectors.add(NationalIdDetector.merged(national));
    }
    return List.copyOf(detectors);
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
