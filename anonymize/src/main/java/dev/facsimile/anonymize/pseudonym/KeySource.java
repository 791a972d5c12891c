package dev.facsimile.anonymize.pseudonym;

import java.security.SecureRandom;

/** Gives the key of one release. */
@FunctionalInterface
public interface KeySource {
  /** Bytes in a key. */
  int KEY_BYTES = 32;

  /** A fresh key of {@link #KEY_BYTES} bytes; the caller owns the array and zeroes it. */
  byte[] newKey();

  /** Keys from the platform's cryptographically strong generator. */
  static KeySource ephemeral() {
    SecureRandom random = new SecureRandom();
    return () -> {
      byte[] key = new byte[KEY_BYTES];
      random.nextBytes(key);
      return key;
    };
  }
}
