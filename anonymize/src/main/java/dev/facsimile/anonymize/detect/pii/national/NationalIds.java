package dev.facsimile.anonymize.detect.pii.national;

import java.util.List;
import java.util.stream.Stream;

/** The detectors of each part of the world, one line each. */
public final class NationalIds {
  /** United States and Canada. */
  public static final NationalIdDetector US = new NationalIdDetector(UnitedStates.all());

  /** United Kingdom. */
  public static final NationalIdDetector UK = new NationalIdDetector(UnitedKingdom.all());

  /** European Union and its neighbours. */
  public static final NationalIdDetector EU =
      new NationalIdDetector(Stream.concat(Germany.all().stream(), Europe.all().stream()).toList());

  /** India, Korea, Japan, China, Singapore, Thailand, the Philippines, Turkey, Israel. */
  public static final NationalIdDetector ASIA = new NationalIdDetector(Asia.all());

  /** Brazil, Mexico, Chile, Argentina. */
  public static final NationalIdDetector LATIN_AMERICA =
      new NationalIdDetector(OtherCountries.latinAmerica());

  /** Australia and New Zealand. */
  public static final NationalIdDetector OCEANIA = new NationalIdDetector(OtherCountries.oceania());

  /** Nigeria and South Africa. */
  public static final NationalIdDetector AFRICA = new NationalIdDetector(OtherCountries.africa());

  private NationalIds() {}

  /** All of them. */
  public static List<NationalIdDetector> all() {
    return List.of(US, UK, EU, ASIA, LATIN_AMERICA, OCEANIA, AFRICA);
  }
}
