package dev.facsimile.anonymize.pseudonym;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

final class PseudonymsTest {
  private final byte[] key = new byte[KeySource.KEY_BYTES];

  @Test
  void aCodeIsTheHeadOfAnHmacOverLengthPrefixedParts() throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    key[3] = 9;
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update(new byte[] {0, 0, 0, 0, 0, 0, 0, 6});
    mac.update("tenant".getBytes(StandardCharsets.UTF_8));
    mac.update(new byte[] {0, 0, 0, 0, 0, 0, 0, 4});
    mac.update("acme".getBytes(StandardCharsets.UTF_8));
    long expected = new BigInteger(mac.doFinal()).shiftRight(192).longValue();
    try (Pseudonyms pseudonyms = new Pseudonyms(() -> key)) {
      assertEquals(expected, pseudonyms.of("tenant", "acme"));
    }
  }

  @Test
  void theSameTextInTwoDomainsOrOfTwoOwnersHasTwoCodes() {
    try (Pseudonyms pseudonyms = new Pseudonyms(() -> key)) {
      Set<Long> codes = new HashSet<>();
      codes.add(pseudonyms.of("tenant", "1"));
      codes.add(pseudonyms.of("request", "1"));
      codes.add(pseudonyms.of("session", 1, "1"));
      codes.add(pseudonyms.of("session", 2, "1"));
      codes.add(pseudonyms.of("block", 1));
      codes.add(pseudonyms.of("block", 1, 1));
      assertEquals(6, codes.size());
    }
  }

  @Test
  void theKeyIsZeroedAtTheEndAndTheMacForgetsIt() {
    Arrays.fill(key, (byte) 7);
    Pseudonyms pseudonyms = new Pseudonyms(() -> key);
    long before = pseudonyms.of("tenant", "acme");
    pseudonyms.close();
    assertArrayEquals(new byte[KeySource.KEY_BYTES], key);
    assertNotEquals(before, pseudonyms.of("tenant", "acme"));
  }

  @Test
  void ephemeralKeysAreFresh() {
    KeySource keys = KeySource.ephemeral();
    assertNotEquals(new BigInteger(keys.newKey()), new BigInteger(keys.newKey()));
  }
}
