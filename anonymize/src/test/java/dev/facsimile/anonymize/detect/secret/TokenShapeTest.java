package dev.facsimile.anonymize.detect.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.detect.rule.Detector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TokenShapeTest {
  /** What patterns of tokens are made of, and what has no shape of its own. */
  private static final List<String> SHAPED =
      List.of(
          "gh[pousr]_[A-Za-z0-9]{4,9}+",
          "ab{2}c",
          "a\\.b\\dc\\w{3}",
          "[\\w.-]{2,5}+x",
          "[ab-]{3}a",
          "[a-c]{1,3}+[+/=]{0,2}+-",
          "AA[0-9a-f]{2,4}");

  private static final String SIGNS = "ghpo_abcAx019.-+/=é";

  private static final List<String> UNSHAPED =
      List.of(
          "(?:a|b)c",
          "a|b",
          "ab?",
          "a+",
          "[^a]",
          "[a&&b]",
          "[a[b]]",
          "a.b",
          "a{1,2}b",
          "\\Dx",
          "^a",
          "a$",
          "é",
          "[!-~]",
          "a\\\\b");

  @Test
  void aShapeEndsWhereItsPatternEnds() {
    SplittableRandom random = new SplittableRandom(11);
    for (String written : SHAPED) {
      TokenShape shape = TokenShape.of(written).orElseThrow();
      Pattern pattern = Pattern.compile(written);
      int found = 0;
      for (int round = 0; round < 2_000; round++) {
        String text = round % 2 == 0 ? near(written, random) : text(SIGNS, 9, random);
        found += agree(shape, pattern, text) ? 1 : 0;
      }
      assertTrue(found > 100, written + " was found " + found + " times");
    }
  }

  @Test
  void theTokensOfVendorsEndWhereTheirPatternsEnd() {
    SplittableRandom random = new SplittableRandom(12);
    int shaped = 0;
    for (Detector detector : VendorTokens.ALL) {
      if (!(detector instanceof VendorToken token)) {
        continue;
      }
      Optional<TokenShape> shape = TokenShape.of(token.pattern().pattern());
      shaped += shape.isPresent() ? 1 : 0;
      for (int round = 0; round < 200 && shape.isPresent(); round++) {
        agree(shape.get(), token.pattern(), near(token.pattern().pattern(), random));
      }
    }
    assertTrue(shaped > 100, shaped + " patterns have a shape");
  }

  @Test
  void aPatternThatMayHaveToReadASignTwiceHasNoShape() {
    for (String written : UNSHAPED) {
      assertTrue(TokenShape.of(written).isEmpty(), written);
    }
  }

  /** Compares both from the start and within a region; whether they found something. */
  private static boolean agree(TokenShape shape, Pattern pattern, String text) {
    byte[] bytes = text.replace('é', '\u00ff').getBytes(StandardCharsets.ISO_8859_1);
    boolean found = false;
    for (int to : new int[] {text.length(), text.length() / 2}) {
      Matcher matcher = pattern.matcher(text).region(0, to);
      int expected = matcher.lookingAt() ? matcher.end() : TokenShape.NONE;
      assertEquals(expected, shape.end(bytes, 0, to), pattern + " in " + text);
      found |= expected >= 0;
    }
    return found;
  }

  private static String text(String letters, int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  /** What a pattern might stand for: its signs, each class by a sign of it, more or fewer times. */
  private static String near(String pattern, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    Matcher pieces =
        Pattern.compile("(\\[(?:\\\\.|[^]])+]|\\\\.|.)(?:\\{(\\d+)(?:,(\\d+))?}\\+?)?")
            .matcher(pattern);
    while (pieces.find()) {
      int least = pieces.group(2) == null ? 1 : Integer.parseInt(pieces.group(2));
      int most = pieces.group(3) == null ? least : Integer.parseInt(pieces.group(3));
      int count = least + random.nextInt(most - least + 1) + (random.nextInt(12) == 0 ? 1 : 0);
      for (int i = random.nextInt(12) == 0 ? 1 : 0; i < count; i++) {
        text.append(sign(pieces.group(1), random));
      }
    }
    return text + text("aZ0-_.= é", 3, random);
  }

  private static char sign(String piece, SplittableRandom random) {
    Pattern one = Pattern.compile(piece);
    char sign = (char) (' ' + random.nextInt(95));
    while (random.nextInt(400) > 0 && !one.matcher(String.valueOf(sign)).matches()) {
      sign = (char) (' ' + random.nextInt(95));
    }
    return sign;
  }
}
