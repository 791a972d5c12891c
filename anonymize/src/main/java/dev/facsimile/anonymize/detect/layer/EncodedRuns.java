package dev.facsimile.anonymize.detect.layer;

import dev.facsimile.anonymize.detect.fold.FoldedText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/**
 * Decodes a run of base64 (either alphabet, also wrapped over lines), or hexadecimal digits, that
 * holds text or compressed text.
 */
public final class EncodedRuns {
  private static final int LEAST = 16;
  private static final int TRIES = 8;
  private static final int PROBE = 12;
  private static final int LONGEST_LINE = 128;
  private static final byte[] SIXBITS = sixbits();

  private final FoldedText text;
  private final Budget budget;
  private final byte[] bytes;
  private final byte[] probe = new byte[PROBE];
  private int end;

  /** Decodes runs of {@code text} as long as {@code budget} lasts. */
  public EncodedRuns(FoldedText text, Budget budget) {
    this.text = text;
    this.budget = budget;
    this.bytes = text.bytes();
  }

  /** Where the last run decoded ends, with its lines and padding. */
  public int end() {
    return end;
  }

  /**
   * The text in the run from {@code start} to {@code runEnd}, mapped to the whole run.
   *
   * @throws Budget.Spent if it would expand too far
   */
  public Optional<Decoded> decode(int start, int runEnd) {
    end = runEnd;
    Optional<Decoded> hex = hexadecimal(start, runEnd);
    if (hex.isPresent()) {
      return hex;
    }
    int from = start;
    for (int tries = 0; tries < TRIES && runEnd - from >= LEAST; tries++) {
      Optional<Decoded> found = base64(from, runEnd);
      if (found.isPresent()) {
        return found;
      }
      from = afterSeparator(from, runEnd);
    }
    return Optional.empty();
  }

  private int afterSeparator(int from, int runEnd) {
    int i = from;
    while (i < runEnd && !isSeparator(bytes[i]) && i < from + LONGEST_LINE) {
      i++;
    }
    return i < from + LONGEST_LINE ? i + 1 : runEnd;
  }

  private static boolean isSeparator(byte b) {
    return b == '/' || b == '-' || b == '_' || b == '+';
  }

  private Optional<Decoded> hexadecimal(int start, int runEnd) {
    int from = text.at(start) == '0' && (text.at(start + 1) | 0x20) == 'x' ? start + 2 : start;
    int to = from;
    while (to < runEnd && isHex(bytes[to])) {
      to++;
    }
    if (to - from < LEAST || to < runEnd) {
      return Optional.empty();
    }
    byte[] head = hexBytes(from, Math.min(to, from + 2 * PROBE));
    return TextBytes.promising(head, head.length)
        ? read(hexBytes(from, to), start, to)
        : Optional.empty();
  }

  private static boolean isHex(byte b) {
    return b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F';
  }

  private byte[] hexBytes(int from, int to) {
    byte[] decoded = new byte[(to - from) / 2];
    for (int i = 0; i < decoded.length; i++) {
      int high = Character.digit(text.at(from + 2 * i), 16);
      decoded[i] = (byte) (high << 4 | Character.digit(text.at(from + 2 * i + 1), 16));
    }
    return decoded;
  }

  private Optional<Decoded> base64(int start, int runEnd) {
    if (!mayBeText(start) || !promising(start, Math.min(runEnd, start + PROBE))) {
      return Optional.empty();
    }
    int to = wrappedEnd(start, runEnd);
    Optional<Decoded> found = read(base64Bytes(start, to), start, padded(to));
    if (found.isPresent()) {
      end = padded(to);
    }
    return found;
  }

  private boolean promising(int start, int to) {
    return TextBytes.promising(probe, base64(start, to, probe));
  }

  /** Whether the first three bytes may begin a text or a compressed stream; most runs' do not. */
  private boolean mayBeText(int start) {
    int first = sixbit(start) << 2 | sixbit(start + 1) >> 4;
    int second = (sixbit(start + 1) & 15) << 4 | sixbit(start + 2) >> 2;
    int third = (sixbit(start + 2) & 3) << 6 | sixbit(start + 3);
    if (first < 0 || first == 0x1f || first == 0x78) {
      return first >= 0;
    }
    boolean plain = isText(first) && (second == 0 || isText(second) && isText(third));
    return plain || first >= 0xc2 && (second & 0xc0) == 0x80 || first == 0xff && second == 0xfe;
  }

  private static boolean isText(int b) {
    return b >= ' ' && b != 0x7f || b == '\n' || b == '\r' || b == '\t';
  }

  private int padded(int to) {
    int i = to;
    while (i < to + 2 && text.at(i) == '=') {
      i++;
    }
    return i;
  }

  /** The end of the last of lines of equal length; the last may be shorter. */
  private int wrappedEnd(int start, int runEnd) {
    int width = runEnd - start;
    int to = runEnd;
    while (width <= LONGEST_LINE && text.at(to) != '=') {
      int line = nextLine(to);
      int lineEnd = line;
      while (lineEnd - line < width && sixbit(lineEnd) >= 0) {
        lineEnd++;
      }
      boolean tooLong = sixbit(lineEnd) >= 0;
      if (line == to || lineEnd - line < 2 || tooLong) {
        break;
      }
      to = lineEnd;
      if (lineEnd - line < width) {
        break;
      }
    }
    return to;
  }

