package dev.facsimile.anonymize.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.trace.file.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class OverlapSearchTest {
  private static final String SECRET = "Zürich \"blue\" vault 7731 / Kestrel+Lane";

  private static long survivors(Needle needle, String excuses, String... parts) throws IOException {
    OverlapSearch search = new OverlapSearch(sink -> sink.add(needle), Set.of()).excusing(excuses);
    for (String part : parts) {
      search.bytes(part.getBytes(StandardCharsets.UTF_8), true);
    }
    search.finish();
    assertEquals(1, search.count());
    return search.survivors();
  }

  private static long survivors(String text, int least, String... parts) throws IOException {
    return survivors(new Needle(text, least, Needle.Kind.ID), "", parts);
  }

  private static Stream<Arguments> encodings() {
    byte[] plain = SECRET.getBytes(StandardCharsets.UTF_8);
    String json = Json.line(SECRET);
    StringBuilder ascii = new StringBuilder();
    json.chars()
        .forEach(
            c -> ascii.append(c > 126 ? String.format("\\u%04x", c) : String.valueOf((char) c)));
    return Stream.of(
        Arguments.of("plain", SECRET),
        Arguments.of("lower case", SECRET.toLowerCase(Locale.ROOT)),
        Arguments.of("json-escaped", ascii.toString()),
        Arguments.of(
            "percent", URLEncoder.encode(SECRET, StandardCharsets.UTF_8).replace("+", "%20")),
        Arguments.of("base64 alone", Base64.getEncoder().encodeToString(plain)),
        Arguments.of("base64 behind 1 byte", base64("x" + SECRET + "end")),
        Arguments.of("base64 behind 2 bytes", base64("xy" + SECRET)),
        Arguments.of("base64 behind 3 bytes", base64("xyz" + SECRET + "e")),
        Arguments.of("base64url", Base64.getUrlEncoder().encodeToString(plain)),
        Arguments.of("hex", HexFormat.of().formatHex(plain)),
        Arguments.of("hex in capitals", HexFormat.of().withUpperCase().formatHex(plain)),
        Arguments.of("reversed", new StringBuilder(SECRET).reverse().toString()));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("encodings")
  void aStringIsFoundInEveryEncoding(String encoding, String written) throws IOException {
    assertEquals(1, survivors(SECRET, 16, "nothing here", "some " + written + " more"), encoding);
  }

  @Test
  void aRunOfTheLeastLengthIsFoundAndAShorterOneIsNot() throws IOException {
    String text = "0123456789abcdefghijklmnopqrstuvwxyz";
    assertEquals(1, survivors(text, 16, "??" + text.substring(9, 25) + "??"));
    assertEquals(0, survivors(text, 16, "??" + text.substring(9, 24) + "??"));
  }

  @Test
  void nothingIsFoundAcrossTwoParts() throws IOException {
    String text = "0123456789abcdefghijklmnop";
    assertEquals(0, survivors(text, 16, text.substring(0, 13), text.substring(13)));
  }

  @Test
  void aTextMayQuoteAWordThatIsReleasedOnPurposeAndAnIdMayNot() throws IOException {
    String word = "gpt-4o-mini-2024-07-18";
    String said = "which is better, " + word + ", they say";
    assertEquals(
        0, survivors(new Needle(said, 16, Needle.Kind.TEXT), word, "x" + word.substring(0, 20)));
    assertEquals(1, survivors(new Needle(said, 16, Needle.Kind.ID), word, word));
  }

  @Test
  void aShortIdIsComparedWithWholeValuesAlone() throws IOException {
    for (Set<String> released : List.of(Set.of("acme"), Set.of("acmes"))) {
      OverlapSearch search =
          new OverlapSearch(sink -> sink.add(new Needle("acme", 16, Needle.Kind.ID)), released);
      search.bytes("an acme of".getBytes(StandardCharsets.UTF_8), true);
      search.finish();
      assertEquals(released.contains("acme") ? 1 : 0, search.survivors());
      assertEquals(1, search.tooShort());
    }
  }

  @Test
  void aHaystackThatIsFullIsSearchedAndTheNextOneToo() throws IOException {
    byte[] filler = new byte[Haystack.MOST_WINDOWS];
    java.util.SplittableRandom random = new java.util.SplittableRandom(3);
    for (int i = 0; i < filler.length; i++) {
      filler[i] = (byte) ('a' + random.nextInt(26));
    }
    Needle first = new Needle("FIRST-0123456789-CANARY", 12, Needle.Kind.CANARY);
    Needle second = new Needle("SECOND-0123456789-CANARY", 12, Needle.Kind.CANARY);
    OverlapSearch search =
        new OverlapSearch(
            sink -> {
              sink.add(first);
              sink.add(second);
            },
            Set.of());
    search.bytes(first.text().getBytes(StandardCharsets.UTF_8), true);
    search.bytes(filler, true);
    search.bytes(second.text().getBytes(StandardCharsets.UTF_8), true);
    search.finish();
    assertEquals(2, search.survivors());
    assertTrue(search.count() == 2);
  }
}
