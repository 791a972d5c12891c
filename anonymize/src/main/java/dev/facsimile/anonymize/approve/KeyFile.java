package dev.facsimile.anonymize.approve;

import dev.facsimile.trace.approval.Ed25519;
import dev.facsimile.trace.file.AtomicFile;
import dev.facsimile.trace.file.InputException;
import dev.facsimile.trace.file.InputFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;

/**
 * An approver's key pair in two files: the private key as PKCS #8 in PEM, readable by its owner
 * alone and encrypted under a passphrase if one was given (PBES2: PBKDF2 with HMAC-SHA-256 and
 * AES-256-CBC), and the public key as PEM beside it with {@code .pub} behind its name. {@code
 * openssl pkey} reads both.
 */
public final class KeyFile {
  private static final String PLAIN = "PRIVATE KEY";
  private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";
  private static final String PUBLIC = "PUBLIC KEY";
  private static final String PBES2 = "PBEWithHmacSHA256AndAES_256";
  private static final int ITERATIONS = 600_000;
  private static final int SALT_BYTES = 16;
  private static final int LINE = 64;

  private KeyFile() {}

  /** Where the public key of a private one lies. */
  public static Path publicKeyOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".pub");
  }

  /**
   * Makes a pair and writes its two files.
   *
   * @param passphrase what the private key is encrypted under
   * @return the public key
   * @throws InputException if one of the files is there already
   */
  public static PublicKey create(Path file, Optional<char[]> passphrase, SecureRandom random)
      throws IOException {
    for (Path target : new Path[] {file, publicKeyOf(file)}) {
      if (Files.exists(target)) {
        throw new InputException(target, "is there already, expected another name for a new key");
      }
    }
    KeyPair pair = Ed25519.newPair(random);
    byte[] encoded = pair.getPrivate().getEncoded();
    String pem =
        passphrase.isEmpty()
            ? pem(PLAIN, encoded)
            : pem(ENCRYPTED, encrypted(encoded, passphrase.get(), random));
    Arrays.fill(encoded, (byte) 0);
    try (AtomicFile out = AtomicFile.createPrivate(file)) {
      Files.writeString(out.path(), pem);
      out.commit();
    }
    try (AtomicFile out = AtomicFile.create(publicKeyOf(file))) {
      Files.writeString(out.path(), pem(PUBLIC, pair.getPublic().getEncoded()));
      out.commit();
    }
    return pair.getPublic();
  }

  /**
   * Reads a pair.
   *
   * @param passphrase of an encrypted key
   * @throws InputException if others can read the private key, or it is none, or the passphrase is
   *     missing or wrong
   */
  public static KeyPair read(Path file, Optional<char[]> passphrase) throws IOException {
    InputFiles.requireFile(file);
    requireOwnerOnly(file);
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    try {
      byte[] encoded =
          text.contains(ENCRYPTED)
              ? decrypted(file, body(file, text, ENCRYPTED), passphrase)
              : body(file, text, PLAIN);
      PrivateKey key =
          KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(encoded));
      return pair(file, (EdECPrivateKey) key);
    } catch (GeneralSecurityException | IllegalArgumentException | ClassCastException e) {
      throw new InputException(file, "holds no Ed25519 key, expected one of anonymize keygen", e);
    }
  }

  /** The public key is read from its own file; that it belongs to the private one is tried out. */
  private static KeyPair pair(Path file, EdECPrivateKey key) throws IOException {
    Path beside = publicKeyOf(file);
    InputFiles.requireFile(beside);
    PublicKey publicKey =
        Ed25519.publicKey(
            Base64.getEncoder()
                .encodeToString(
                    body(beside, Files.readString(beside, StandardCharsets.ISO_8859_1), PUBLIC)));
    byte[] message = {1};
    if (!Ed25519.holds(Ed25519.text(publicKey), message, Ed25519.sign(key, message))) {
      throw new InputException(beside, "is not the public key of " + file);
    }
    return new KeyPair(publicKey, key);
  }

  private static void requireOwnerOnly(Path file) throws IOException {
    if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
      return;
    }
    Set<PosixFilePermission> allowed =
        Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    if (!allowed.containsAll(Files.getPosixFilePermissions(file))) {
      throw new InputException(file, "can be read by others, expected chmod 600");
    }
  }

  private static byte[] encrypted(byte[] encoded, char[] passphrase, SecureRandom random) {
    try {
      byte[] salt = new byte[SALT_BYTES];
      random.nextBytes(salt);
      Cipher cipher = Cipher.getInstance(PBES2);
      cipher.init(
          Cipher.ENCRYPT_MODE,
          SecretKeyFactory.getInstance(PBES2).generateSecret(new PBEKeySpec(passphrase)),
          new PBEParameterSpec(salt, ITERATIONS));
      // JDK 17 knows the object identifier by the general name alone.
      AlgorithmParameters general = AlgorithmParameters.getInstance("PBES2");
      general.init(cipher.getParameters().getEncoded());
      return new EncryptedPrivateKeyInfo(general, cipher.doFinal(encoded)).getEncoded();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] decrypted(Path file, byte[] encoded, Optional<char[]> passphrase)
      throws IOException {
    char[] given =
        passphrase.orElseThrow(
            () ->
                new InputException(
                    file, "is encrypted, expected --passphrase-file or --passphrase-env"));
    try {
      EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(encoded);
      // The JDK names the whole scheme in the parameters' text only.
      String scheme = info.getAlgParameters().toString();
      Cipher cipher = Cipher.getInstance(scheme);
      cipher.init(
          Cipher.DECRYPT_MODE,
          SecretKeyFactory.getInstance(scheme).generateSecret(new PBEKeySpec(given)),
          info.getAlgParameters());
      return cipher.doFinal(info.getEncryptedData());
    } catch (GeneralSecurityException e) {
      throw new InputException(file, "does not open with that passphrase", e);
    } catch (IOException e) {
      throw new InputException(file, "holds no encrypted key that can be read", e);
    }
  }

  private static String pem(String kind, byte[] encoded) {
    String body = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(encoded);
    return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
  }

  private static byte[] body(Path file, String text, String kind) {
    String begin = "-----BEGIN " + kind + "-----";
    int from = text.indexOf(begin);
    int to = text.indexOf("-----END " + kind + "-----");
    if (from < 0 || to < from) {
      throw new InputException(file, "is no PEM file with a " + kind.toLowerCase(Locale.ROOT));
    }
    return Base64.getMimeDecoder().decode(text.substring(from + begin.length(), to));
  }
}
