package dev.facsimile.anonymize.risk;

import dev.facsimile.trace.random.SeededStreams;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * What anybody can compute of a guessed id: the id itself, and its digests and checksums in the
 * forms in which systems write them. A release that holds one of them can be tested with a list of
 * guesses.
 */
final class PublicFunctions {
  private static final List<String> DIGESTS =
      List.of("MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512", "SHA3-256", "SHA3-512");
  private static final int[] CUTS = {8, 12, 16, 20, 32};
  private static final long[] MASKS = {-1L, Long.MAX_VALUE, 0xffff_ffffL, 0x7fff_ffffL};
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final List<MessageDigest> digests;

  PublicFunctions() {
    digests = DIGESTS.stream().map(PublicFunctions::digest).toList();
  }

  private static MessageDigest digest(String name) {
    try {
      return MessageDigest.getInstance(name);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The texts that a public function makes of an id, always as many and in the same order. */
  List<String> ofText(String id) {
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    List<String> texts = new ArrayList<>();
    texts.add(id);
    for (MessageDigest digest : digests) {
      byte[] hash = digest.digest(bytes);
      String hex = HexFormat.of().formatHex(hash);
      texts.add(hex);
      for (int cut : CUTS) {
        texts.add(hex.substring(0, cut));
      }
      texts.add(Base64.getEncoder().encodeToString(hash));
      texts.add(Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
      texts.add(Long.toUnsignedString(ByteBuffer.wrap(hash).getLong()));
    }
    for (long sum : checksums(bytes)) {
      texts.add(Long.toUnsignedString(sum));
      texts.add(Long.toHexString(sum));
    }
    texts.add(String.valueOf(id.hashCode()));
    texts.add(UUID.nameUUIDFromBytes(bytes).toString());
    texts.add(Base64.getEncoder().encodeToString(bytes));
    texts.add(HexFormat.of().formatHex(bytes));
    return texts;
  }

  /** The numbers that a public function makes of a block id, always as many and in order. */
  long[] ofNumber(long id) {
    List<Long> numbers = new ArrayList<>();
    numbers.add(id);
    numbers.add(SeededStreams.mix(id));
    numbers.add(murmur(id));
    for (byte[] bytes :
        List.of(
            String.valueOf(id).getBytes(StandardCharsets.UTF_8),
            ByteBuffer.allocate(Long.BYTES).putLong(id).array(),
            ByteBuffer.allocate(Long.BYTES).putLong(Long.reverseBytes(id)).array())) {
      numbers.addAll(checksums(bytes));
      for (MessageDigest digest : digests) {
        ByteBuffer hash = ByteBuffer.wrap(digest.digest(bytes));
        numbers.add(hash.getLong(0));
        numbers.add(Long.reverseBytes(hash.getLong(0)));
      }
    }
    long[] masked = new long[numbers.size() * MASKS.length];
    for (int i = 0; i < masked.length; i++) {
      masked[i] = numbers.get(i / MASKS.length) & MASKS[i % MASKS.length];
    }
    return masked;
  }

  private static List<Long> checksums(byte[] bytes) {
    List<Long> sums = new ArrayList<>();
    for (Checksum sum : List.of(new CRC32(), new CRC32C(), new Adler32())) {
      sum.update(bytes);
      sums.add(sum.getValue());
    }
    long fnv = FNV_OFFSET;
    for (byte b : bytes) {
      fnv = (fnv ^ (b & 0xff)) * FNV_PRIME;
    }
    sums.add(fnv);
    return sums;
  }

  /** The 64-bit finalizer of MurmurHash3 (A. Appleby, public domain). */
  private static long murmur(long value) {
    long z = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
    z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return z ^ (z >>> 33);
  }
}
