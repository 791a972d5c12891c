package dev.facsimile.anonymize.pseudonym;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * Keyed codes of ids: the first 64 bits of HMAC-SHA-256 (RFC 2104) over a domain and the id's
 * parts, each with its length before it. The code itself never leaves this room: only the rank of a
 * code among all codes is released. Of n ids, two share a code with a probability below n² ÷
 * 2<sup>65</sup>, which is 3 in a million for ten million ids; the two would then be one.
 *
 * <p>The key lives in memory only. {@link #close} zeroes it and re-keys the MAC with zeros, which
 * overwrites what the MAC derived from it.
 */
public final class Pseudonyms implements AutoCloseable {
  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] key;
  private final Mac mac;
  private final byte[] code = new byte[32];
  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);

  /** Pseudonyms under a new key from {@code keys}. */
  public Pseudonyms(KeySource keys) {
    key = keys.newKey();
    if (key.length != KeySource.KEY_BYTES) {
      throw new IllegalArgumentException(
          "key has " + key.length + " bytes, expected " + KeySource.KEY_BYTES);
    }
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new Key(key));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The code of a text in a domain. */
  public long of(String domain, String text) {
    start(domain);
    update(text);
    return finish();
  }

  /** The code of a text that belongs to {@code owner}: equal texts of two owners differ. */
  public long of(String domain, long owner, String text) {
    start(domain);
    update(owner);
    update(text);
    return finish();
  }

  /** The code of a number in a domain. */
  public long of(String domain, long value) {
    start(domain);
    update(value);
    return finish();
  }

  /** The code of a number that belongs to {@code owner}. */
  public long of(String domain, long owner, long value) {
    start(domain);
    update(owner);
    update(value);
    return finish();
  }

  /** 32 bytes that nobody can tell from random ones: the seed of the key that seals the release. */
  public byte[] sealSeed() {
    start("seal");
    finish();
    return code.clone();
  }

  private void start(String domain) {
    update(domain);
  }

  private void update(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    update(bytes.length);
    mac.update(bytes);
  }

  private void update(long value) {
    mac.update(number.putLong(0, value).array());
  }

  private long finish() {
    try {
      mac.doFinal(code, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return ByteBuffer.wrap(code).getLong();
  }

  @Override
  public void close() {
    Arrays.fill(key, (byte) 0);
    Arrays.fill(code, (byte) 0);
    try {
      mac.init(new Key(key));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** SecretKeySpec would keep a copy that cannot be zeroed; the MAC zeroes the copy it asks for. */
  private static final class Key implements SecretKey {
    private static final long serialVersionUID = 1;
    private final transient byte[] bytes;

    Key(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public String getAlgorithm() {
      return ALGORITHM;
    }

    @Override
    public String getFormat() {
      return "RAW";
    }

    @Override
    public byte[] getEncoded() {
      return bytes.clone();
    }
  }
}
