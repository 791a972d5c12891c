package dev.facsimile.anonymize.verify;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The forms in which a string may lie hidden in bytes. */
final class Encodings {
  /** Their names, for the report. */
  static final List<String> NAMES =
      List.of(
          "plain",
          "lower case",
          "json-escaped",
          "percent",
          "base64 at 3 alignments",
          "base64url",
          "hex",
          "reversed");

  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";

  private Encodings() {}

  /** A form by its text, so that equal ones are looked for once. */
  static List<byte[]> of(String text) {
    byte[] plain = text.getBytes(StandardCharsets.UTF_8);
    Set<String> forms = new LinkedHashSet<>();
    forms.add(text);
    forms.add(text.toLowerCase(java.util.Locale.ROOT));
    forms.add(jsonEscaped(text));
    forms.add(percent(plain));
    for (int shift = 0; shift < 3; shift++) {
      String coded = base64(plain, shift);
      forms.add(coded);
      forms.add(coded.replace('+', '-').replace('/', '_'));
    }
    forms.add(HexFormat.of().formatHex(plain));
    forms.add(HexFormat.of().withUpperCase().formatHex(plain));
    forms.add(new StringBuilder(text).reverse().toString());
    List<byte[]> bytes = new ArrayList<>(forms.size());
    forms.forEach(form -> bytes.add(form.getBytes(StandardCharsets.UTF_8)));
    return bytes;
  }

  private static String jsonEscaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || c > '~') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.toString();
  }

  private static String percent(byte[] plain) {
    StringBuilder out = new StringBuilder(plain.length);
    for (byte b : plain) {
      if (b > 0 && UNRESERVED.indexOf(b) >= 0) {
        out.append((char) b);
      } else {
        out.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return out.toString();
  }

  /**
   * The characters that do not depend on what stands before and behind the text, where {@code
   * shift} bytes stand before it.
   */
  private static String base64(byte[] plain, int shift) {
    byte[] shifted = new byte[shift + plain.length];
    System.arraycopy(plain, 0, shifted, shift, plain.length);
    int whole = shifted.length / 3 * 3;
    String coded = Base64.getEncoder().encodeToString(Arrays.copyOf(shifted, whole));
    int depends = shift == 0 ? 0 : 4;
    return coded.length() <= depends ? "" : coded.substring(depends);
  }
}
