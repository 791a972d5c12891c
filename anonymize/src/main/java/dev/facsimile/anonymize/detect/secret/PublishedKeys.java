package dev.facsimile.anonymize.detect.secret;

import dev.facsimile.trace.file.InputFiles;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Set;

/**
 * Keys that vendors print in their own samples and that are no secrets, by the first 8 bytes of
 * their SHA-256: equal as a whole or not at all.
 */
final class PublishedKeys {
  /** Length of every one of them, which spares nearly all other tokens the digest. */
  private static final int LENGTH = 39;

  private static final Set<String> DIGESTS =
      Set.of(
          "f56e323494a6ffc2",
          "2037abcaffb2b777",
          "3f370c9dd8225c63",
          "e4a5542bb7fd7b67",
          "a19f89ab3555eac1",
          "0b476bdf9acf2123",
          "eb540d2b6ee2a0a4",
          "37f8f09bdf12c2f2",
          "8731261cb72d8626",
          "49f777db995e8260",
          "27a9a42931dff7eb",
          "dc0fcf046c61640c",
          "4c98242dcadc8b29",
          "ea9bb1082cf95663",
          "3a8b61d0f636b007",
          "a6c814bc555ae62c");

  private PublishedKeys() {}

  /** Whether {@code token} is one of them. */
  static boolean contains(String token) {
    if (token.length() != LENGTH) {
      return false;
    }
    byte[] digest = InputFiles.sha256().digest(token.getBytes(StandardCharsets.UTF_8));
    return DIGESTS.contains(HexFormat.of().formatHex(digest, 0, 8));
  }
}
