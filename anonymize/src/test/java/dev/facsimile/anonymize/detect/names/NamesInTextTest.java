package dev.facsimile.anonymize.detect.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.scan.Redaction;
import dev.facsimile.anonymize.detect.scan.TextScanner;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamesInTextTest {
  private static String redacted(String text, String... languages) {
    TextScanner scanner =
        new TextScanner(List.of(new NamesInText(new CommonWords(), List.of(languages))));
    List<Finding> findings = scanner.scan(text);
    return Redaction.placeholders(text, findings);
  }

  @Test
  void aNameThatNobodyHasHeardOfGoesAndTheSentenceStays() {
    assertEquals(
        "Please tell <PERSON> that the house is sold.",
        redacted("Please tell Quorvalda Ximpet that the house is sold.", "en"));
  }

  @Test
  void aCommonWordWithACapitalInsideASentenceGoes() {
    assertEquals("I think <PERSON> is right.", redacted("I think Grace is right.", "en"));
  }

  @Test
  void aWordThatPeopleAreCalledByGoesAtTheStartOfASentenceToo() {
    assertEquals("<PERSON> said no.", redacted("Mark said no.", "en"));
  }

  @Test
  void aNameInSmallLettersGoes() {
    assertEquals(
        "ok so <PERSON> said it is broken",
        redacted("ok so latoya okafor said it is broken", "en"));
  }

  @Test
  void particlesGoWithTheNameAroundThem() {
    assertEquals(
        "Eu vi <PERSON> ontem na rua.", redacted("Eu vi Teresa da Conceição ontem na rua.", "pt"));
  }

  @Test
  void aTextInALanguageThatIsNotListedIsDroppedWhole() {
    assertEquals(
        "<OTHER_LANGUAGE>",
        redacted("Ich heiße Uwe und ich brauche bitte Hilfe mit der Bestellung", "en", "pt"));
    assertEquals(
        "<OTHER_LANGUAGE>", redacted("Меня зовут Мстислав, помогите мне войти в систему", "en"));
  }

  @Test
  void wordsInAnotherScriptGo() {
    assertEquals(
        "My name is <PERSON> and this is my house.",
        redacted("My name is 司马长青 and this is my house.", "en"));
  }

  @Test
  void aLanguageWithoutAVocabularyIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new NamesInText(new CommonWords(), List.of("de")));
  }
}
