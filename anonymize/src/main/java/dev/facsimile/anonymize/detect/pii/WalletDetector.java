package dev.facsimile.anonymize.detect.pii;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Confidence;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Bitcoin addresses: Base58Check with its four bytes of SHA-256, and Bech32 (BIP 173, 350). */
public final class WalletDetector implements Detector {
  private static final String BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  private static final String BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  private static final int[] GENERATOR = {
    0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3
  };

  @Override
  public String id() {
    return "wallet";
  }

  @Override
  public List<Anchor> anchors() {
    return List.of(new Anchor.Run(26, 35), new Anchor.Run(42, 62));
  }

  @Override
  public void verify(FoldedText text, int start, int end, FindingSink sink) {
    int length = end - start;
    char first = text.at(start);
    boolean old = (first == '1' || first == '3') && length >= 26 && length <= 35;
    boolean witness = (first | 32) == 'b' && length >= 42 && length <= 62;
    if (!old && !witness) {
      return;
    }
    String value = text.slice(start, end);
    if (old ? base58(value) : bech32(value.toLowerCase(Locale.ROOT))) {
      sink.found(start, end, "CRYPTO", Confidence.PROVEN);
    }
  }

  private static boolean base58(String value) {
    BigInteger number = BigInteger.ZERO;
    for (int i = 0; i < value.length(); i++) {
      int digit = BASE58.indexOf(value.charAt(i));
      if (digit < 0) {
        return false;
      }
      number = number.multiply(BigInteger.valueOf(58)).add(BigInteger.valueOf(digit));
    }
    byte[] raw = number.toByteArray();
    byte[] all = new byte[25];
    int sign = raw.length > 25 ? 1 : 0;
    if (raw.length - sign > 25) {
      return false;
    }
    System.arraycopy(raw, sign, all, 25 - raw.length + sign, raw.length - sign);
    byte[] sum = sha256(sha256(Arrays.copyOf(all, 21)));
    return Arrays.equals(Arrays.copyOf(sum, 4), Arrays.copyOfRange(all, 21, 25));
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static boolean bech32(String value) {
    if (!value.startsWith("bc1")) {
      return false;
    }
    int check = 1;
    for (int part : new int[] {3, 3, 0, 2, 3}) {
      check = step(check) ^ part;
    }
    for (int i = 3; i < value.length(); i++) {
      int digit = BECH32.indexOf(value.charAt(i));
      if (digit < 0) {
        return false;
      }
      check = step(check) ^ digit;
    }
    return check == 1 || check == 0x2bc830a3;
  }

  private static int step(int check) {
    int top = check >>> 25;
    int next = (check & 0x1ffffff) << 5;
    for (int i = 0; i < 5; i++) {
      next ^= (top >> i & 1) == 1 ? GENERATOR[i] : 0;
    }
    return next;
  }
}
