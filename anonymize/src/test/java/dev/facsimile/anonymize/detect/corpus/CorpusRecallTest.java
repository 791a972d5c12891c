package dev.facsimile.anonymize.detect.corpus;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.RulePack;
import dev.facsimile.anonymize.detect.names.CommonWords;
import dev.facsimile.anonymize.detect.names.NamesInText;
import dev.facsimile.anonymize.detect.pii.PhoneDetector;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import dev.facsimile.trace.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bars of recall and precision on the labelled corpora, each asserted where it applies. */
class CorpusRecallTest {
  private static final List<String> ENCODED =
      List.of(
          "base64-1",
          "base64-2",
          "base64-wrapped",
          "base64url-in-json",
          "data-uri",
          "gzip-base64",
          "hex",
          "html-entities",
          "percent-encoded",
          "unicode-escapes");

  /** Numbers with check digits, by their type in the corpus. */
  private static final Set<String> CHECKED =
      Set.of(
          "CREDIT_CARD",
          "IBAN_CODE",
          "UK_NHS",
          "ES_NIF",
          "ES_NIE",
          "IT_VAT_CODE",
          "PL_PESEL",
          "IN_AADHAAR",
          "SE_PERSONNUMMER",
          "SE_ORGANISATIONSNUMMER",
          "FI_PERSONAL_IDENTITY_CODE",
          "KR_BRN",
          "TR_NATIONAL_ID",
          "TH_TNIN",
          "AU_TFN",
          "AU_ABN",
          "AU_ACN",
          "AU_MEDICARE",
          "DE_TAX_ID",
          "DE_ID_CARD",
          "DE_SOCIAL_SECURITY",
          "DE_HEALTH_INSURANCE",
          "DE_LANR",
          "CA_SIN",
          "US_NPI",
          "ABA_ROUTING_NUMBER",
          "MEDICAL_LICENSE",
          "NG_NIN",
          "ZA_ID_NUMBER",
          "SG_NRIC_FIN",
          "IT_FISCAL_CODE",
          "PH_TIN",
          "CRYPTO");

  private static Path corpus(String name) {
    return SharedData.require("anon-corpus/" + name + ".jsonl.gz");
  }

  private static List<Detector> everything() {
    return Detectors.of(
        Detectors.PACKS.stream()
            .map(RulePack::name)
            .filter(name -> !name.equals("urls") && !name.equals("blobs"))
            .toList());
  }

  private static Evaluation evaluated(String name) throws IOException {
    Evaluation evaluation = new Evaluation(new TextScanner(everything())::scan);
    LabelledTexts.read(corpus(name)).forEach(evaluation::add);
    return evaluation;
  }

  private static void atLeast(double bar, Score score, String what) {
    assertTrue(score.share() >= bar, () -> what + " below " + bar + ": " + score);
  }

  private static Score pooled(Map<String, Score> scores, Set<String> names) {
    Score all = new Score();
    scores.forEach(
        (name, score) -> {
          if (names.contains(name)) {
            all.add(score);
          }
        });
    return all;
  }

  @Test
  void adversarialTextsGiveNothingAway() throws IOException {
    Evaluation evaluation = evaluated("adv-dev");
    Map<String, Score> groups = evaluation.groups();
    groups.keySet().removeIf(group -> group.startsWith("name-"));
    atLeast(0.97, pooled(groups, groups.keySet()), "adversarial groups together");
    atLeast(0.95, pooled(groups, Set.copyOf(ENCODED)), "encoded groups together");
    assertAll(
        groups.entrySet().stream()
            .map(group -> () -> atLeast(0.875, group.getValue(), group.getKey())));
    Map<String, Score> negatives = evaluation.negatives();
    atLeast(0.98, pooled(negatives, Set.of("hard-negative", "neg-luhn")), "hard negatives");
  }

  /** Every country's numbers, and the national telephone numbers of eight countries. */
  @Test
  void hardNegativesStayAloneWithEveryCountrySwitchedOn() throws IOException {
    List<String> packs =
        Detectors.PACKS.stream()
            .map(RulePack::name)
            .filter(name -> !name.equals("urls") && !name.equals("blobs"))
            .toList();
    List<String> regions = List.of("US", "GB", "DE", "IN", "CN", "JP", "KR", "BR");
    TextScanner scanner = new TextScanner(Detectors.of(packs, regions));
    Evaluation evaluation = new Evaluation(scanner::scan);
    LabelledTexts.read(corpus("adv-dev")).forEach(evaluation::add);
    Map<String, Score> negatives = evaluation.negatives();
    atLeast(0.98, pooled(negatives, Set.of("hard-negative", "neg-luhn")), "hard negatives");
  }

  @Test
  void numbersWithCheckDigitsAndMailAreFound() throws IOException {
    Score checked = new Score();
    Score mail = new Score();
    for (String name : List.of("presidio-tests", "presidio-research-large", "adv-dev")) {
      Evaluation evaluation = evaluated(name);
      checked.add(pooled(evaluation.types(), CHECKED));
      mail.add(pooled(evaluation.types(), Set.of("EMAIL_ADDRESS")));
    }
    atLeast(0.995, checked, "numbers with check digits");
    atLeast(0.99, mail, "e-mail");
  }

  @Test
  void negativesOfATypeAreNotTakenForIt() throws IOException {
    Map<String, Score> negatives = evaluated("presidio-tests").negatives();
    // The corpus lists some German VAT ids as positive in one test and as negative in another.
    negatives.remove("type:DE_VAT_ID");
    atLeast(0.98, pooled(negatives, negatives.keySet()), "negatives of their own type");
  }

  @Test
  void phoneNumbersAreFoundWithTheirRegionAndWithout() throws IOException {
    Score international = new Score();
    Score national = new Score();
    for (LabelledText text : LabelledTexts.read(corpus("phones-dev"))) {
      Evaluation evaluation =
          new Evaluation(new TextScanner(List.of(new PhoneDetector(List.of(text.group()))))::scan);
      evaluation.add(text);
      evaluation
          .types()
          .forEach(
              (type, score) -> (type.endsWith("NATIONAL") ? national : international).add(score));
    }
    atLeast(0.98, international, "international numbers");
    atLeast(0.95, national, "national numbers with their region");
  }

  @Test
  void numbersInLogsOfAgentsAreNotTakenForNumbersWithCheckDigits() throws IOException {
    Path folder = SharedData.require("lmcache_agent");
    TextScanner scanner = new TextScanner(everything());
    long bytes = 0;
    List<String> flagged = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
        bytes += Files.size(file);
        for (String line : Files.readAllLines(file)) {
          scanner.scan(line).stream()
              .filter(f -> CHECKED.contains(f.type()))
              .forEach(f -> flagged.add(f.toString()));
        }
      }
    }
    assertTrue(flagged.size() <= bytes / 1e6, () -> "more than one in a megabyte: " + flagged);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uner-en-dev", "wnut17-dev", "presidio-research-large", "uner-pt-dev"})
  void namesGoAndOtherWordsStay(String name) throws IOException {
    TextScanner scanner =
        new TextScanner(List.of(new NamesInText(new CommonWords(), List.of("en", "pt"))));
    NamesEvaluation evaluation = new NamesEvaluation(scanner::scan);
    LabelledTexts.read(corpus(name)).forEach(evaluation::add);
    atLeast(0.90, evaluation.full(), name + ": names fully gone");
    atLeast(0.75, evaluation.kept(), name + ": other words kept");
  }
}