  private int nextLine(int at) {
    int i = at;
    while (text.at(i) == '\r') {
      i++;
    }
    if (text.at(i) != '\n') {
      return at;
    }
    i++;
    for (int k = 0;
        k < 16 && (text.at(i) == ' ' || text.at(i) == '\t' || text.at(i) == '\n');
        k++) {
      i++;
    }
    return i;
  }

  private int sixbit(int i) {
    return i < bytes.length && bytes[i] >= 0 ? SIXBITS[bytes[i]] : -1;
  }

  private byte[] base64Bytes(int from, int to) {
    byte[] decoded = new byte[(to - from) / 4 * 3 + 3];
    return Arrays.copyOf(decoded, base64(from, to, decoded));
  }

  /** Decodes into {@code decoded}; the number of its bytes. */
  private int base64(int from, int to, byte[] decoded) {
    int size = 0;
    int bits = 0;
    int value = 0;
    for (int i = from; i < to; i++) {
      int six = sixbit(i);
      if (six < 0) {
        continue;
      }
      value = value << 6 | six;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        decoded[size++] = (byte) (value >> bits);
      }
    }
    return size;
  }

  private Optional<Decoded> read(byte[] decoded, int start, int to) {
    budget.spend(decoded.length);
    byte[] plain = TextBytes.compressed(decoded, decoded.length) ? inflated(decoded) : decoded;
    return TextBytes.charset(plain, plain.length)
        .map(charset -> decoded(plain, charset, start, to));
  }

  private Decoded decoded(byte[] plain, Charset charset, int start, int to) {
    return Decoded.whole(
        new String(plain, charset), text.originalStart(start), text.originalEnd(to - 1));
  }

  private byte[] inflated(byte[] packed) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    try (InputStream in = stream(packed)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        budget.spend(n);
        out.write(buffer, 0, n);
      }
    } catch (IOException damaged) {
      // A run cut short still holds what came before the cut.
      return out.toByteArray();
    }
    return out.toByteArray();
  }

  private static InputStream stream(byte[] packed) throws IOException {
    InputStream raw = new ByteArrayInputStream(packed);
    return packed[0] == 0x1f ? new GZIPInputStream(raw) : new InflaterInputStream(raw);
  }

  private static byte[] sixbits() {
    byte[] bits = new byte[128];
    Arrays.fill(bits, (byte) -1);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < alphabet.length(); i++) {
      bits[alphabet.charAt(i)] = (byte) i;
    }
    bits['-'] = 62;
    bits['_'] = 63;
    return bits;
  }

  /** The charsets a run may hold. */
  static final class TextBytes {
    private static final Optional<Charset> UTF_8 = Optional.of(StandardCharsets.UTF_8);
    private static final Optional<Charset> UTF_16 = Optional.of(StandardCharsets.UTF_16LE);

    private TextBytes() {}

    /** Whether the first {@code size} bytes look like text or a compressed stream. */
    static boolean promising(byte[] head, int size) {
      return compressed(head, size) || charset(head, size).isPresent();
    }

    static boolean compressed(byte[] bytes, int size) {
      if (size < 8) {
        return false;
      }
      int first = bytes[0] & 0xff;
      int second = bytes[1] & 0xff;
      return first == 0x1f && second == 0x8b
          || first == 0x78
              && (second == 0x01 || second == 0x5e || second == 0x9c || second == 0xda);
    }

    /** UTF-8 or UTF-16 (as of Windows) if nearly all of the bytes are readable in it. */
    static Optional<Charset> charset(byte[] bytes, int size) {
      if (size >= 8 && wide(bytes, size)) {
        return UTF_16;
      }
      return size > 0 && readable(bytes, size) ? UTF_8 : Optional.empty();
    }

    private static boolean wide(byte[] bytes, int size) {
      int plain = 0;
      for (int i = 0; i + 1 < size; i += 2) {
        plain += bytes[i + 1] == 0 && bytes[i] >= ' ' ? 1 : 0;
      }
      return plain >= size / 2 * 9 / 10;
    }

    /** At most one byte in sixteen is a control or no part of UTF-8; a cut last letter is fine. */
    private static boolean readable(byte[] bytes, int size) {
      int bad = 0;
      int i = 0;
      while (i < size && bad <= size / 16) {
        int length = letter(bytes, i, size);
        bad += length == 0 ? 1 : 0;
        i += Math.max(1, length);
      }
      return bad <= size / 16;
    }

    private static int letter(byte[] bytes, int i, int size) {
      int b = bytes[i];
      if (b >= ' ' && b != 0x7f || b == '\n' || b == '\r' || b == '\t') {
        return 1;
      }
      int more =
          b >= 0 ? 0 : (b & 0xe0) == 0xc0 ? 1 : (b & 0xf0) == 0xe0 ? 2 : (b & 0xf8) == 0xf0 ? 3 : 0;
      for (int k = 1; k <= more && i + k < size; k++) {
        if ((bytes[i + k] & 0xc0) != 0x80) {
          return 0;
        }
      }
      return more == 0 ? 0 : more + 1;
    }
  }
}
