package dev.facsimile.replay.tls;

import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A private key and the certificates that go with it, from two PEM files.
 *
 * @param key the key
 * @param certificates the key's own first, then those that vouch for it
 */
public record PemKey(PrivateKey key, List<X509Certificate> certificates) {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

  /** Key algorithms and what they sign with. */
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  private static final byte[] PROOF = "facsimile".getBytes(StandardCharsets.US_ASCII);

  /** A key with its certificates. */
  public PemKey {
    certificates = List.copyOf(certificates);
  }

  /**
   * Reads both.
   *
   * @param certificateFile certificates, the key's own first
   * @param keyFile a key in PKCS#8 without a passphrase
   * @throws InputException if a file does not hold that, or they do not go together
   */
  public static PemKey read(Path certificateFile, Path keyFile) throws IOException {
    List<X509Certificate> certificates = certificates(certificateFile);
    PrivateKey key = key(keyFile);
    if (!belongs(key, certificates.get(0))) {
      throw new InputException(
          keyFile, "is not the key of the first certificate in " + certificateFile.getFileName());
    }
    return new PemKey(key, certificates);
  }

  private static List<X509Certificate> certificates(Path file) throws IOException {
    InputFiles.requireFile(file);
    try {
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (!found.isEmpty()) {
        return found;
      }
    } catch (CertificateException e) {
      throw new InputException(file, "holds no certificates, expected PEM", e);
    }
    throw new InputException(file, "holds no certificates, expected PEM");
  }

  private static PrivateKey key(Path file) throws IOException {
    InputFiles.requireFile(file);
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      if (block.group(1).endsWith("PRIVATE KEY")) {
        return key(file, block.group(1), block.group(2));
      }
    }
    throw new InputException(file, "holds no private key, expected PEM");
  }

  private static PrivateKey key(Path file, String kind, String base64) {
    if (kind.startsWith("ENCRYPTED") || base64.contains("ENCRYPTED")) {
      throw new InputException(
          file,
          "is encrypted, expected a key without a passphrase (openssl pkey -in OLD -out NEW)");
    }
    if (!kind.equals("PRIVATE KEY")) {
      throw new InputException(
          file,
          "is a '" + kind + "', expected PKCS#8 (openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW)");
    }
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(base64);
      for (String algorithm : SIGNATURES.keySet()) {
        try {
          return KeyFactory.getInstance(algorithm)
              .generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
          // A key of another algorithm: the next one may read it.
          continue;
        }
      }
    } catch (IllegalArgumentException e) {
      throw new InputException(file, "holds a private key that is not base64", e);
    }
    throw new InputException(file, "holds a private key that is not RSA, EC or EdDSA");
  }

  private static boolean belongs(PrivateKey key, X509Certificate certificate) {
    try {
      Signature signature = Signature.getInstance(SIGNATURES.get(algorithm(key)));
      signature.initSign(key);
      signature.update(PROOF);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(PROOF);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      // A public key of another algorithm does not belong to it.
      return false;
    }
  }

  /** Curves of EdDSA go by their own names. */
  private static String algorithm(PrivateKey key) {
    return SIGNATURES.containsKey(key.getAlgorithm()) ? key.getAlgorithm() : "EdDSA";
  }
}
