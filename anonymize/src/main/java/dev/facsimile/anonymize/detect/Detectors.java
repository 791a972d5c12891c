package dev.facsimile.anonymize.detect;

import dev.facsimile.anonymize.detect.names.NamesInText;
import dev.facsimile.anonymize.detect.pii.PiiDetectors;
import dev.facsimile.anonymize.detect.pii.national.NationalIdDetector;
import dev.facsimile.anonymize.detect.pii.national.NationalIds;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.secret.AssignedSecret;
import dev.facsimile.anonymize.detect.secret.AuthorizationHeader;
import dev.facsimile.anonymize.detect.secret.CookieHeader;
import dev.facsimile.anonymize.detect.secret.CurlUser;
import dev.facsimile.anonymize.detect.secret.Jwt;
import dev.facsimile.anonymize.detect.secret.KubernetesSecret;
import dev.facsimile.anonymize.detect.secret.OpaqueRun;
import dev.facsimile.anonymize.detect.secret.PrivateKeyBlock;
import dev.facsimile.anonymize.detect.secret.ShapedTokens;
import dev.facsimile.anonymize.detect.secret.SignedUrl;
import dev.facsimile.anonymize.detect.secret.UrlPassword;
import dev.facsimile.anonymize.detect.secret.VendorAssignment;
import dev.facsimile.anonymize.detect.secret.VendorTokens;
import dev.facsimile.anonymize.detect.secret.WebhookUrl;
import dev.facsimile.trace.file.InputFiles;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every detector, one line each, in the rule pack that switches it on. */
public final class Detectors {
  /** Countries whose national phone numbers are looked for where a policy names none. */
  public static final List<String> USUAL_REGIONS = List.of("US");

  /** Credentials. */
  public static final RulePack SECRETS =
      new RulePack(
          "secrets",
          "credentials",
          join(
              List.of(
                  VendorTokens.ALL,
                  ShapedTokens.ALL,
                  List.<Detector>of(
                      new Jwt(),
                      new PrivateKeyBlock(),
                      new UrlPassword(),
                      new CurlUser(),
                      new AuthorizationHeader(),
                      new SignedUrl(),
                      new WebhookUrl(),
                      new CookieHeader(),
                      new KubernetesSecret(),
                      new VendorAssignment(),
                      new AssignedSecret()))));

  /** Long runs that nothing explains; for policies that would rather lose text. */
  public static final RulePack BLOBS =
      new RulePack("blobs", "long runs that nothing explains", List.of(new OpaqueRun()));

  /** What points at a person or machine in any country. */
  public static final RulePack PII_CORE =
      new RulePack(
          "pii-core",
          "e-mail, phone, cards, IBAN, addresses of machines, accounts, user names in fields",
          PiiDetectors.core(USUAL_REGIONS));

  /** The pack of names: it needs languages, and shreds what is not prose in one of them. */
  public static final String NAMES = "names";

  /** Languages of names where nothing else is said. */
  public static final List<String> USUAL_LANGUAGES = List.of("en");

  /** Every pack but that of names. */
  public static final List<RulePack> PACKS =
      List.of(
          SECRETS,
          PII_CORE,
          BLOBS,
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

  private static List<Detector> join(List<List<Detector>> lists) {
    return lists.stream().flatMap(List::stream).toList();
  }

  /** Every name that a policy may write under packs. */
  public static List<String> packNames() {
    return Stream.concat(PACKS.stream().map(RulePack::name), Stream.of(NAMES)).toList();
  }

  /**
   * The detectors of the packs named, for national phone numbers of {@link #USUAL_REGIONS} and
   * names in {@link #USUAL_LANGUAGES}.
   *
   * @throws IllegalArgumentException if there is no such pack
   */
  public static List<Detector> of(List<String> packs) {
    return of(packs, USUAL_REGIONS, USUAL_LANGUAGES);
  }

  /**
   * As {@link #of(List, List, List)} with names in {@link #USUAL_LANGUAGES}.
   *
   * @throws IllegalArgumentException if there is no such pack
   */
  public static List<Detector> of(List<String> packs, List<String> regions) {
    return of(packs, regions, USUAL_LANGUAGES);
  }

  /**
   * The detectors of the packs named; the numbers of several countries become one detector.
   *
   * @param regions countries whose national phone numbers are looked for, ISO 3166-1
   * @param languages languages of names, ISO 639-1; with {@link #NAMES}, a text in a language that
   *     is not listed, or that the names detector cannot read, is reported as a whole
   * @throws IllegalArgumentException if there is no such pack, or no language of names can be read
   */
  public static List<Detector> of(
      List<String> packs, List<String> regions, List<String> languages) {
    List<Detector> detectors = new ArrayList<>();
    List<NationalIdDetector> national = new ArrayList<>();
    for (String name : packs.stream().distinct().toList()) {
      for (Detector detector : detectors(name, regions, languages)) {
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

  private static List<Detector> detectors(
      String pack, List<String> regions, List<String> languages) {
    if (pack.equals(NAMES)) {
      return List.of(NamesInText.of(languages));
    }
    return pack.equals(PII_CORE.name()) ? PiiDetectors.core(regions) : pack(pack).detectors();
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
                        + String.join(", ", packNames())));
  }

  /**
   * SHA-256 over the packs' and detectors' names and the version of the program that they belong
   * to: two releases with the same one were scanned by the same rules.
   */
  public static String sha256(String toolVersion) {
    MessageDigest digest = InputFiles.sha256();
    digest.update(toolVersion.getBytes(StandardCharsets.UTF_8));
    for (RulePack pack : PACKS) {
      digest.update(("\n" + pack.name()).getBytes(StandardCharsets.UTF_8));
      for (Detector detector : pack.detectors()) {
        digest.update((" " + detector.id()).getBytes(StandardCharsets.UTF_8));
      }
    }
    return InputFiles.hex(digest);
  }
}
