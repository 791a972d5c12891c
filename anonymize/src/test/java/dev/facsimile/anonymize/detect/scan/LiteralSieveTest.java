package dev.facsimile.anonymize.detect.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.facsimile.anonymize.detect.Detectors;
import dev.facsimile.anonymize.detect.RulePack;
import dev.facsimile.anonymize.detect.rule.Anchor;
import dev.facsimile.anonymize.detect.rule.Detector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiteralSieveTest {
  private static final List<String> LITERALS =
      List.of(
          "abc",
          "bab",
          "bc-",
          "abcabc",
          "cbacbacb",
          "cbacbacba",
          "cccccccccccccccccccccccccc",
          "b-c",
          "ca-ba",
          "b/a/",
          "b:a",
          "\\bb_",
          "_cb",
          "3b1",
          "c31a");

  /** Around a word of eight bytes, and around the end of a stretch of 8,192. */
  private static final int[] LENGTHS = {
    0, 1, 2, 3, 5, 7, 8, 9, 10, 11, 16, 17, 300, 8190, 8191, 8192, 8193, 8200, 8201, 16384, 33001
  };

  @Test
  void everyLiteralIsFoundWhereverItStands() {
    LiteralSieve sieve = new LiteralSieve(LITERALS);
    SplittableRandom random = new SplittableRandom(7);
    for (int length : LENGTHS) {
      for (int round = 0; round < 12; round++) {
        String text = text(length, random);
        assertEquals(expected(text), heard(sieve, text), text);
      }
    }
  }

  @Test
  void everyLiteralOfTheDetectorsIsFoundAtEveryPlaceOfAWord() {
    List<String> literals = new ArrayList<>();
    for (RulePack pack : Detectors.PACKS) {
      for (Detector detector : pack.detectors()) {
        for (Anchor anchor : detector.anchors()) {
          if (anchor instanceof Anchor.Keyword keyword) {
            literals.add(keyword.literal().toLowerCase(Locale.ROOT));
          }
        }
      }
    }
    LiteralSieve sieve = new LiteralSieve(literals);
    for (int k = 0; k < literals.size(); k++) {
      for (int before = 0; before < 9; before++) {
        for (int after = 0; after < 9; after++) {
          String literal = literals.get(k);
          String text = "\0".repeat(before) + literal.toUpperCase(Locale.ROOT) + "\0".repeat(after);
          String place = before + "-" + (before + literal.length()) + " " + k;
          assertTrue(heard(sieve, text).contains(place), literal);
        }
      }
    }
  }

  @Test
  void upperAndLowerCaseAreOneButSignsAreNot() {
    LiteralSieve sieve = new LiteralSieve(List.of("Begin_", "x@y"));
    assertEquals(List.of("1-7 0"), heard(sieve, " bEGIN_"));
    assertEquals(List.of(), heard(sieve, " begin\u007f x`y "));
  }

  @Test
  void aLiteralOfTwoLettersIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new LiteralSieve(List.of("ab")));
  }

  private static List<String> heard(LiteralSieve sieve, String text) {
    List<String> heard = new ArrayList<>();
    // As folded text has it: -1 for each unit that is not ASCII.
    String bytes = text.replaceAll("[^\\x00-\\x7f]", "\u00ff");
    sieve.find(
        bytes.getBytes(StandardCharsets.ISO_8859_1),
        (literal, start, end) -> heard.add(start + "-" + end + " " + literal));
    return heard;
  }

  /** By where they begin, the shorter ones first. */
  private static List<String> expected(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    List<Integer> shortestFirst =
        IntStream.range(0, LITERALS.size())
            .boxed()
            .sorted(Comparator.comparingInt(k -> LITERALS.get(k).length()))
            .toList();
    List<String> expected = new ArrayList<>();
    for (int start = 0; start < text.length(); start++) {
      for (int k : shortestFirst) {
        if (lower.startsWith(LITERALS.get(k), start)) {
          expected.add(start + "-" + (start + LITERALS.get(k).length()) + " " + k);
        }
      }
    }
    return expected;
  }

  /** Literals and single signs in any order: most would never stand in a text of signs alone. */
  private static String text(int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      if (random.nextInt(4) == 0) {
        text.append(LITERALS.get(random.nextInt(LITERALS.size())));
      } else {
        text.append("abcABC-c/31:\\@%&_\u00e9".charAt(random.nextInt(18)));
      }
    }
    return text.substring(0, length);
  }
}
