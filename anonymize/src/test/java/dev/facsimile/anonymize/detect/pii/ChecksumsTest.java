package dev.facsimile.anonymize.detect.pii;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Check digits on the examples that their own specifications print. */
class ChecksumsTest {
  @Test
  void luhnHoldsForThePrintedExampleAndForNoNeighbour() {
    assertTrue(Checksums.luhn("79927398713"));
    for (char last = '0'; last <= '9'; last++) {
      assertEquals(last == '3', Checksums.luhn("7992739871" + last));
    }
  }

  @Test
  void anIbanOfTheRegistryHoldsAndATransposedOneDoesNot() {
    assertTrue(Checksums.iban("GB82WEST12345698765432"));
    assertTrue(Checksums.iban("NO9386011117947"));
    assertFalse(Checksums.iban("GB82WEST12345698765423"));
  }

  @Test
  void verhoeffFindsEverySingleWrongDigit() {
    assertTrue(Checksums.verhoeff("2363"));
    for (int place = 0; place < 4; place++) {
      for (char digit = '0'; digit <= '9'; digit++) {
        StringBuilder wrong = new StringBuilder("2363");
        wrong.setCharAt(place, digit);
        assertEquals(wrong.toString().equals("2363"), Checksums.verhoeff(wrong));
      }
    }
  }

  @Test
  void theDocumentNumberOfTheStandardHasItsCheckDigit() {
    assertTrue(Checksums.machineReadable("L898902C36"));
    assertFalse(Checksums.machineReadable("L898902C37"));
  }

  @Test
  void modEleventenHoldsForAGermanTaxId() {
    assertTrue(Checksums.mod1110("86095742719"));
    assertFalse(Checksums.mod1110("86095742718"));
  }
}
