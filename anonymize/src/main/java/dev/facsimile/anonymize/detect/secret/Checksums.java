package dev.facsimile.anonymize.detect.secret;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Checksums that vendors put at the end of their tokens. */
final class Checksums {
  private static final int TAIL = 6;
  private static final int NPM_BODY = 4;
  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private Checksums() {}

  /** The family has none. */
  static boolean never(String token) {
    return token.isEmpty();
  }

  /** GitHub: the last 6 are the CRC-32 of the body before them, in base 62, padded with zeros. */
  static boolean github(String token) {
    return endsWithCrc(token, token.indexOf('_') + 1);
  }

  /** npm: as GitHub, over the body or over the whole token before. */
  static boolean npm(String token) {
    return endsWithCrc(token, NPM_BODY) || endsWithCrc(token, 0);
  }

  private static boolean endsWithCrc(String token, int from) {
    int tail = token.length() - TAIL;
    CRC32 crc = new CRC32();
    crc.update(token.substring(from, tail).getBytes(StandardCharsets.US_ASCII));
    long value = crc.getValue();
    char[] expected = new char[TAIL];
    for (int i = TAIL - 1; i >= 0; i--) {
      expected[i] = BASE62.charAt((int) (value % BASE62.length()));
      value /= BASE62.length();
    }
    return token.substring(tail).equals(new String(expected));
  }
}
