package dev.facsimile.anonymize.detect.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.facsimile.trace.file.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/**
 * What a recipient could read out of a released text: the text itself and what comes out of it by
 * JSON, {@code \\u}, percent and HTML escapes, base64 and base64url, hexadecimal, zlib and gzip, by
 * joining the strings inside, by NFKC without invisible characters, up to five times over. It
 * shares no code with the detectors' own layers, so that what those miss can show.
 */
public final class Decodings {
  private static final int DEPTH = 5;
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_TEXTS = 400;
  private static final Pattern BASE64 =
      Pattern.compile("[A-Za-z0-9+/_-]{8,}(?:\\s?\\n[A-Za-z0-9+/_-]{4,}){0,200}={0,2}");
  private static final Pattern HEX = Pattern.compile("(?:[0-9a-fA-F]{2}){6,}");
  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");
  private static final Pattern ENTITY = Pattern.compile("&#(x?)([0-9a-fA-F]{1,6});");
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cf}\\u00AD]");

  private Decodings() {}

  /** Whether {@code value} can be read out of {@code released}. */
  public static boolean reveal(String released, String value) {
    String folded = folded(value);
    return of(released).stream().anyMatch(text -> text.contains(value) || text.contains(folded));
  }

  /** Everything that {@code released} says. */
  static Set<String> of(String released) {
    Set<String> all = new LinkedHashSet<>(List.of(released));
    List<String> fresh = List.of(released);
    for (int i = 0; i < DEPTH && all.size() < MOST_TEXTS; i++) {
      List<String> next = new ArrayList<>();
      for (String text : fresh) {
        for (String decoded : once(text)) {
          if (!decoded.isEmpty() && all.add(decoded)) {
            next.add(decoded);
          }
        }
      }
      fresh = next;
    }
    return all;
  }

  private static List<String> once(String text) {
    List<String> decoded = new ArrayList<>();
    decoded.add(folded(text));
    decoded.add(escapes(text, ESCAPE, 1, false));
    decoded.add(escapes(text, ENTITY, 2, true));
    decoded.add(percent(text));
    decoded.addAll(json(text));
    Matcher base64 = BASE64.matcher(text);
    while (base64.find()) {
      decoded.addAll(bytes(base64(base64.group())));
    }
    Matcher hex = HEX.matcher(text);
    while (hex.find()) {
      decoded.addAll(bytes(HexFormat.of().parseHex(hex.group())));
    }
    return decoded;
  }

  private static String folded(String text) {
    return INVISIBLE.matcher(Normalizer.normalize(text, Normalizer.Form.NFKC)).replaceAll("");
  }

  private static String escapes(String text, Pattern pattern, int group, boolean entity) {
    return pattern
        .matcher(text)
        .replaceAll(
            match -> {
              boolean sixteen = !entity || !match.group(1).isEmpty();
              int point = Integer.parseInt(match.group(group), sixteen ? 16 : 10);
              return Matcher.quoteReplacement(
                  Character.isValidCodePoint(point) ? Character.toString(point) : "");
            });
  }

  private static String percent(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEscaped) {
      return "";
    }
  }

  private static List<String> json(String text) {
    List<String> strings = new ArrayList<>();
    StringBuilder joined = new StringBuilder();
    for (String piece : text.split("\n")) {
      String document = piece.startsWith("data:") ? piece.substring(5) : piece;
      if (document.indexOf('{') < 0 && document.indexOf('[') < 0) {
        continue;
      }
      try {
        collect(Json.tree(document), strings, joined);
      } catch (JsonProcessingException notJson) {
        continue;
      }
    }
    strings.add(joined.toString());
    return strings;
  }

  private static void collect(JsonNode node, List<String> strings, StringBuilder joined) {
    if (node.isTextual()) {
      strings.add(node.asText());
    }
    node.properties()
        .forEach(
            field -> {
              if (field.getValue().isTextual()
                  && (field.getKey().equals("content") || field.getKey().equals("text"))) {
                joined.append(field.getValue().asText());
              }
              collect(field.getValue(), strings, joined);
            });
    if (node.isArray()) {
      node.forEach(element -> collect(element, strings, joined));
    }
  }

  private static byte[] base64(String run) {
    String clean = run.replaceAll("[\\s=]", "").replace('-', '+').replace('_', '/');
    String whole = clean.length() % 4 == 1 ? clean.substring(0, clean.length() - 1) : clean;
    try {
      return Base64.getDecoder().decode(whole);
    } catch (IllegalArgumentException notBase64) {
      return new byte[0];
    }
  }

  private static List<String> bytes(byte[] bytes) {
    if (bytes.length < 4) {
      return List.of();
    }
    boolean gzip = (bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b;
    boolean zlib = bytes[0] == 0x78;
    return List.of(
        gzip || zlib ? inflated(bytes, gzip) : new String(bytes, StandardCharsets.UTF_8));
  }

  private static String inflated(byte[] bytes, boolean gzip) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (InputStream raw = new ByteArrayInputStream(bytes);
        InputStream in = gzip ? new GZIPInputStream(raw) : new InflaterInputStream(raw)) {
      out.write(in.readNBytes(MOST_BYTES));
    } catch (IOException cutShort) {
      return out.toString(StandardCharsets.UTF_8);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
