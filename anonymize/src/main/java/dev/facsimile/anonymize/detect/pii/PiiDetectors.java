package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.rule.Detector;
import java.util.List;

/** The detectors of this package, one line each, in the rule packs that hold them. */
public final class PiiDetectors {
  private PiiDetectors() {}

  /**
   * What points at a person or an account anywhere in the world.
   *
   * @param regions countries whose national phone numbers are looked for, ISO 3166-1
   */
  public static List<Detector> core(List<String> regions) {
    return List.of(
        new EmailDetector(),
        new SpelledEmailDetector(),
        new PhoneDetector(regions),
        new CardDetector(),
        new IbanDetector(),
        new WalletDetector(),
        new IpDetector(),
        new Ipv6Detector(),
        new MacDetector(),
        new HostDetector(),
        new LongRunDetector(),
        new CloudAccountDetector(),
        new FieldDetector(),
        new PrefixedIdDetector(),
        new UserPathDetector(),
        new UrlDetector(false),
        new GeoDetector(),
        new BirthDateDetector(),
        new AddressDetector());
  }

  /** Absolute times. */
  public static List<Detector> times() {
    return List.of(new TimestampDetector());
  }

  /** Every URL, public ones too. */
  public static List<Detector> urls() {
    return List.of(new UrlDetector(true));
  }
}
