package dev.facsimile.replay.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.replay.engine.TestKeys;
import dev.facsimile.trace.file.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemKeyTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("x.pem"), text);
  }

  private static void refused(Path certificate, Path key, String sentence) {
    InputException refused =
        assertThrows(InputException.class, () -> PemKey.read(certificate, key));
    assertTrue(refused.getMessage().contains(sentence), refused.getMessage());
  }

  @Test
  void aKeyAndItsCertificateAreReadFromTwoFilesOrFromOne() throws Exception {
    TestKeys keys = TestKeys.make(folder);
    PemKey read = PemKey.read(keys.certificate(), keys.key());
    assertEquals("EC", read.key().getAlgorithm());
    assertEquals(1, read.certificates().size());
    Path both = file(Files.readString(keys.certificate()) + Files.readString(keys.key()));
    assertEquals(read.key(), PemKey.read(keys.certificate(), both).key());
  }

  @Test
  void theKeyOfAnotherCertificateIsRefused() throws Exception {
    TestKeys one = TestKeys.make(Files.createDirectory(folder.resolve("one")));
    TestKeys other = TestKeys.make(Files.createDirectory(folder.resolve("other")));
    refused(
        one.certificate(), other.key(), "is not the key of the first certificate in server.pem");
  }

  @Test
  void whatIsNoPlainKeyIsRefusedInASentence() throws Exception {
    TestKeys keys = TestKeys.make(folder);
    String encrypted =
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----";
    refused(keys.certificate(), file(encrypted), "is encrypted, expected a key without");
    String old =
        "-----BEGIN RSA PRIVATE KEY-----\n"
            + "Proc-Type: 4,ENCRYPTED\n"
            + "DEK-Info: AES-256-CBC,00\n\n"
            + "AAAA\n"
            + "-----END RSA PRIVATE KEY-----";
    refused(keys.certificate(), file(old), "is encrypted, expected a key without");
    refused(
        keys.certificate(),
        file(old.replaceFirst("(?s)Proc.*?\n\n", "")),
        "is a 'RSA PRIVATE KEY', expected PKCS#8");
    refused(keys.certificate(), keys.certificate(), "holds no private key, expected PEM");
    String rubbish = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----";
    refused(keys.certificate(), file(rubbish), "is not RSA, EC or EdDSA");
  }

  @Test
  void aFileWithoutCertificatesIsRefused() throws Exception {
    TestKeys keys = TestKeys.make(folder);
    refused(file("hello"), keys.key(), "holds no certificates, expected PEM");
    refused(file(""), keys.key(), "is empty");
  }
}
