package dev.facsimile.anonymize.detect.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.fold.FoldedText;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Detector;
import dev.facsimile.anonymize.detect.rule.Finding;
import dev.facsimile.anonymize.detect.rule.FindingSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class TextScannerTest {
  private static final String TOKEN = "glpat-Zq81vXk0TnWm3RyBcL5d";
  private static final String SAID = "the key is " + TOKEN + " keep it";
  private static final TextScanner SCANNER = new TextScanner(Detectors.of(List.of("secrets")));

  @Test
  void aFindingStandsExactlyWhereTheTokenIsAmongEmojiAndOtherScripts() {
    String[] fill = {"😀", "é", "漢字", "x", " ", "\u200b", "ﬁ", "🏳️‍🌈", "\n", "ا", "e\u0301", "１"};
    SplittableRandom random = new SplittableRandom(11);
    for (int round = 0; round < 500; round++) {
      StringBuilder text = new StringBuilder();
      for (int k = random.nextInt(40); k > 0; k--) {
        text.append(fill[random.nextInt(fill.length)]);
      }
      int start = text.append(' ').length();
      text.append(TOKEN).append(' ');
      for (int k = random.nextInt(40); k > 0; k--) {
        text.append(fill[random.nextInt(fill.length)]);
      }
      Finding found = only(SCANNER.scan(text.toString()));
      assertEquals(TOKEN, text.substring(found.start(), found.end()));
      assertEquals(start, found.start());
    }
  }

  @Test
  void invisibleLettersInsideOfATokenAreRedactedWithIt() {
    String hidden = "a glpat-Zq81\u200bvXk0\u00adTnWm3\u2060RyBcL5d b";
    assertEquals("a <SECRET> b", redacted(hidden));
  }

  @Test
  void anEncodedRunWithATokenIsRedactedAsAWhole() throws IOException {
    byte[] said = SAID.getBytes(StandardCharsets.UTF_8);
    String base64 = Base64.getEncoder().encodeToString(said);
    String twice = Base64.getEncoder().encodeToString(base64.getBytes(StandardCharsets.UTF_8));
    assertEquals("x <SECRET> y", redacted("x " + base64 + " y"));
    assertEquals("x <SECRET> y", redacted("x " + twice + " y"));
    assertEquals("x <SECRET> y", redacted("x " + HexFormat.of().formatHex(said) + " y"));
    assertEquals(
        "x <SECRET> y", redacted("x " + Base64.getUrlEncoder().encodeToString(said) + " y"));
    assertEquals("x <SECRET> y", redacted("x " + gzip(said) + " y"));
    assertEquals(
        "<img src=\"data:text/plain;base64,<SECRET>\">",
        redacted("<img src=\"data:text/plain;base64," + base64 + "\">"));
    String wide = Base64.getEncoder().encodeToString(SAID.getBytes(StandardCharsets.UTF_16LE));
    assertEquals("-enc <SECRET>", redacted("-enc " + wide));
  }

  @Test
  void wrappedBase64IsOneRun() {
    String wrapped =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(
                ("padding ".repeat(8) + SAID + " padding".repeat(9))
                    .getBytes(StandardCharsets.UTF_8));
    assertEquals("<SECRET>", redacted(wrapped));
  }

  @Test
  void anEscapedTokenIsRedactedWhereItStandsAndNothingElse() {
    assertEquals("q=<SECRET>&x=1", redacted("q=" + TOKEN.replace("-", "%2D") + "&x=1"));
    assertEquals("<SECRET>", redacted(escaped("\\u%04x")));
    assertEquals("<SECRET>", redacted(escaped("&#%d;")));
    assertEquals("<SECRET>", redacted(escaped("&#x%x;")));
    assertEquals("<SECRET>", redacted(escaped("\\x%02x")));
    String json = "{\"a\": \"{\\\"b\\\": \\\"say\\\\n" + TOKEN + "\\\"}\"}";
    assertEquals(json.replace(TOKEN, "<SECRET>"), redacted(json));
  }

  @Test
  void aTokenInFiveEncodingsIsFoundAndInSixIsNot() {
    String text = SAID;
    for (int depth = 1; depth <= 6; depth++) {
      text = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
      assertEquals(depth <= TextScanner.DEPTH, !SCANNER.scan(text).isEmpty(), "depth " + depth);
    }
  }

  @Test
  void aDecodeBombIsRedactedUndecoded() throws IOException {
    String bomb = gzip(new byte[40_000_000]);
    assertEquals("<BLOB>", redacted(bomb).replace("=", ""));
  }

  @Test
  void aTokenSplitOverTheEventsOfAStreamIsFoundInEachOfThem() {
    String stream =
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"take glpat-Zq81\"}}]}\n\n"
            + "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"other words\"}}]}\n\n"
            + "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"vXk0TnWm3RyBcL5d now\"}}]}\n\n";
    assertEquals(
        stream.replace("glpat-Zq81", "<SECRET>").replace("vXk0TnWm3RyBcL5d", "<SECRET>"),
        redacted(stream));
  }

  @Test
  void partsOfOneMessageAreJoinedAndMessagesOfTwoRolesAreNot() {
    String parts =
        "{\"content\":[{\"type\":\"text\",\"text\":\"glpat-Zq81vXk0\"},"
            + "{\"type\":\"text\",\"text\":\"TnWm3RyBcL5d\"}]}";
    assertEquals(
        "{\"content\":[{\"type\":\"text\",\"text\":\"<SECRET>\"},"
            + "{\"type\":\"text\",\"text\":\"<SECRET>\"}]}",
        redacted(parts));
    String roles =
        "[{\"role\":\"user\",\"content\":\"glpat-Zq81vXk0\"},"
            + "{\"role\":\"assistant\",\"content\":\"TnWm3RyBcL5d\"}]";
    assertTrue(SCANNER.scan(roles).isEmpty());
  }

  @Test
  void aFindingAcrossPartsIsToldInEachPart() {
    List<List<Finding>> found =
        SCANNER.scanParts(List.of("take glpat-Zq81", "vXk0TnWm3RyBcL5d", " and go"));
    assertEquals(List.of(5, 15), List.of(only(found.get(0)).start(), only(found.get(0)).end()));
    assertEquals(List.of(0, 16), List.of(only(found.get(1)).start(), only(found.get(1)).end()));
    assertTrue(found.get(2).isEmpty());
  }

  @Test
  void reversedTextUnderAnOverrideIsReadAsItIsShown() {
    String shown = new StringBuilder(TOKEN).reverse().toString();
    assertEquals("see <SECRET> there", redacted("see \u202e" + shown + "\u202c there"));
  }

  @Test
  void hashesAndIdsAreNoFindings() {
    for (String id :
        List.of(
            "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b fixes it",
            "sha512-Zk1v9XkqQ8mC3p0Yw7bHn5tR2uLs4eJd6aGfVxTjIoPlMbNcKrQzWyEhDgSiUoA8BvCxZlKjHgFdSaPoIuYtRe==",
            "550e8400-e29b-41d4-a716-446655440000",
            "import dev.facsimile.anonymize.detect.scan.KeywordAutomatonTest;",
            "trace_id=4bf92f3577b34da6a3ce929d0e0e4736")) {
      assertTrue(SCANNER.scan(id).isEmpty(), id);
    }
  }

  @Test
  void aDetectorThatThrowsEndsTheScan() {
    TextScanner scanner = new TextScanner(List.of(new Broken()));
    assertThrows(IllegalStateException.class, () -> scanner.scan("a broken thing"));
    assertFalse(scanner.scan("nothing here").iterator().hasNext());
  }

  private static String escaped(String format) {
    return TOKEN
        .chars()
        .mapToObj(c -> String.format(java.util.Locale.ROOT, format, c))
        .collect(Collectors.joining());
  }

  private static String gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return Base64.getEncoder().encodeToString(out.toByteArray());
  }

  private static String redacted(String text) {
    return Redaction.placeholders(text, SCANNER.scan(text));
  }

  private static Finding only(List<Finding> findings) {
    assertEquals(1, findings.size(), findings.toString());
    return findings.get(0);
  }

  private static final class Broken implements Detector {
    @Override
    public String id() {
      return "broken";
    }

    @Override
    public List<Anchor> anchors() {
      return List.of(Anchor.keyword("broken"));
    }

    @Override
    public void verify(FoldedText text, int start, int end, FindingSink sink) {
      throw new IllegalStateException("broken");
    }
  }
}
