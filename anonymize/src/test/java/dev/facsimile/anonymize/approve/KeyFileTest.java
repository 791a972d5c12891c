package dev.facsimile.anonymize.approve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.approval.Ed25519;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeyFileTest {
  private static final byte[] MESSAGE = "release 1".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;

  private static Optional<char[]> passphrase(String text) {
    return Optional.of(text.toCharArray());
  }

  private PublicKey create(String name, Optional<char[]> passphrase) throws IOException {
    return KeyFile.create(folder.resolve(name), passphrase, new SecureRandom());
  }

  private void assertRefused(String reason, String name, Optional<char[]> passphrase) {
    InputException e =
        assertThrows(
            InputException.class, () -> KeyFile.read(folder.resolve(name), passphrase), reason);
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }

  @Test
  void whatWasWrittenSignsForItsPublicKeyAndItsOwnerAloneMayReadIt() throws IOException {
    PublicKey made = create("dana.key", Optional.empty());
    KeyPair read = KeyFile.read(folder.resolve("dana.key"), Optional.empty());
    assertEquals(made, read.getPublic());
    assertTrue(
        Ed25519.holds(Ed25519.text(made), MESSAGE, Ed25519.sign(read.getPrivate(), MESSAGE)));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("dana.key"))));
  }

  @Test
  void aKeyUnderAPassphraseOpensWithItAlone() throws IOException {
    PublicKey made = create("li.key", passphrase("correct horse"));
    assertTrue(Files.readString(folder.resolve("li.key")).contains("ENCRYPTED PRIVATE KEY"));
    assertEquals(
        made, KeyFile.read(folder.resolve("li.key"), passphrase("correct horse")).getPublic());
    assertRefused("does not open with that passphrase", "li.key", passphrase("correct house"));
    assertRefused("is encrypted, expected --passphrase-file", "li.key", Optional.empty());
  }

  @Test
  void aKeyThatOthersCanReadIsRefused() throws IOException {
    create("dana.key", Optional.empty());
    for (String permissions : new String[] {"rw-r-----", "rw----r--", "rw-rw-rw-"}) {
      Files.setPosixFilePermissions(
          folder.resolve("dana.key"), PosixFilePermissions.fromString(permissions));
      assertRefused("can be read by others, expected chmod 600", "dana.key", Optional.empty());
    }
  }

  @Test
  void aKeyIsNeverOverwritten() throws IOException {
    create("dana.key", Optional.empty());
    byte[] before = Files.readAllBytes(folder.resolve("dana.key"));
    assertThrows(InputException.class, () -> create("dana.key", Optional.empty()));
    assertEquals(
        new String(before, StandardCharsets.US_ASCII),
        Files.readString(folder.resolve("dana.key")));
    Files.delete(folder.resolve("dana.key"));
    assertThrows(InputException.class, () -> create("dana.key", Optional.empty()), "the .pub");
    assertFalse(Files.exists(folder.resolve("dana.key")));
  }

  @Test
  void anythingElseIsNoKey() throws IOException {
    create("dana.key", Optional.empty());
    create("li.key", Optional.empty());
    Files.copy(
        KeyFile.publicKeyOf(folder.resolve("li.key")),
        KeyFile.publicKeyOf(folder.resolve("dana.key")),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertRefused("is not the public key of", "dana.key", Optional.empty());
    for (String text :
        new String[] {
          "",
          "no key",
          "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
          "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"
        }) {
      Files.writeString(folder.resolve("li.key"), text);
      InputException e =
          assertThrows(
              InputException.class,
              () -> KeyFile.read(folder.resolve("li.key"), passphrase("x")),
              text);
      assertFalse(e.getMessage().contains("AAAA"), e.getMessage());
    }
  }
}
