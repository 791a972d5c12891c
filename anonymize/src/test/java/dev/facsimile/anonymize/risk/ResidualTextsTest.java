package dev.facsimile.anonymize.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class ResidualTextsTest {
  private static ResidualTexts.Found look(int from, int to) {
    ResidualTexts texts = new ResidualTexts(text -> text.endsWith("7") ? 1 : 0, from);
    for (int i = from; i < to; i++) {
      texts.add("{\"messages\":[{\"content\":\"" + i / 100 + "\"}]}");
    }
    return texts.found();
  }

  @Test
  void allOfTheFirstThousandAndEveryHundredthAfterThemAreLookedAt() {
    // Contents 700 to 799 and 1,700 say 7 or 17.
    assertEquals(new ResidualTexts.Found(1_010, 101), look(0, 2_000));
  }

  @Test
  void piecesOfATraceLookAtWhatTheWholeDoes() {
    assertEquals(look(0, 2_500), look(0, 733).plus(look(733, 1_450)).plus(look(1_450, 2_500)));
  }
}
