package dev.facsimile.trace.approval;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Ed25519 (RFC 8032) as the JDK has it. Keys and signatures are text in base64: a public key as its
 * X.509 SubjectPublicKeyInfo, which is also the body line of a PEM file.
 */
public final class Ed25519 {
  private static final String NAME = "Ed25519";
  private static final int FINGERPRINT_BYTES = 16;

  private Ed25519() {}

  /** A new pair. */
  public static KeyPair newPair(SecureRandom random) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(NAME);
      generator.initialize(255, random);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The pair whose private key is {@code seed}, of 32 bytes. */
  public static KeyPair pairOf(byte[] seed) {
    KeyPair pair = newPair(new Seed(seed));
    byte[] drawn = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
    if (!Arrays.equals(drawn, seed)) {
      throw new IllegalStateException("the JDK's generator does not take the seed as the key");
    }
    return pair;
  }

  /** The JDK makes a public key of a private one in its generator alone. */
  private static final class Seed extends SecureRandom {
    private static final long serialVersionUID = 1;
    private final transient byte[] seed;

    Seed(byte[] seed) {
      this.seed = seed;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(seed, 0, bytes, 0, bytes.length);
    }
  }

  /** A public key as text. */
  public static String text(PublicKey key) {
    return Base64.getEncoder().encodeToString(key.getEncoded());
  }

  /**
   * The public key that {@code text} is.
   *
   * @throws IllegalArgumentException if it is none, or not written as {@link #text} writes it
   */
  public static PublicKey publicKey(String text) {
    try {
      byte[] encoded = Base64.getDecoder().decode(text);
      PublicKey key = KeyFactory.getInstance(NAME).generatePublic(new X509EncodedKeySpec(encoded));
      if (!Arrays.equals(key.getEncoded(), encoded) || !text(key).equals(text)) {
        throw new IllegalArgumentException("is not an Ed25519 public key in base64");
      }
      return key;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalArgumentException("is not an Ed25519 public key in base64", e);
    }
  }

  /** The first 128 bits of SHA-256 of a public key, lower-case hex: names a key or a release. */
  public static String fingerprint(PublicKey key) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
      return HexFormat.of().formatHex(hash, 0, FINGERPRINT_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The signature of {@code message} in base64. */
  public static String sign(PrivateKey key, byte[] message) {
    try {
      Signature signature = Signature.getInstance(NAME);
      signature.initSign(key);
      signature.update(message);
      return Base64.getEncoder().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether {@code signature} is the one that the holder of {@code publicKey} gave. */
  public static boolean holds(String publicKey, byte[] message, String signature) {
    try {
      Signature verifier = Signature.getInstance(NAME);
      verifier.initVerify(publicKey(publicKey));
      verifier.update(message);
      return verifier.verify(Base64.getDecoder().decode(signature));
    } catch (GeneralSecurityException | IllegalArgumentException notEvenOne) {
      return false;
    }
  }
}
